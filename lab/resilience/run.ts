// Runs the trials that were asked for, one after the other, and prints one line of figures for each.
import { loadavg } from 'node:os';
import { closeAll } from './stage.ts';

const TRIALS = {
  overload: () => import('./overload.ts'),
  slow: () => import('./slow.ts'),
  bodies: () => import('./bodies.ts'),
  idle: () => import('./idle.ts'),
  backlog: () => import('./backlog.ts'),
  waits: () => import('./waits.ts'),
  rolling: () => import('./rolling.ts'),
  migration: () => import('./migration.ts'),
  versions: () => import('./versions.ts'),
  database: () => import('./database.ts'),
  failover: () => import('./failover.ts'),
  standby: () => import('./standby.ts'),
};
/** Run only when they are asked for. */
const LONG = { endurance: () => import('./endurance.ts') };
const ALL = { ...TRIALS, ...LONG };

export async function runTrials(words) {
  const json = words.includes('--json');
  const quick = words.includes('--quick');
  const from = words.includes('--from') ? words[words.indexOf('--from') + 1] : undefined;
  const asked = words.filter((word, place) => !word.startsWith('--') && words[place - 1] !== '--from');
  const unknown = asked.filter((word) => !(word in ALL));
  if (unknown.length > 0) {
    process.stderr.write(`There is no trial ${unknown.join(', ')}. There are: ${Object.keys(ALL).join(', ')}.\n`);
    return 2;
  }
  const say = (text) => void process.stderr.write(`${text}\n`);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => void closeAll().finally(() => process.exit(130)));
  // Nothing that a trial started may outlive it, however it ends.
  process.once('unhandledRejection', (error) => {
    say(String(error?.stack ?? error));
    void closeAll().finally(() => process.exit(1));
  });
  let failed = 0;
  for (const name of asked.length > 0 ? asked : Object.keys(TRIALS)) {
    const loadBefore = Number(loadavg()[0].toFixed(1));
    const started = performance.now();
    const { trial } = await ALL[name]();
    const { figures, broken } = await trial({ say, quick, from });
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

/** The promises that do not hold, in words. */
export const brokenOf = (promises) => promises.filter(([, holds]) => !holds).map(([promise]) => promise);
export const round = (value, digits = 0) => Number(value.toFixed(digits));
