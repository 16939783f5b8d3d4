import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendsFirst } from '../../test/sends-first.ts';
import { OPERATOR_TOKEN, startTestService, type TestService } from '../../test/service.ts';
import { openAdminListener } from './admin-listener.ts';

let service: TestService;
let listener: Server;
let [outside, inside] = ['', ''];
beforeAll(async () => {
  service = await startTestService({ ADMIN_PORT: '1' }, false);
  outside = await service.app.listen({ host: '127.0.0.1', port: 0 });
  listener = await openAdminListener(service.app, '127.0.0.1', 0);
  inside = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  await service.stop();
});

const token = { authorization: `Bearer ${OPERATOR_TOKEN}` };
const status = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status;

test('the admin API and the metrics respond only on the admin listener', async () => {
  for (const path of ['/admin/accounts', '/admin/audit', '/metrics']) {
    expect(await status(`${inside}${path}`, token), path).toBe(200);
    // As if the route did not exist, even with the right token.
    expect(await status(`${outside}${path}`, token), path).toBe(404);
  }
  expect(await status(`${inside}/admin/accounts`)).toBe(403);
});

test('customers’ routes do not exist there, and health checks exist on both', async () => {
  const { json } = await fetch(`${inside}/admin/accounts`, {
    method: 'POST',
    headers: { ...token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A', email: 'a@mail.example' }),
  }).then(async (response) => ({ json: (await response.json()) as { keys: { test: string } } }));
  const key = { authorization: `Bearer ${json.keys.test}` };
  expect(await status(`${outside}/user`, key)).toBe(200);
  expect(await status(`${inside}/user`, key)).toBe(404);
  for (const side of [inside, outside]) {
    expect(await status(`${side}/healthz`)).toBe(200);
    expect(await status(`${side}/openapi.json`)).toBe(200);
  }
});

test('a request after a rejected body is not processed', async () => {
  const accounts = async () => (await fetch(`${inside}/admin/accounts`, { headers: token })).text();
  const post = (type: string, length: number) =>
    [
      'POST /admin/accounts HTTP/1.1',
      'host: x',
      `authorization: Bearer ${OPERATOR_TOKEN}`,
      `content-type: ${type}`,
      `content-length: ${length}`,
      '\r\n',
    ].join('\r\n');
  const body = JSON.stringify({ name: 'Nobody', email: 'nobody@mail.example' });
  const next = `${post('application/json', body.length)}${body}`;
  const port = (listener.address() as AddressInfo).port;
  for (const pieces of [[' '.repeat(100), next], [`${' '.repeat(100)}${next}`]])
    expect(await sendsFirst(port, post('text/plain', 100), pieces).catch(String)).not.toContain('200 OK');
  await sleep(500);
  expect(await accounts()).not.toContain('Nobody');
});
