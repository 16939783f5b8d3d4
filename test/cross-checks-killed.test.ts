// A worker process that is killed during a cross-check: the search is settled, and charged once.
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepPartitions } from '../src/worker/maintenance.ts';
import { HONEST, upstreamAnswer } from './checked-sources.ts';
import { ROOT } from './doc-samples.ts';
import { type LocalApi, startLocalApi } from './local-api.ts';
import { startTestService, type TestService, until } from './service.ts';

const MAIN = path.join(ROOT, 'dist', 'main.js');
const SEARCHES = 5;

let service: TestService;
let upstream: LocalApi;
/** The second source, Google’s page, is fetched through this proxy, which accepts connections and never responds. */
let silentProxy: Server;
const sockets = new Set<Socket>();
let child: ChildProcess | undefined;
beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  upstream = await startLocalApi();
  upstream.answers((asked) => upstreamAnswer(asked, HONEST));
  silentProxy = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => silentProxy.listen(0, '127.0.0.1', resolve));
  service = await startTestService({}, false);
  await keepPartitions(service.database.db);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  for (const socket of sockets) socket.destroy();
  silentProxy?.close();
  await service?.stop();
  await upstream?.close();
});

const startWorker = (crossChecks: string): ChildProcess =>
  spawn(process.execPath, [MAIN, 'worker'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: service.database.url,
      KEY_PEPPER: 'pepper',
      UPSTREAM_URL: upstream.baseUrl,
      UPSTREAM_KEY: 'key',
      PROXIES: `*=http://127.0.0.1:${(silentProxy.address() as AddressInfo).port}`,
      CROSS_CHECKS: crossChecks,
    },
  });

test('a worker that is killed during a check loses no search', async () => {
  const { live } = await service.account({ credits: 100 });
  const search = async (): Promise<string> => {
    const fields = { keyword: 'garden chairs', region: 'US', asynchronous: true, priority: 'REALTIME' };
    return (await service.call('POST', '/serp/new', live, fields)).json.id;
  };
  const spent = async () => 100 - (await service.call('GET', '/user', live)).json.credits[0].remaining;
  const ids = await Promise.all(Array.from({ length: SEARCHES }, search));
  const charged = await spent();
  child = startWorker('google=1:100');
  // The second source was asked, and a search is only checked after it was settled.
  await until(async () => sockets.size > 0);
  child.kill('SIGKILL');
  await new Promise((resolve) => child!.once('exit', resolve));
  child = startWorker('');
  for (const id of ids) {
    const object = await until(async () => {
      const { json } = await service.call('GET', `/serp/${id}`, live);
      return json.ready && json;
    });
    expect(object).toMatchObject({ faulty: false, verdict: 'valid' });
    expect(object.attempts.map(({ source }: { source: string }) => source)).toEqual(['upstream']);
  }
  expect(await spent()).toBe(charged);
  const [left] = await service.database.db.query({
    name: 'left',
    text: `select (select count(*)::integer from queue) as queued, (select count(*)::integer from ledger where kind = 'charge') as charges,
      (select count(*)::integer from ledger where kind = 'reversal') as reversals, (select calls::integer from cross_check_days) as calls`,
  });
  expect(left).toEqual({ queued: 0, charges: SEARCHES, reversals: 0, calls: 1 });
});
