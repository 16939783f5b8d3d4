// A worker process that is killed during a canary: the run counts once, and only after its lease.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCanaries } from '../src/wiring/canary-list.ts';
import { keepPartitions } from '../src/worker/maintenance.ts';
import { HONEST, upstreamAnswer } from './checked-sources.ts';
import { ROOT } from './doc-samples.ts';
import { type LocalApi, startLocalApi } from './local-api.ts';
import { startTestService, type TestService, until } from './service.ts';

const MAIN = path.join(ROOT, 'dist', 'main.js');

let service: TestService;
let upstream: LocalApi;
/** Accepts connections and never responds. */
let silent: Server;
let folder: string;
const sockets = new Set<Socket>();
let child: ChildProcess | undefined;
const canaries = (): Record<string, string> => ({
  UPSTREAM_KEY: 'key',
  SERP_ROUTES: '{"google":["upstream"]}',
  CANARIES_FILE: path.join(folder, 'canaries.json'),
  CANARY_INTERVAL_MINUTES: '60',
  CANARY_BUDGET: '{"upstream":10}',
});
beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  folder = mkdtempSync(path.join(tmpdir(), 'canaries-'));
  const shipped = loadCanaries({ CANARIES_FILE: null }).map(({ id }) => ({ id, disabled: true }));
  const own = ['red clay', 'blue clay'].map((question) => ({
    id: question.replace(' ', '-'),
    engine: 'google',
    question,
    region: 'US',
    language: 'en',
    anchors: [{ title: 'a', within: 10 }],
    checked: 2026,
  }));
  writeFileSync(path.join(folder, 'canaries.json'), JSON.stringify({ canaries: [...shipped, ...own] }));
  upstream = await startLocalApi();
  upstream.answers((asked) => upstreamAnswer(asked, HONEST));
  silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  service = await startTestService({ ...canaries(), UPSTREAM_URL: upstream.baseUrl }, false);
  await keepPartitions(service.database.db);
}, 240_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  for (const socket of sockets) socket.destroy();
  silent?.close();
  await service?.stop();
  await upstream?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const startWorker = (upstreamUrl: string): ChildProcess =>
  spawn(process.execPath, [MAIN, 'worker'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: service.database.url,
      KEY_PEPPER: 'pepper',
      ...canaries(),
      UPSTREAM_URL: upstreamUrl,
    },
  });
const found = async () => {
  const { json } = await service.admin('GET', '/admin/canaries');
  const source = json.sources.find((one: { engine: string; source: string }) => one.engine === 'google' && one.source === 'upstream');
  const named = new Map<string, { outcome: string | null; running: boolean }>(source?.canaries.map((one: { id: string }) => [one.id, one]));
  return { source, running: [...named.keys()].filter((id) => named.get(id)!.running), named };
};
const runs = async (): Promise<string[]> =>
  (await service.admin('GET', '/admin/canaries/runs')).json.items.map(({ canary }: { canary: string }) => canary).sort();

test('a worker that is killed during a run loses it, and another worker repeats it after the lease', async () => {
  await until(async () => (await found()).named.size === 2);
  child = startWorker(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  expect((await service.admin('POST', '/admin/canaries/google/upstream/run')).status).toBe(200);
  await until(async () => sockets.size > 0, 120);
  child.kill('SIGKILL');
  await new Promise((resolve) => child!.once('exit', resolve));
  const { running } = await found();
  expect(running).toHaveLength(1);
  expect(await runs()).toEqual([]);
  // The claim of the dead process holds: the other canary runs, this one does not.
  child = startWorker(upstream.baseUrl);
  const other = running[0] === 'red-clay' ? 'blue-clay' : 'red-clay';
  await until(async () => (await found()).named.get(other)!.outcome !== null, 120);
  expect(await runs()).toEqual([other]);
  expect((await service.admin('POST', '/admin/canaries/google/upstream/run')).status).toBe(429);
  expect((await found()).named.get(running[0]!)).toMatchObject({ running: true, outcome: null });

  await service.database.db.script("update canary_states set claimed_until = now() - interval '1 second' where claimed_until is not null");
  await until(async () => (await found()).named.get(running[0]!)!.outcome !== null, 120);
  expect(await runs()).toEqual(['blue-clay', 'red-clay']);
  expect((await found()).running).toEqual([]);
  // The killed run and its repetition both count in the budget: the source may have charged for both.
  const [left] = await service.database.db.query({
    name: 'left',
    text: `select (select sum(calls)::integer from provider_days where provider = 'canary.upstream') as calls,
      (select count(*)::integer from objects) as objects, (select count(*)::integer from ledger where kind = 'charge') as charges`,
  });
  expect(left).toEqual({ calls: 3, objects: 0, charges: 0 });
});
