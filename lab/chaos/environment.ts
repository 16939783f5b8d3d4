// The environment of one run: a database, a proxy in front of it, a copy of the product, and its processes.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSpreadRandom } from '../random.ts';
import { buildCopy } from './build.ts';
import { readNotes } from './evidence.ts';
import { FAILPOINTS, type Times } from './failpoints.ts';
import { type ChaosNode, createNode, type Role, type Timeline } from './nodes.ts';
import { createArmoury, type Plan } from './plan.ts';
import type { Profile } from './profiles.ts';
import { type ChaosProxy, startProxy } from './proxy.ts';
import type { ChaosServer } from './server.ts';
import { createWarmProcesses } from './warm-processes.ts';

const HOUR_MS = 3_600_000;

interface EnvironmentParts {
  readonly server: ChaosServer;
  readonly profile: Profile;
  readonly seed: number;
  readonly times: Times;
  readonly mutant: string | null;
  readonly plan: Plan;
}

export interface ChaosEnvironment {
  readonly database: string;
  readonly folder: string;
  readonly notes: string;
  readonly url: string;
  readonly proxy: ChaosProxy;
  readonly nodes: readonly ChaosNode[];
  readonly apis: readonly ChaosNode[];
  /** The failpoints that were hit so far. */
  hits(): string[];
  /** Whether processes that start from now on have no failpoints. */
  setCalm(value: boolean): void;
  /** Processes that start from now on are ended by the first pass of a failpoint. */
  armNearest(): void;
  /** When all processes of a role are without failpoints, ends one, so that its next start has them. */
  rearm(failpoints: readonly string[]): void;
  /** The first API creates the schema and is killed in the middle of it. Its next start finds what it left. */
  bringSchema(): Promise<void>;
  close(): Promise<void>;
}

export async function openChaosEnvironment({ server, profile, seed, times, mutant, plan }: EnvironmentParts): Promise<ChaosEnvironment> {
  const database = `run_${Date.now().toString(36)}`;
  const folder = path.join(server.folder, database);
  mkdirSync(folder);
  const [notes, hits] = [path.join(folder, 'notes.jsonl'), path.join(folder, 'hits.jsonl')] as const;
  for (const file of [notes, hits]) writeFileSync(file, '');
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ seed, mutant, ...plan }, null, 2));
  const admin = async (text: string): Promise<void> => {
    await server.ready();
    const client = await server.connect('postgres');
    await client.query(text).finally(() => client.end());
  };
  await admin(`create database ${database}`);
  const proxy = await startProxy(server.socketPath);
  const url = server.urlOf(database);
  const parts = { folder, notes, hits, times, program: buildCopy(folder, mutant) };
  const databaseUrl = url.replace(/@localhost\/(.*)\?.*$/, `@127.0.0.1:${proxy.port}/$1`);
  const warmProcesses = createWarmProcesses(parts, profile.warmProcesses);

  const hitsOf = (): string[] => readNotes(hits).flatMap(({ failpoint }) => failpoint ?? []);
  const armoury = createArmoury(plan, createSpreadRandom(seed + 2), times, () => new Set(hitsOf()));
  const clocks = createSpreadRandom(seed + 3);
  let calm = false;
  let bringing = plan.failpoints.includes('migrate.mid');
  const timelineOf = (name: string, role: Role): Timeline => {
    // A start that failed before it came this far is repeated with the failpoint.
    if (bringing && !hitsOf().includes('migrate.mid')) {
      return { failpoints: [{ name: 'migrate.mid', point: 'migrate.mid', nth: 1 }] };
    }
    const clockMs = role === 'worker' ? (profile.clockMs ?? clocks.pick([0, HOUR_MS, -HOUR_MS])) : 0;
    // One process of each role has no failpoints, so that work continues.
    const others = profile.armAll || nodes.some((node) => node.role === role && node.name !== name && node.safe);
    return { clockMs, failpoints: calm || !others ? [] : armoury.next(role) };
  };
  const names = [...Array(profile.apis).keys()]
    .map((n) => `api${n + 1}`)
    .concat([...Array(profile.workers).keys()].map((n) => `worker${n + 1}`));
  const nodes: ChaosNode[] = [];
  for (const name of names) {
    const role = name.startsWith('api') ? 'api' : 'worker';
    nodes.push(await createNode(name, role, { ...parts, databaseUrl, warmProcesses }, () => timelineOf(name, role)));
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
    hits: hitsOf,
    setCalm: (value) => {
      calm = value;
    },
    armNearest: armoury.armNearest,
    rearm: (failpoints) => {
      for (const role of new Set(failpoints.map((name) => FAILPOINTS[name]?.role))) {
        const running = nodes.filter((node) => node.role === role && node.running);
        if (running.length > 1 && running.every(({ safe }) => safe)) running.at(-1)!.signal('SIGKILL');
      }
    },
    bringSchema: async () => {
      if (!bringing) return;
      calm = true;
      apis[0]!.start();
      await apis[0]!.ready();
      bringing = false;
    },
    close: async () => {
      for (const node of nodes) await node.stop();
      warmProcesses.close();
      await proxy.close();
      await admin(`drop database ${database} with (force)`).catch(() => undefined);
    },
  };
}
