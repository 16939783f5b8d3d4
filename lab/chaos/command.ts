// The command: runs by seed, the planted bugs, or the short form of both that `npm test` uses.
import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printLine as print } from '../report.ts';
import { TIMES, type Times } from './failpoints.ts';
import { MUTANTS, mutantOf } from './mutants.ts';
import { CONTROL, directedProfile, PROFILES, type Profile, SHORT_MUTANTS } from './profiles.ts';
import { describeViolations, judge, rulesOf } from './report.ts';
import { type RunResult, runOnce } from './run.ts';
import { type ChaosServer, startServer } from './server.ts';

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  /** The number of seeds, counted from `seed`. */
  seeds: { type: 'string', default: '1' },
  time: { type: 'string' },
  profile: { type: 'string', default: 'full' },
  mutants: { type: 'boolean', default: false },
  /** One planted bug by name; may be given several times. */
  mutant: { type: 'string', multiple: true },
  'real-times': { type: 'boolean', default: false },
} as const;
/** Time for the planted bugs of the short form. It only matters on a machine that is too slow. */
const SHORT_SECONDS_MAX = 300;

interface ChaosSettings {
  readonly server: ChaosServer;
  readonly times: Times;
  readonly seed: number;
}

/** Returns the exit code: 0 pass, 1 violation, 2 inconclusive. */
export async function runChaos(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const profile = (PROFILES as Partial<Record<string, Profile>>)[values.profile];
  if (!profile) throw new Error(`There is no profile ${values.profile}: full, short or tracking.`);
  const times = values['real-times'] ? TIMES.real : TIMES.short;
  const server = await startServer();
  // An interrupted run must not leave a database or a mount behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close().finally(() => process.exit(130)));
  try {
    const settings = { server, times, seed: Number(values.seed) };
    if (values.mutants || values.mutant) return await runMutants(settings, values.mutant ?? Object.keys(MUTANTS), values.mutants);
    const started = Date.now();
    const code = await runSeeds(settings, { ...profile, ...(values.time ? { seconds: Number(values.time) } : {}) }, Number(values.seeds));
    if (values.profile !== 'short' || code === 1) return code;
    const left = (): boolean => Date.now() - started < SHORT_SECONDS_MAX * 1000;
    const caught = await runMutants(settings, SHORT_MUTANTS, false, left);
    return caught === 0 ? code : caught;
  } finally {
    await server.close();
  }
}

async function runSeeds({ server, times, seed }: ChaosSettings, profile: Profile, count: number): Promise<number> {
  let worst = 0;
  for (let n = 0; n < count; n++) {
    const result = await runOnce({ server, profile, times, seed: seed + n });
    const { line, verdict, missing } = judge(result, profile, server);
    if (verdict === 'FAIL') print(`${describeViolations(result.violations)}\n  kept in ${keep(result)}`);
    if (verdict === 'INCONCLUSIVE') print(`  not seen: ${missing.join(', ')}`);
    print(line);
    if (verdict === 'FAIL') worst = 1;
    else if (verdict === 'INCONCLUSIVE' && worst === 0) worst = 2;
  }
  return worst;
}

async function runMutants(
  { server, times, seed }: ChaosSettings,
  names: readonly string[],
  withControl: boolean,
  hasTime = (): boolean => true,
): Promise<number> {
  let caught = 0;
  let tried = 0;
  if (withControl) {
    const { violations } = await runOnce({ server, profile: directedProfile(CONTROL), times, seed });
    print(
      `${'none'.padEnd(20)} ${violations.length === 0 ? 'nothing found, as it must be' : `FALSE ALARM\n${describeViolations(violations)}`}`,
    );
    if (violations.length > 0) return 1;
  }
  for (const name of names) {
    if (!hasTime()) break;
    tried++;
    const started = Date.now();
    const rules = await hunt({ server, times, seed, name });
    const seconds = ((Date.now() - started) / 1000).toFixed(0).padStart(3);
    if (rules.length > 0) caught++;
    print(
      `${name.padEnd(20)} ${rules.length > 0 ? 'caught  ' : 'SURVIVED'} ${seconds} s  ${rules.slice(0, 2).join(' | ') || mutantOf(name).bug}`,
    );
  }
  const code = caught < tried ? 1 : tried < names.length ? 2 : 0;
  const left = tried < names.length ? ` (no time for ${names.length - tried})` : '';
  print(`MUTANTS caught=${caught}/${names.length}${left} ${['PASS', 'FAIL', 'INCONCLUSIVE'][code]}`);
  return code;
}

/** A bug that shows only when a fault happens at the right time gets three runs. */
async function hunt({ server, times, seed, name }: ChaosSettings & { readonly name: string }): Promise<string[]> {
  for (let attempts = 0; attempts < 3; attempts++) {
    const profile = directedProfile(mutantOf(name).run);
    const { violations } = await runOnce({
      server,
      profile: { ...profile, seconds: profile.seconds * (attempts + 1) },
      times,
      seed: seed + attempts,
      mutant: name,
    });
    if (violations.length > 0) return rulesOf(violations);
  }
  return [];
}

/** Keeps plan, notes and log after the run's disk is removed. Returns the folder. */
function keep({ folder }: RunResult): string {
  const target = path.join(tmpdir(), `sextant-chaos-kept-${path.basename(folder)}`);
  cpSync(folder, target, { recursive: true, filter: (file) => !file.includes(`${path.sep}app`) });
  return target;
}
