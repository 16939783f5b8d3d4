import { request as send } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_TOKEN, startTestService, type TestService, until } from '../../test/service.ts';

let service: TestService;
let base: string;
let key: string;
const SLOW = { keyword: 'test:slow:2 tea', region: 'US', asynchronous: false, priority: 'INSTANT' };

beforeAll(async () => {
  service = await startTestService({ OVERLOAD_REQUESTS_MAX: '8', OVERLOAD_BURST_MAX: '8', SYNC_WAIT_SECONDS: '20' });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  key = (await service.account()).test;
});
afterAll(() => service.stop());

const get = (path: string, token = key) => fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
/** Announces a body and never sends it. */
function stuck() {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /serp/new HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
  );
  return socket;
}

/** Runs `during` while eight requests wait for a lock in the database. */
async function whileFull(during: () => Promise<void>): Promise<void> {
  expect((await get('/user')).status).toBe(200);
  const client = await service.database.db.connect();
  await client.query('begin; lock table lots in access exclusive mode');
  const waiting = Array.from({ length: 8 }, () => get('/user'));
  try {
    await until(async () => (await get('/serp/000000000000000000000000')).status === 429);
    await during();
  } finally {
    await client.end();
  }
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
}

describe('while every place is taken', () => {
  test('customers get 429 at once; lookups have places of their own, and operators and probes are served', () =>
    whileFull(async () => {
      const rejected = await get('/user');
      expect([rejected.status, rejected.headers.get('retry-after'), ((await rejected.json()) as { code: number }).code]).toEqual([
        429,
        '1',
        429,
      ]);
      expect(rejected.headers.get('x-request-id')).toBeTruthy();
      expect((await get('/region/list?items=1')).status).toBe(200);
      const others = await Promise.all([get('/admin/accounts', OPERATOR_TOKEN), get('/healthz'), get('/readyz')]);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    }));
  test('a batch that is turned away leaves its connection in order', () =>
    whileFull(async () => {
      const status = await new Promise((resolve, reject) => {
        const body = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ keyword: `k${index}`, region: 'US' })));
        const asked = send(`${base}/serp/new/list?apikey=${key}`, { method: 'POST', headers: { 'content-type': 'application/json' } });
        asked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
        asked.end(body);
      });
      expect(status).toBe(429);
    }));
  test('it is not by those whose bodies are still on their way', async () => {
    const sockets = Array.from({ length: 20 }, stuck);
    await until(async () => (await get('/user')).status === 200);
    for (const socket of sockets) socket.destroy();
  });
});

describe('clients that wait', () => {
  test('in numbers far above the places are all let in, and all get their finished objects', async () => {
    const ask = () =>
      until(async () => {
        const response = await fetch(`${base}/serp/new`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(SLOW),
        });
        return response.status === 429 ? null : ((await response.json()) as { ready: boolean });
      }, 30);
    const answers = await Promise.all(Array.from({ length: 60 }, ask));
    expect(answers.every(({ ready }) => ready)).toBe(true);
    expect((await get('/user')).status).toBe(200);
  });
});
