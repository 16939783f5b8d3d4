// Runs `sextant top` on the database, or over the admin API of a running service.
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '../business/accounts/audit.ts';
import { createSourceControl } from '../business/fleet/source-control.ts';
import { type Cooldowns, createReadOverview, type OverviewTables } from '../business/orders/overview.ts';
import { parseArguments } from '../cli/arguments.ts';
import type { Paint } from '../cli/paint.ts';
import { type Screen, type TopParts, topCommand } from '../cli/top.ts';
import { readConfig } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { createAdminClient } from './admin-client.ts';
import { COMMAND_LINE, withDatabase } from './database-commands.ts';

/** Returns the exit code. */
export async function top(words: readonly string[], print: (text: string) => void, paint: Paint): Promise<number> {
  const url = parseArguments(words, 'top').option('url');
  const runOn = (read: TopParts['read']): Promise<number> =>
    topCommand(words, { read, print, openScreen: process.stdout.isTTY && process.stdin.isTTY ? openScreen : null, pause, paint });
  if (url !== undefined) {
    const call = createAdminClient(url, readConfig().ADMIN_TOKEN);
    return runOn(() => call.required<OverviewTables>('GET', '/admin/overview'));
  }
  let status = 0;
  await withDatabase(async (db) => {
    status = await runOn(readFrom(db));
  });
  return status;
}

/** The cooldowns come from the heartbeats, because this process does not know the workers. */
function readFrom(db: Db): TopParts['read'] {
  const readOverview = createReadOverview(db);
  const control = createSourceControl(db, createAudit(db, COMMAND_LINE));
  return async () => {
    const cooldowns: Cooldowns = new Map(
      [...(await control.states())].flatMap(([name, state]) => {
        const [engine = '', ...source] = name.split('/');
        return state.cooldowns.map(({ mode, seconds }) => [`${engine}/${mode}/${source.join('/')}`, seconds] as const);
      }),
    );
    return readOverview(cooldowns);
  };
}

const pause: TopParts['pause'] = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);

const [ENTER, LEAVE] = ['\u001b[?1049h\u001b[?25l', '\u001b[?25h\u001b[?1049l'];
const [HOME, CLEAR_LINE, CLEAR_BELOW] = ['\u001b[H', '\u001b[K', '\u001b[J'];
const CTRL_C = '\u0003';

/** Uses the alternate screen, so that the shell's text is still there afterwards. */
function openScreen(): Screen {
  const { stdin, stdout } = process;
  const quit = new AbortController();
  const onKeys = (keys: Buffer): void => {
    if (/q/i.test(keys.toString()) || keys.includes(CTRL_C)) quit.abort();
  };
  const onSignal = (): void => quit.abort();
  stdout.write(ENTER);
  stdin.setRawMode(true);
  stdin.on('data', onKeys).resume();
  process.once('SIGTERM', onSignal).once('SIGHUP', onSignal);
  return {
    size: () => ({ rows: stdout.rows ?? 24, columns: stdout.columns ?? 80 }),
    quit: quit.signal,
    // Lines are overwritten and not cleared first, so nothing flickers.
    draw: (text) => void stdout.write(`${HOME}${text.replaceAll('\n', `${CLEAR_LINE}\r\n`)}${CLEAR_LINE}${CLEAR_BELOW}`),
    close: () => {
      process.off('SIGTERM', onSignal).off('SIGHUP', onSignal);
      stdin.off('data', onKeys).pause();
      stdin.setRawMode(false);
      stdout.write(LEAVE);
    },
  };
}
