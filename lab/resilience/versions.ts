// An older build and this one on one database, before, during and after the migration. Each finishes what the other began.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '#product/platform/db.js';
import { type Accounts, fillDatabase } from '../chaos/accounts.ts';
import type { History } from '../chaos/history.ts';
import { type BareEnvironment, openEnvironment, type RunningProcess, type Stopped } from '../environment.ts';
import { callerOf } from '../net.ts';
import { ROOT } from '../paths.ts';
import { brokenOf, round, type Say } from '../report.ts';
import { sleep } from '../wait.ts';
import { type Crossings, complaintsOf, crossingsOf, migrateWith, unfedOf } from './crossings.ts';
import { CHECKED, isFailure, startChecker, type Verdict } from './invariant-checker.ts';
import { buildOlder, withOlderCommit } from './older-build.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const RATE = 14;

export const trial = (settings: TrialSettings): Promise<TrialResult> => withOlderCommit(settings, (commit) => runTrial(settings, commit));

async function runTrial({ say, quick }: TrialSettings, commit: string): Promise<TrialResult> {
  const environment = await openEnvironment({
    fill: async ({ folder, postgres }) => {
      const older = await buildOlder(commit, folder);
      return { older, accounts: await fillDatabase(postgres.url, older) };
    },
  });
  try {
    return await compare({ environment, say, commit, spanMs: quick ? 3000 : 10_000 });
  } finally {
    await environment.close();
  }
}

type TwoBuilds = BareEnvironment & { readonly older: string; readonly accounts: Accounts };
interface Comparison {
  readonly environment: TwoBuilds;
  readonly say: Say;
  readonly commit: string;
  readonly spanMs: number;
}

async function compare({ environment, say, commit, spanMs }: Comparison): Promise<TrialResult> {
  const { older, db, accounts, folder } = environment;
  const added = migrationsOf(ROOT).filter((name) => !migrationsOf(older).includes(name));
  const startBoth = async (root: string): Promise<[RunningProcess, RunningProcess]> => [
    await environment.start('api', CHECKED, root),
    await environment.start('worker', CHECKED, root),
  ];
  const old = await startBoth(older);
  const apis = [{ base: old[0].url }];
  const checker = await startChecker({ folder, accounts, apis, rate: RATE, connect: db.connect });
  const { history } = checker;
  const tell = (words: string): void => say(`${words}: ${JSON.stringify(history.statuses)}`);
  try {
    await sleep(spanMs);
    tell('the older version alone');
    const from = performance.now();
    await migrateWith(ROOT, environment);
    const migrationMs = performance.now() - from;
    await sleep(spanMs);
    tell(`${added.length} migrations in ${round(migrationMs)} ms, and the older version goes on`);
    const oldTokens = new Set(await tokensOf(db));

    const fresh = await startBoth(ROOT);
    await callerOf(fresh[0].url, accounts.main.key)('GET', '/events');
    apis.push({ base: fresh[0].url });
    await sleep(2 * spanMs);
    tell('both versions');
    const again = await startAgain(environment, older, added);
    apis.shift();
    const proxies = await Promise.all(old.map((one) => one.stop()));
    await sleep(spanMs);
    const verdict = await checker.finish(say);
    tell('this version alone');
    const crossed = crossingsOf({ history, events: verdict.evidence.events, oldBases: new Set([old[0].url]), oldTokens });
    const complaints = complaintsOf([...old, ...fresh]);
    return report({ commit, added, from, migrationMs, history, verdict, crossed, unfed: await unfedOf(db), complaints, again, proxies });
  } finally {
    await checker.close();
  }
}

interface Compared {
  readonly commit: string;
  readonly added: readonly string[];
  readonly from: number;
  readonly migrationMs: number;
  readonly history: History;
  readonly verdict: Verdict;
  readonly crossed: Crossings;
  readonly unfed: number;
  readonly complaints: Readonly<Record<string, number>>;
  readonly again: { readonly words: string; readonly fine: boolean };
  readonly proxies: readonly Stopped[];
}

function report(compared: Compared): TrialResult {
  const { commit, added, from, migrationMs, history, verdict, crossed, unfed, complaints, again, proxies } = compared;
  const failed = history.calls.filter(({ status }) => isFailure(status)).length;
  const meanwhile = history.reads.filter(({ at, until }) => until >= from && at <= from + migrationMs);
  const violations = verdict.violations.length;
  const figures = {
    older: commit.slice(0, 10),
    migrations: added,
    migrationMs: round(migrationMs),
    slowestReadMeanwhileMs: round(Math.max(0, ...meanwhile.map(({ at, until }) => until - at))),
    calls: history.calls.length,
    statuses: history.statuses,
    failed,
    objects: verdict.evidence.objects.length,
    callbacks: verdict.callbacks,
    ...crossed,
    violations,
    unfed,
    complaints,
    startedAgain: again.words,
  };
  return {
    figures,
    broken: brokenOf([
      ['a migration and two versions side by side fail no request', failed === 0],
      ['every invariant of the chaos runs holds', violations === 0],
      ['what either version finishes is in the feed', unfed === 0],
      ['work crossed both ways, and so did reads and deletions', Math.min(...Object.values(crossed)) > 0],
      ['the older version starts on the newer database, or says why not', again.fine],
      ['the older version stops cleanly', proxies.every(({ code }) => code === 0)],
    ]),
  };
}

const migrationsOf = (root: string): string[] => readdirSync(path.join(root, 'sql', 'migrations')).filter((name) => name.endsWith('.sql'));
/** The tokens of workers that have finished a job so far. */
const tokensOf = async (db: Db): Promise<string[]> => {
  const text = 'select distinct lease from chaos_events where lease is not null';
  return (await db.query<{ lease: string }>({ name: 'tokens', text })).map(({ lease }) => lease);
};

/** Allowed when all new migrations only add. Otherwise the start must fail with an explanation. */
async function startAgain(environment: TwoBuilds, root: string, added: readonly string[]): Promise<Compared['again']> {
  const compatible = added.every((name) =>
    /^-- backward-compatible\b/.test(readFileSync(path.join(ROOT, 'sql', 'migrations', name), 'utf8')),
  );
  try {
    const { code } = await (await environment.start('api', CHECKED, root)).stop();
    return { words: 'yes', fine: compatible && code === 0 };
  } catch (error) {
    const { message } = error as Error;
    const rejected = /The database is newer than this version/.test(message);
    return { words: rejected ? 'refused' : message, fine: rejected && !compatible };
  }
}
