// Rolling upgrade of three nodes under load: a migration changes the signatures of hot functions, then one node after the other is replaced.
import { type Accounts, fillDatabase } from '../chaos/accounts.ts';
import { type BareEnvironment, openEnvironment, type RunningProcess, type Stopped } from '../environment.ts';
import { type Call, callerOf } from '../net.ts';
import { round, type Say } from '../report.ts';
import { sleep, until } from '../wait.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { complaintsOf, crossingsOf, migrateWith, unfedOf } from './crossings.ts';
import { CHECKED, startChecker } from './invariant-checker.ts';
import { buildNext } from './next-build.ts';
import { buildOlder, withOlderCommit } from './older-build.ts';
import { type CallCounts, callsBetween, callsIn, signatureChange, signaturesIn } from './signature-change.ts';
import type { TrialResult, TrialSettings } from './trial.ts';
import { judge, type Phase } from './upgrade-verdict.ts';

const NODES = 3;
const RATE = 14;
/** The balancer asks each API every 200 ms whether it is ready. A busy machine may need several rounds. */
const NODE_SETTINGS = { ...CHECKED, DRAIN_SECONDS: '5' };
const WORKER_START_MS_MAX = 120_000;
const QUICK_MS = 500;
const QUICK_WAIT_MS_MAX = 120_000;
/** The server writes its counts of function calls after a second. */
const COUNTS_LATE_MS = 1500;

export const trial = (settings: TrialSettings): Promise<TrialResult> => withOlderCommit(settings, (commit) => runTrial(settings, commit));

async function runTrial({ say, quick, sabotage = false }: TrialSettings, commit: string): Promise<TrialResult> {
  const environment = await openEnvironment({
    tune: { track_functions: 'all' },
    fill: async ({ folder, postgres }) => {
      const older = await buildOlder(commit, folder);
      const next = buildNext(folder, signatureChange(!sabotage));
      return { older, next, accounts: await fillDatabase(postgres.url, older) };
    },
  });
  const balancer = await startBalancer();
  try {
    return await upgrade({ environment, balancer, say, commit, spanMs: quick ? 4000 : 12_000 });
  } finally {
    balancer.close();
    await environment.close();
  }
}

interface Upgrade {
  readonly environment: BareEnvironment & { readonly older: string; readonly next: string; readonly accounts: Accounts };
  readonly balancer: Balancer;
  readonly say: Say;
  readonly commit: string;
  readonly spanMs: number;
}

interface Node {
  readonly api: RunningProcess;
  readonly worker: RunningProcess;
  readonly token: string;
}

async function upgrade({ environment, balancer, say, commit, spanMs }: Upgrade): Promise<TrialResult> {
  const { older, next, db, accounts, folder } = environment;
  const started: Node[] = [];
  const startNode = async (root: string): Promise<Node> => {
    const [api, worker] = await Promise.all([
      environment.start('api', NODE_SETTINGS, root),
      environment.start('worker', NODE_SETTINGS, root),
    ]);
    const node = { api, worker, token: await newToken(environment, started, worker) };
    started.push(node);
    balancer.add(api.url);
    return node;
  };
  const nodes: Node[] = [];
  while (nodes.length < NODES) nodes.push(await startNode(older));
  for (const { api } of nodes) await untilQuick(callerOf(api.url, accounts.main.key));
  const [oldBases, oldTokens] = [new Set(nodes.map(({ api }) => api.url)), new Set(nodes.map(({ token }) => token))];
  const apis = [{ base: balancer.url }];
  const checker = await startChecker({ folder, accounts, apis, rate: RATE, connect: db.connect });
  const { history } = checker;
  const phases: Phase[] = [];
  /** Runs one phase and counts its calls. */
  const phase = async (name: string): Promise<void> => {
    const [callsBefore, countsBefore] = [history.calls.length, await settledCounts(environment)];
    await sleep(spanMs);
    const calls = callsBetween(countsBefore, await settledCounts(environment));
    phases.push({ name, calls });
    say(`${name}: ${history.calls.length - callsBefore} requests, in all ${JSON.stringify(history.statuses)}`);
  };
  try {
    const before = await signaturesIn(db);
    await phase(`${NODES} older, before the migration`);
    const migratedAt = performance.now();
    await migrateWith(next, environment);
    const migrationMs = performance.now() - migratedAt;
    const after = await signaturesIn(db);
    await phase(`${NODES} older, migrated`);
    const stops: Stopped[] = [];
    for (let index = 0; index < NODES; index++) {
      const { api, worker } = nodes[index]!;
      // Each API is removed after its end: until then the balancer must notice by itself that it is not ready.
      stops.push(...(await Promise.all([api.stop(), worker.stop()])));
      balancer.remove(api.url);
      nodes[index] = await startNode(next);
      await phase(`${NODES - index - 1} older, ${index + 1} next`);
    }
    const verdict = await checker.finish(say);
    return judge({
      older: commit,
      added: after.filter((signature) => !before.includes(signature)),
      dropped: before.filter((signature) => !after.includes(signature)),
      migratedAt,
      migrationMs,
      phases,
      history,
      verdict,
      crossed: crossingsOf({ history, events: verdict.evidence.events, oldBases, oldTokens }),
      unfed: await unfedOf(db),
      complaints: complaintsOf(started.flatMap(({ api, worker }) => [api, worker])),
      stops,
      exitSecondsMax: round(Math.max(...stops.map(({ seconds }) => seconds)), 1),
    });
  } finally {
    await checker.close();
  }
}

/** Waits until a node responds quickly, so that its start is not part of the upgrade. Also opens the event feed. */
async function untilQuick(call: Call): Promise<void> {
  const isQuick = async (): Promise<boolean> => {
    const from = performance.now();
    await call('GET', '/events');
    return performance.now() - from < QUICK_MS;
  };
  await until(isQuick, { msMax: QUICK_WAIT_MS_MAX, problem: () => 'the machine is too busy for this trial' });
}

/** Waits for the first claim of a worker that was just started, and returns its token. */
async function newToken({ db }: BareEnvironment, started: readonly Node[], worker: RunningProcess): Promise<string> {
  const text = 'select token from workers where token <> all ($1)';
  let token: string | undefined;
  const found = async (): Promise<boolean> => {
    const known = started.map((node) => node.token);
    token = (await db.query<{ token: string }>({ name: 'new_workers', text }, [known]))[0]?.token;
    return token !== undefined;
  };
  await until(found, { msMax: WORKER_START_MS_MAX, problem: () => `the worker claimed nothing: ${worker.printed()}` });
  return token!;
}

async function settledCounts({ db }: BareEnvironment): Promise<CallCounts> {
  await sleep(COUNTS_LATE_MS);
  return callsIn(db);
}
