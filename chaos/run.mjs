// One run: stage, load and faults, healing, draining, and the verdict of all invariants.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDatabase } from './accounts.mjs';
import { buildCopy } from './build.mjs';
import { collectEvidence, readNotes } from './evidence.mjs';
import { createFaults } from './faults.mjs';
import { violationsOf } from './invariants.mjs';
import { createLoad } from './load.mjs';
import { plantSql } from './mutants.mjs';
import { createNode } from './nodes.mjs';
import { createArmoury, planOf } from './plan.mjs';
import { startProxy } from './proxy.mjs';
import { createRandom } from './random.mjs';
import { startReceiver } from './receiver.mjs';
import { createSpares } from './spares.mjs';
import { startWatch } from './watch.mjs';

const HOUR_MS = 3_600_000;

export async function runOnce({ server, profile, seed, times, mutant = null }) {
  const random = createRandom(seed);
  const plan = planOf(createRandom(seed + 1), profile);
  const database = `run_${Date.now().toString(36)}`;
  const folder = path.join(server.folder, database);
  mkdirSync(folder);
  const stage = {
    folder,
    notes: path.join(folder, 'notes.jsonl'),
    hits: path.join(folder, 'hits.jsonl'),
    times,
    program: buildCopy(folder, mutant),
  };
  for (const file of [stage.notes, stage.hits]) writeFileSync(file, '');
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ seed, mutant, ...plan }, null, 2));
  await createEmpty(server, database);
  const proxy = await startProxy(server.socketPath);
  const direct = server.urlOf(database);
  stage.databaseUrl = direct.replace(/@localhost\/(.*)\?.*$/, `@127.0.0.1:${proxy.port}/$1`);

  stage.spares = createSpares(stage, profile.spares);
  const hitsOf = () => new Set(readNotes(stage.hits).map(({ failpoint }) => failpoint));
  const armoury = createArmoury(plan, createRandom(seed + 2), times, hitsOf);
  const clocks = createRandom(seed + 3);
  let calm = false;
  let first = plan.failpoints.includes('migrate.mid');
  const lifeOf = (name, role) => {
    if (first) {
      first = false;
      return { failpoints: [{ name: 'migrate.mid', point: 'migrate.mid', nth: 1 + clocks.below(6) }] };
    }
    const clockMs = role === 'worker' ? (profile.clockMs ?? clocks.pick([0, HOUR_MS, -HOUR_MS])) : 0;
    // One of each role is left in peace, so that something goes on.
    const others = profile.armAll || nodes.some((node) => node.role === role && node.name !== name && node.safe);
    return { clockMs, failpoints: calm || !others ? [] : armoury.next(role) };
  };
  const nodes = [];
  for (const [role, count] of [
    ['api', profile.apis],
    ['worker', profile.workers],
  ])
    for (let n = 1; n <= count; n++) nodes.push(await createNode(`${role}${n}`, role, stage, () => lifeOf(`${role}${n}`, role)));
  const apis = nodes.filter(({ role }) => role === 'api');

  let accounts;
  let receiver;
  let watch;
  try {
    // The first API brings the schema and dies in the middle of it; its next life, and all others, find what it left.
    if (first) {
      calm = true;
      apis[0].start();
      await apis[0].ready();
      calm = false;
    }
    accounts = await fillDatabase(direct);
    const planter = await server.connect(database);
    await plantSql((text) => planter.query(text), mutant);
    await planter.end();
    const secrets = new Map(Object.values(accounts).map(({ name, secret }) => [name, secret]));
    receiver = await startReceiver(createRandom(seed + 4), (name) => secrets.get(name));
    // Where nobody is left in peace, first lives are armed already; elsewhere they are calm and most of them end below.
    calm = !profile.armAll;
    for (const node of nodes) node.start();
    for (const api of apis) await api.ready();
    calm = false;
    watch = startWatch(() => server.connect(database), times.stuckSeconds * 2 + times.lease.seconds * 2);
    const load = createLoad({ random, accounts, apis, receiver, ratePerSecond: profile.ratePerSecond, mix: profile.mix });
    const faults = createFaults({ random: createRandom(seed + 5), nodes, server, proxy, load, times, database });

    load.start();
    // From here on lives have failpoints; all first lives but one of each role end for it.
    if (plan.failpoints.length > 0 && !profile.armAll) for (const node of nodes) if (!node.name.endsWith('1')) node.signal('SIGKILL');
    const started = performance.now();
    for (const { kind, atMs } of plan.events) {
      await sleep(Math.max(0, started + atMs - performance.now()));
      await faults.apply(kind);
    }
    await sleep(Math.max(0, started + profile.seconds * 1000 - performance.now()));
    // A slow machine gets more time to come by every failpoint.
    for (const end = performance.now() + profile.moreSeconds * 1000; performance.now() < end; await sleep(500)) {
      const hits = readNotes(stage.hits);
      if (plan.failpoints.every((name) => hits.filter(({ failpoint }) => failpoint === name).length >= profile.hitsEach)) break;
    }

    load.stop();
    calm = true;
    receiver.behave();
    proxy.heal();
    server.freeDisk();
    for (const node of nodes) if (!node.safe) node.signal('SIGKILL');
    await server.ready();
    for (const api of apis) await api.ready();
    await load.settle();
    await workersBack(server, database, profile.workers);
    watch.setLimit(times.stuckSeconds);
    const drainSeconds = await drain(server, database, profile.stallSeconds, watch);
    await load.finalReads([...new Set(load.history.deletes.filter(({ status }) => status === 204).map(({ id }) => id))].slice(-50));
    await watch.stop();
    for (const node of nodes) await node.stop();
    const client = await server.connect(database);
    const evidence = await collectEvidence(client, stage.notes);
    await client.end();
    const run = { ...evidence, history: load.history, receipts: receiver.receipts, accounts, stuck: watch.stuck, drift: watch.drift };
    return {
      seed,
      folder,
      plan,
      run,
      violations: violationsOf(run),
      hits: readNotes(stage.hits).map(({ failpoint }) => failpoint),
      faults: faults.done,
      proxy: proxy.counts,
      deaths: nodes.map(({ name, role, counts }) => ({ name, role, ...counts })),
      looks: watch.looks,
      drainSeconds,
      log: readFileSync(path.join(folder, 'nodes.log'), 'utf8'),
    };
  } finally {
    await watch?.stop();
    for (const node of nodes) await node.stop();
    stage.spares.close();
    await receiver?.close();
    await proxy.close();
  }
}

async function createEmpty(server, database) {
  await server.ready();
  const admin = await server.connect('postgres');
  await admin.query(`create database ${database}`);
  await admin.end();
}

/** A dead worker's jobs can only be freed once there is another. */
async function workersBack(server, database, count) {
  const client = await server.connect(database);
  for (let tries = 0; tries < 240; tries++) {
    const { rows } = await client.query("select count(*)::integer as living from workers where seen_at > now() - interval '2 seconds'");
    if (rows[0].living >= count) break;
    await sleep(250);
  }
  await client.end();
}

/** Waits until nothing is left to do or to tell. A slow machine gets its time; one where nothing moves any more does not. */
async function drain(server, database, stallSeconds, watch) {
  const started = performance.now();
  const client = await server.connect(database);
  let least = Number.POSITIVE_INFINITY;
  let moved = started;
  for (;;) {
    const { rows } = await client.query('select (select count(*) from queue)::integer + (select count(*) from outbox)::integer as left');
    const now = performance.now();
    if (rows[0].left < least) {
      least = rows[0].left;
      moved = now;
    }
    if (least === 0 || now - moved > stallSeconds * 1000 || watch.stuck.size > 0) {
      await client.end();
      return (now - started) / 1000;
    }
    await sleep(250);
  }
}
