// All steps of one customer over real sockets: key, create, wait, fetch, callback, delete, ledger.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCallback } from '../src/business/callbacks/signature.ts';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let base: string;
const calls: { headers: IncomingMessage['headers']; url: string; body: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    calls.push({ headers: request.headers, url: request.url ?? '', body });
    response.writeHead(calls.length === 1 ? 500 : 200).end();
  });
});

beforeAll(async () => {
  service = await startTestService();
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await service.stop();
});

const post = (path: string, body: object) =>
  fetch(`${base}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('from the first key to the last ledger row', async () => {
  const account = await service.account({ credits: 20 });
  const key = account.test;
  const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done/{:type:}?id={: id :}`;

  const created = await post(`/serp/new?apikey=${key}`, {
    keyword: 'red shoes',
    region: 'Austin,Texas,United States',
    maxResults: 30,
    callback,
  });
  expect(created.status).toBe(200);
  const fresh = (await created.json()) as { id: string; ready: boolean; data: unknown };
  expect([fresh.ready, fresh.data]).toEqual([false, null]);

  const serp = await until(async () => {
    const got = (await (await fetch(`${base}/serp/${fresh.id}?apikey=${key}`)).json()) as { ready: boolean; callbackExecuted: boolean };
    return got.ready && got.callbackExecuted ? (got as unknown as Record<string, unknown>) : null;
  });
  expect((serp.data as { organic: unknown[] }).organic).toHaveLength(30);
  expect(serp).toMatchObject({ verdict: 'valid', pages: 3, callbackFailed: false });

  // The first call got 500, the second 200: one event, one id, valid signatures.
  expect(calls).toHaveLength(2);
  expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`evt_${fresh.id}`]));
  for (const { headers, url, body } of calls) {
    expect(url).toBe(`/done/serp?id=${fresh.id}`);
    expect(JSON.parse(body)).toEqual({ id: fresh.id, type: 'serp' });
    const expected = signCallback(`evt_${fresh.id}`, Number(headers['webhook-timestamp']), body, account.webhookSecret);
    expect(headers['webhook-signature']).toBe(expected['webhook-signature']);
  }

  const waited = (await (
    await post(`/keyword/new?apikey=${key}`, { keywords: ['red shoes', 'boots'], region: 'DE', asynchronous: false })
  ).json()) as Record<string, unknown>;
  expect(waited).toMatchObject({ ready: true, verdict: 'valid' });
  expect((waited.data as { results: unknown[] }).results).toHaveLength(2);

  const failed = (await (
    await post(`/serp/new?apikey=${key}`, { keyword: 'test:faulty', region: 'US', asynchronous: false })
  ).json()) as Record<string, unknown>;
  expect(failed).toMatchObject({ faulty: true, ready: false, data: null });

  expect((await fetch(`${base}/serp/${fresh.id}?apikey=${key}`, { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(`${base}/serp/${fresh.id}?apikey=${key}`)).status).toBe(404);

  const { json: ledger } = await service.admin('GET', `/admin/accounts/${account.id}/ledger?mode=test`);
  expect(ledger.balance).toBe(20 - 1 - 3);
  expect(ledger.entries.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`).sort()).toEqual(
    ['charge -1', 'charge -1', 'charge -3', 'grant 20', 'reversal 1'].sort(),
  );
  const { json: deliveries } = await service.admin('GET', `/admin/deliveries?objectId=${fresh.id}`);
  expect(
    deliveries.items.map(({ attempt, status, ok }: { attempt: number; status: number; ok: boolean }) => [attempt, status, ok]),
  ).toEqual([
    [1, 500, false],
    [2, 200, true],
  ]);
  // The log contains no key.
  expect(service.lines.join('')).not.toContain(key);
});
