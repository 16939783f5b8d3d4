// Runs the requested trials one after the other and prints one line of figures for each.
import { loadavg } from 'node:os';
import { closeAll } from '../environment.ts';
import { round, type Say } from '../report.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

type Load = () => Promise<{ trial(settings: TrialSettings): Promise<TrialResult> }>;

const TRIALS: Readonly<Record<string, Load>> = {
  overload: () => import('./overload.ts'),
  slow: () => import('./slow.ts'),
  bodies: () => import('./bodies.ts'),
  idle: () => import('./idle.ts'),
  backlog: () => import('./backlog.ts'),
  waits: () => import('./waits.ts'),
  rolling: () => import('./rolling.ts'),
  migration: () => import('./migration.ts'),
  versions: () => import('./versions.ts'),
  upgrade: () => import('./upgrade.ts'),
  storage: () => import('./storage.ts'),
  database: () => import('./database.ts'),
  failover: () => import('./failover.ts'),
  standby: () => import('./standby.ts'),
};
/** Run only by name. */
const LONG: Readonly<Record<string, Load>> = { endurance: () => import('./endurance.ts') };
const ALL: Readonly<Record<string, Load>> = { ...TRIALS, ...LONG };

export async function runTrials(words: readonly string[]): Promise<number> {
  const json = words.includes('--json');
  const quick = words.includes('--quick');
  const sabotage = words.includes('--break');
  const from = words.includes('--from') ? words[words.indexOf('--from') + 1] : undefined;
  const asked = words.filter((word, place) => !word.startsWith('--') && words[place - 1] !== '--from');
  const unknown = asked.filter((word) => !(word in ALL));
  if (unknown.length > 0) {
    process.stderr.write(`There is no trial ${unknown.join(', ')}. There are: ${Object.keys(ALL).join(', ')}.\n`);
    return 2;
  }
  const say: Say = (text) => void process.stderr.write(`${text}\n`);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => void closeAll().finally(() => process.exit(130)));
  // No process of a trial may outlive it, however it ends.
  process.once('unhandledRejection', (error) => {
    say(String(error instanceof Error ? error.stack : error));
    void closeAll().finally(() => process.exit(1));
  });
  let failed = 0;
  for (const name of asked.length > 0 ? asked : Object.keys(TRIALS)) {
    const loadBefore = round(loadavg()[0]!, 1);
    const started = performance.now();
    const { trial } = await ALL[name]!();
    const { figures, broken } = await trial({ say, quick, sabotage, ...(from === undefined ? {} : { from }) });
    const report = { trial: name, ...figures, seconds: Math.round((performance.now() - started) / 1000), loadBefore, broken };
    if (broken.length > 0) failed++;
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else {
      for (const promise of broken) process.stdout.write(`BROKEN ${promise}\n`);
      const shown = Object.entries(figures).map(
        ([figure, value]) => `${figure}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
      );
      process.stdout.write(
        `${name.toUpperCase()} ${shown.join(' ')} load=${loadBefore} ${broken.length > 0 ? 'FAIL' : figures.skipped ? 'SKIPPED' : 'PASS'}\n`,
      );
    }
  }
  return failed === 0 ? 0 : 1;
}
