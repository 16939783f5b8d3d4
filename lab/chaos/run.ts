// One run: load and faults, healing, draining, and the verdict of all invariants.
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDatabase } from './accounts.ts';
import { collectEvidence } from './evidence.ts';
import { createFaults } from './faults.ts';
import { violationsOf } from './invariants.ts';
import { createLoad } from './load.ts';
import { plantSql } from './mutants.ts';
import { planOf } from './plan.ts';
import { createRandom } from './random.ts';
import { startReceiver } from './receiver.ts';
import { openStage } from './stage.ts';
import { startWatch } from './watch.ts';

export async function runOnce({ server, profile, seed, times, mutant = null }) {
  const plan = planOf(createRandom(seed + 1), profile);
  const stage = await openStage({ server, profile, seed, times, mutant, plan });
  const connect = () => server.connect(stage.database);
  let receiver;
  let watch;
  try {
    await stage.bringSchema();
    const accounts = await fillDatabase(stage.url);
    const planter = await connect();
    await plantSql((text) => planter.query(text), mutant).finally(() => planter.end());
    receiver = await startReceiver(createRandom(seed + 4), (name) => accounts[name]?.secret);
    // Where nobody is left in peace, first lives are armed already; elsewhere they are calm and most of them end when the load begins.
    stage.setCalm(!profile.armAll);
    for (const node of stage.nodes) node.start();
    for (const api of stage.apis) await api.ready();
    stage.setCalm(false);
    watch = startWatch(connect, times.stuckSeconds * 2 + times.lease.seconds * 2);
    const load = createLoad({
      random: createRandom(seed),
      accounts,
      apis: stage.apis,
      receiver,
      ratePerSecond: profile.ratePerSecond,
      mix: profile.mix,
    });
    const faults = createFaults({ random: createRandom(seed + 5), ...stage, server, load, times });

    await rage({ stage, profile, plan, load, faults });
    await heal({ stage, server, load, receiver });
    await workersBack(connect, profile.workers);
    watch.setLimit(times.stuckSeconds);
    const drainSeconds = await drain(connect, profile.stallSeconds, watch);
    await load.finalReads([...new Set(load.history.deletes.filter(({ status }) => status === 204).map(({ id }) => id))].slice(-50));
    await watch.stop();
    for (const node of stage.nodes) await node.stop();
    const client = await connect();
    const evidence = await collectEvidence(client, stage.notes).finally(() => client.end());
    const run = { ...evidence, history: load.history, receipts: receiver.receipts, accounts, stuck: watch.stuck, drift: watch.drift };
    const { folder } = stage;
    return {
      seed,
      folder,
      plan,
      run,
      violations: violationsOf(run),
      hits: stage.hits(),
      faults: faults.done,
      looks: watch.looks,
      drainSeconds,
    };
  } finally {
    await watch?.stop();
    await receiver?.close();
    await stage.close();
  }
}

/** Load and faults together, for as long as planned and, on a slow machine, until every failpoint was come by. */
async function rage({ stage, profile, plan, load, faults }) {
  load.start();
  const armedLater = plan.failpoints.length > 0 && !profile.armAll;
  if (armedLater) for (const node of stage.nodes) if (!node.name.endsWith('1')) node.signal('SIGKILL');
  const started = performance.now();
  for (const { kind, atMs } of plan.events) {
    await sleep(Math.max(0, started + atMs - performance.now()));
    await faults.apply(kind);
  }
  await sleep(Math.max(0, started + profile.seconds * 1000 - performance.now()));
  for (const end = performance.now() + profile.moreSeconds * 1000; performance.now() < end; await sleep(500)) {
    const hits = stage.hits();
    if (plan.failpoints.every((name) => hits.filter((hit) => hit === name).length >= profile.hitsEach)) break;
  }
}

/** Everything is whole again: no failpoints, no mood, no fault; clients clear up what they do not know. */
async function heal({ stage, server, load, receiver }) {
  load.stop();
  stage.setCalm(true);
  receiver.behave();
  stage.proxy.heal();
  server.freeDisk();
  for (const node of stage.nodes) if (!node.safe) node.signal('SIGKILL');
  await server.ready();
  for (const api of stage.apis) await api.ready();
  await load.settle();
}

/** A dead worker's jobs can only be freed once there is another. */
async function workersBack(connect, count) {
  const client = await connect();
  for (let tries = 0; tries < 240; tries++) {
    const { rows } = await client.query("select count(*)::integer as living from workers where seen_at > now() - interval '2 seconds'");
    if (rows[0].living >= count) break;
    await sleep(250);
  }
  await client.end();
}

/** Waits until nothing is left to do or to tell. A slow machine gets its time; one where nothing moves any more does not. */
export async function drain(connect, stallSeconds, watch) {
  const started = performance.now();
  const client = await connect();
  const stuckBefore = watch.stuck.size;
  let least = Number.POSITIVE_INFINITY;
  let moved = started;
  for (;;) {
    const { rows } = await client.query('select (select count(*) from queue)::integer + (select count(*) from outbox)::integer as left');
    const now = performance.now();
    if (rows[0].left < least) {
      least = rows[0].left;
      moved = now;
    }
    if (least === 0 || now - moved > stallSeconds * 1000 || watch.stuck.size > stuckBefore) {
      await client.end();
      return (now - started) / 1000;
    }
    await sleep(250);
  }
}
