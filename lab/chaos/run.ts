// One run: load and faults, recovery, draining, and the check of all invariants.

import type { Client } from 'pg';
import { createSpreadRandom } from '../random.ts';
import { sleep } from '../wait.ts';
import { type ChaosAccount, fillDatabase } from './accounts.ts';
import { type ChaosEnvironment, openChaosEnvironment } from './environment.ts';
import { collectEvidence } from './evidence.ts';
import { extend, type Missing } from './extend.ts';
import type { Times } from './failpoints.ts';
import { createFaults, type FaultCounts, type Faults } from './faults.ts';
import { type Run, type Violation, violationsOf } from './invariants.ts';
import { type ChaosLoad, createLoad } from './load.ts';
import { plantSql } from './mutants.ts';
import { type Plan, planOf } from './plan.ts';
import type { Profile } from './profiles.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { missingFailpoints, missingFaults, missingSights } from './seen.ts';
import type { ChaosServer } from './server.ts';
import { startTracking } from './tracking.ts';
import { collectTracking } from './tracking-rules.ts';
import { startWatch, type Watch } from './watch.ts';

interface OneRun {
  readonly server: ChaosServer;
  readonly profile: Profile;
  readonly seed: number;
  readonly times: Times;
  readonly mutant?: string | null;
}

export interface RunResult {
  readonly seed: number;
  readonly folder: string;
  readonly plan: Plan;
  readonly run: Run;
  readonly violations: readonly Violation[];
  readonly hits: readonly string[];
  readonly faults: FaultCounts;
  readonly looks: number;
  readonly postgresKills: number;
  readonly drainSeconds: number;
}

type Connect = () => Promise<Client>;

export async function runOnce({ server, profile, seed, times, mutant = null }: OneRun): Promise<RunResult> {
  const plan = planOf(createSpreadRandom(seed + 1), profile);
  const environment = await openChaosEnvironment({ server, profile, seed, times, mutant, plan });
  const connect: Connect = () => server.connect(environment.database);
  const killsBefore = server.kills;
  let receiver: Receiver | undefined;
  let watch: Watch | undefined;
  try {
    await environment.bringSchema();
    const accounts = await fillDatabase(environment.url);
    const planter = await connect();
    await plantSql((text) => planter.query(text), mutant).finally(() => planter.end());
    receiver = await startReceiver(
      createSpreadRandom(seed + 4),
      (name) => (accounts as Partial<Record<string, ChaosAccount>>)[name]?.secret,
    );
    // With `armAll` the first processes already have failpoints. Otherwise they have none, and most are killed when the load begins.
    environment.setCalm(!profile.armAll);
    for (const node of environment.nodes) node.start();
    for (const api of environment.apis) await api.ready();
    environment.setCalm(false);
    const tracking = profile.tracking ? await startTracking(connect) : null;
    watch = startWatch(connect, times.stuckSeconds * 2 + times.lease.seconds * 2);
    const load = createLoad({
      random: createSpreadRandom(seed),
      accounts,
      apis: environment.apis,
      receiver,
      ratePerSecond: profile.ratePerSecond,
      mix: profile.mix,
    });
    const faults = createFaults({ random: createSpreadRandom(seed + 5), ...environment, server, load, times });

    const seen = { environment, server, profile, plan, load, faults, receipts: receiver.receipts, watch, killsBefore, connect };
    await rage({ environment, profile, plan, load, faults, missing: () => missingOf(seen) });
    await recover({ environment, server, load, receiver });
    await workersBack(connect, profile.workers);
    await tracking?.stop(profile.stallSeconds);
    watch.setLimit(times.stuckSeconds);
    const drainSeconds = await drain(connect, profile.stallSeconds, watch, {
      count: profile.workers,
      heartbeatMs: times.lease.heartbeatMs,
    });
    await load.finalReads([...new Set(load.history.deletes.filter(({ status }) => status === 204).map(({ id }) => id))].slice(-50));
    await watch.stop();
    for (const node of environment.nodes) await node.stop();
    const client = await connect();
    const evidence = await collectEvidence(client, environment.notes, tracking ? collectTracking : undefined).finally(() => client.end());
    const run: Run = { ...evidence, history: load.history, receipts: receiver.receipts, accounts, stuck: watch.stuck, drift: watch.drift };
    const { folder } = environment;
    return {
      seed,
      folder,
      plan,
      run,
      violations: violationsOf(run),
      hits: environment.hits(),
      faults: faults.done,
      looks: watch.looks,
      postgresKills: server.kills - killsBefore,
      drainSeconds,
    };
  } finally {
    await watch?.stop();
    await receiver?.close();
    await environment.close();
  }
}

interface Rage {
  readonly environment: ChaosEnvironment;
  readonly profile: Profile;
  readonly plan: Plan;
  readonly load: ChaosLoad;
  readonly faults: Faults;
  readonly missing: () => Promise<Missing>;
}

