// Runs `sextant canaries` on the database, or over the admin API of a running service.
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '../business/accounts/audit.ts';
import { parseArguments } from '../cli/arguments.ts';
import { type CanariesCommandParts, canariesCommand } from '../cli/canaries.ts';
import type { Paint } from '../cli/paint.ts';
import { readConfig } from '../config.ts';
import type { CanaryList, CanarySource } from '../contract/canaries.ts';
import { createAdminClient } from './admin-client.ts';
import { createCanaryAdmin } from './canary-admin.ts';
import { COMMAND_LINE, withDatabase } from './database-commands.ts';

/** Returns the exit code. */
export async function canaries(words: readonly string[], print: (text: string) => void, paint: Paint): Promise<number> {
  const url = parseArguments(words, 'canaries').option('url');
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const runOn = (access: CanariesCommandParts['canaries']): Promise<number> =>
    canariesCommand(words, { canaries: access, print, log, pause: sleep, paint });
  const config = readConfig();
  if (url !== undefined) return runOn(remoteCanaries(url, config.ADMIN_TOKEN));
  let status = 0;
  await withDatabase(async (db) => {
    status = await runOn(createCanaryAdmin(db, createAudit(db, COMMAND_LINE), config));
  });
  return status;
}

function remoteCanaries(url: string, token: string | null): CanariesCommandParts['canaries'] {
  const { optional, required } = createAdminClient(url, token);
  return {
    read: () => required<CanaryList>('GET', '/admin/canaries'),
    run: (engine, source) =>
      optional<CanarySource>('POST', `/admin/canaries/${encodeURIComponent(engine)}/${encodeURIComponent(source)}/run`),
  };
}
