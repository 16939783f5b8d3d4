// Sets the stage of one run: a database, the network before it, a copy of the product, and the processes that run it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildCopy } from './build.mjs';
import { readNotes } from './evidence.mjs';
import { createNode } from './nodes.mjs';
import { createArmoury } from './plan.mjs';
import { startProxy } from './proxy.mjs';
import { createRandom } from './random.mjs';
import { createSpares } from './spares.mjs';

const HOUR_MS = 3_600_000;

export async function openStage({ server, profile, seed, times, mutant, plan }) {
  const database = `run_${Date.now().toString(36)}`;
  const folder = path.join(server.folder, database);
  mkdirSync(folder);
  const [notes, hits] = [path.join(folder, 'notes.jsonl'), path.join(folder, 'hits.jsonl')];
  for (const file of [notes, hits]) writeFileSync(file, '');
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ seed, mutant, ...plan }, null, 2));
  const admin = async (text) => {
    await server.ready();
    const client = await server.connect('postgres');
    await client.query(text).finally(() => client.end());
  };
  await admin(`create database ${database}`);
  const proxy = await startProxy(server.socketPath);
  const url = server.urlOf(database);
  const parts = { folder, notes, hits, times, program: buildCopy(folder, mutant) };
  const databaseUrl = url.replace(/@localhost\/(.*)\?.*$/, `@127.0.0.1:${proxy.port}/$1`);
  const spares = createSpares(parts, profile.spares);

  const armoury = createArmoury(plan, createRandom(seed + 2), times, () => new Set(readNotes(hits).map(({ failpoint }) => failpoint)));
  const clocks = createRandom(seed + 3);
  let calm = false;
  let bringing = plan.failpoints.includes('migrate.mid');
  const lifeOf = (name, role) => {
    if (bringing) {
      bringing = false;
      return { failpoints: [{ name: 'migrate.mid', point: 'migrate.mid', nth: 1 }] };
    }
    const clockMs = role === 'worker' ? (profile.clockMs ?? clocks.pick([0, HOUR_MS, -HOUR_MS])) : 0;
    // One of each role is left in peace, so that something goes on.
    const others = profile.armAll || nodes.some((node) => node.role === role && node.name !== name && node.safe);
    return { clockMs, failpoints: calm || !others ? [] : armoury.next(role) };
  };
  const names = [...Array(profile.apis).keys()]
    .map((n) => `api${n + 1}`)
    .concat([...Array(profile.workers).keys()].map((n) => `worker${n + 1}`));
  const nodes = [];
  for (const name of names) {
    const role = name.startsWith('api') ? 'api' : 'worker';
    nodes.push(await createNode(name, role, { ...parts, databaseUrl, spares }, () => lifeOf(name, role)));
  }
  const apis = nodes.filter(({ role }) => role === 'api');

  return {
    database,
    folder,
    notes,
    url,
    proxy,
    nodes,
    apis,
    hits: () => readNotes(hits).map(({ failpoint }) => failpoint),
    /** From now on, new lives carry failpoints, or none. */
    setCalm: (value) => {
      calm = value;
    },
    /** The first API brings the schema and dies in the middle of it; its next life, and all others, find what it left. */
    bringSchema: async () => {
      if (!bringing) return;
      calm = true;
      apis[0].start();
      await apis[0].ready();
    },
    close: async () => {
      for (const node of nodes) await node.stop();
      spares.close();
      await proxy.close();
      await admin(`drop database ${database} with (force)`).catch(() => undefined);
    },
  };
}