/** Load and faults together, for the planned time and then until the run has seen everything that it must see. */
async function rage({ environment, profile, plan, load, faults, missing }: Rage): Promise<void> {
  load.start();
  const armedLater = plan.failpoints.length > 0 && !profile.armAll;
  if (armedLater) for (const node of environment.nodes) if (!node.name.endsWith('1')) node.signal('SIGKILL');
  const started = performance.now();
  for (const { kind, atMs } of plan.events) {
    await sleep(Math.max(0, started + atMs - performance.now()));
    await faults.apply(kind);
  }
  await sleep(Math.max(0, started + profile.seconds * 1000 - performance.now()));
  environment.armNearest();
  await extend({ plan, profile, missing, apply: faults.apply, rearm: environment.rearm });
}

interface SeenParts extends Omit<Rage, 'missing'> {
  readonly server: ChaosServer;
  readonly receipts: Receiver['receipts'];
  readonly watch: Pick<Watch, 'looks'>;
  readonly killsBefore: number;
  readonly connect: Connect;
}

/** Reads the database only when no failpoint and no fault is missing. While it is down, the result is incomplete. */
async function missingOf(parts: SeenParts): Promise<Missing> {
  const { environment, server, profile, plan, load, faults, receipts, watch, killsBefore, connect } = parts;
  const hits = environment.hits();
  const missing = {
    faults: missingFaults(faults.done, profile, server.hasDisk),
    failpoints: missingFailpoints(plan, hits, profile.hitsEach),
    others: [],
  };
  if (missing.faults.length > 0 || missing.failpoints.length > 0) return missing;
  try {
    const client = await connect();
    const also = profile.tracking ? collectTracking : undefined;
    const evidence = await collectEvidence(client, environment.notes, also).finally(() => client.end());
    const run = { ...evidence, history: load.history, receipts };
    const seen = { plan, run, hits, faults: faults.done, looks: watch.looks, postgresKills: server.kills - killsBefore };
    return { ...missing, others: missingSights(seen, profile) };
  } catch {
    return { ...missing, others: ['database'] };
  }
}

interface Recovery {
  readonly environment: ChaosEnvironment;
  readonly server: ChaosServer;
  readonly load: ChaosLoad;
  readonly receiver: Receiver;
}

/** Ends all faults and failpoints. Clients repeat requests whose outcome they do not know. */
async function recover({ environment, server, load, receiver }: Recovery): Promise<void> {
  load.stop();
  environment.setCalm(true);
  receiver.behave();
  environment.proxy.recover();
  server.freeDisk();
  for (const node of environment.nodes) if (!node.safe) node.signal('SIGKILL');
  await server.ready();
  for (const api of environment.apis) await api.ready();
  await load.settle();
}

/** Another worker must run before the jobs of a dead one can be reclaimed. */
async function workersBack(connect: Connect, count: number): Promise<void> {
  const client = await connect();
  for (let attempts = 0; attempts < 240; attempts++) {
    const { rows } = await client.query("select count(*)::integer as living from workers where seen_at > now() - interval '2 seconds'");
    if (rows[0].living >= count) break;
    await sleep(250);
  }
  await client.end();
}

/** A drain with late workers ends after this many times `stallSeconds` without progress. */
const LATE_FACTOR = 4;

/** The workers whose heartbeats a drain looks at. */
interface DrainWorkers {
  readonly count: number;
  readonly heartbeatMs: number;
}

/**
 * Waits until queue and outbox are empty. Gives up when nothing has moved for `stallSeconds`. Time in which one of `workers` was late with
 * its heartbeats does not count: it got no processor time, which says nothing about the product. Returns the seconds.
 */
export async function drain(
  connect: Connect,
  stallSeconds: number,
  watch: Pick<Watch, 'stuck'>,
  workers: DrainWorkers = { count: 0, heartbeatMs: 1000 },
): Promise<number> {
  const started = performance.now();
  const client = await connect();
  const stuckBefore = watch.stuck.size;
  const stallMs = stallSeconds * 1000;
  let least = Number.POSITIVE_INFINITY;
  let [moved, looked, stalledMs] = [started, started, 0];
  for (;;) {
    const { rows } = await client.query(
      `select (select count(*) from queue)::integer + (select count(*) from outbox)::integer as left,
        (select count(*) from workers where seen_at > now() - make_interval(secs => $1))::integer as living`,
      [(workers.heartbeatMs * 2) / 1000],
    );
    const now = performance.now();
    if (rows[0].living >= workers.count) stalledMs += now - looked;
    looked = now;
    if (rows[0].left < least) {
      least = rows[0].left;
      [moved, stalledMs] = [now, 0];
    }
    if (least === 0 || stalledMs > stallMs || now - moved > stallMs * LATE_FACTOR || watch.stuck.size > stuckBefore) {
      await client.end();
      return (now - started) / 1000;
    }
    await sleep(250);
  }
}
