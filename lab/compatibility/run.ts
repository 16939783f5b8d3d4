// Starts the service and runs the programs of other projects against it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openWithOneAccount, type Settings, TOKEN } from '../environment.ts';
import { ROOT } from '../paths.ts';
import { createSay, printLine, round, verdictOf } from '../report.ts';
import { type CompatibilityCheck, Missing, type Site } from './check.ts';
import { CHECKS } from './checks.ts';
import { pageOf, type Result } from './table.ts';
import { installTools, toolPath, toolVersion } from './tools.ts';

const PAGE = path.join(ROOT, 'docs', 'tested-with.md');
/** Checks receive callbacks on this machine, send bad keys on purpose, and read raw pages. */
const SETTINGS: Settings = {
  AI_RATE_SECONDS: '0',
  CALLBACK_ALLOW: '127.0.0.0/8',
  IP_BAD_KEYS_PER_MINUTE: '1000000',
  IP_BAD_TOKENS_PER_MINUTE: '10000',
  SERPAPI_KEEP_HTML: 'true',
};

export async function runCompatibility(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const say = createSay(json);
  const checks = selectChecks(args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length));
  const write = args.includes('--write');
  if (write && checks.length < CHECKS.length) throw new Error('--write needs the results of all checks: leave --only out.');
  const started = performance.now();
  say('installing the tools …');
  installTools();
  const results = await runChecks(checks, ({ check, outcome, version, remark, seconds }) =>
    say(`${outcome.padEnd(8)} ${check.name.padEnd(32)} ${version.padEnd(10)} ${seconds} s${remark ? `  ${remark}` : ''}`),
  );
  const minutes = Math.max(1, Math.round((performance.now() - started) / 60_000));
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  if (write) writeFileSync(PAGE, pageOf(results, minutes));
  const counts = (['passed', 'failed', 'skipped'] as const).map((outcome) => results.filter((one) => one.outcome === outcome).length);
  if (json) printLine(JSON.stringify({ minutes, results }));
  else printLine(`COMPATIBILITY passed=${counts[0]} failed=${counts[1]} skipped=${counts[2]} minutes=${minutes} ${verdictOf(failed)}`);
  return failed.length === 0 ? 0 : 1;
}

/** `only` is a list of names or of beginnings of names. */
function selectChecks(only: string | undefined): readonly CompatibilityCheck[] {
  if (only === undefined) return CHECKS;
  const names = only.split(',').filter(Boolean);
  const found = CHECKS.filter(({ name }) => names.some((each) => name.startsWith(each)));
  if (found.length === 0) throw new Error(`Unknown check "${only}". Checks: ${CHECKS.map(({ name }) => name).join(', ')}.`);
  return found;
}

/** Runs the checks one after another against one service. */
export async function runChecks(
  checks: readonly CompatibilityCheck[],
  report: (result: Result) => void,
  isShort = false,
): Promise<readonly Result[]> {
  const environment = await openWithOneAccount();
  try {
    const { url } = await environment.start('start', SETTINGS);
    const results: Result[] = [];
    for (const check of checks) {
      const folder = path.join(environment.folder, `check-${check.name}`);
      mkdirSync(folder);
      const { key, liveKey } = environment;
      const site: Site = {
        url,
        key,
        liveKey,
        adminToken: TOKEN,
        databaseUrl: environment.postgres.url,
        startApi: (settings) => environment.start('api', settings),
        isShort,
        folder,
        tool: toolPath,
        versionOf: toolVersion,
      };
      const result = await runCheck(check, site);
      report(result);
      results.push(result);
    }
    return results;
  } finally {
    await environment.close();
  }
}

async function runCheck(check: CompatibilityCheck, site: Site): Promise<Result> {
  const started = performance.now();
  const done = (outcome: Result['outcome'], version: string, remark: string): Result => ({
    check,
    outcome,
    version,
    remark,
    seconds: round((performance.now() - started) / 1000),
  });
  try {
    const { version, remark = '' } = await check.run(site);
    return done('passed', version, remark);
  } catch (error) {
    return done(error instanceof Missing ? 'skipped' : 'failed', '', (error as Error).message);
  }
}
