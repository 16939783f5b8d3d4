import { request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from '../../test/service.ts';

const MOST = 5;
let service: TestService;
let base: string;
let held: Socket[] = [];

beforeAll(async () => {
  service = await startTestService({ IP_CONNECTIONS_MAX: String(MOST), TRUST_PROXY: '127.0.0.9,127.0.1.0/24' }, false);
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  if (held.length === 0) return;
  for (const socket of held) socket.destroy();
  held = [];
  // Wait until the server has noticed.
  await until(async () => (await probe('127.0.0.2')).status === 200);
});
afterAll(() => service.stop());

interface Heard {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends one request over a new connection, from one of this machine's IP addresses. */
const probe = (localAddress: string): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const asked = send(`${base}/healthz`, { agent: false, localAddress });
    asked.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.end();
  });

/** Opens connections that send nothing. */
async function hold(localAddress: string, count: number): Promise<void> {
  const { port } = new URL(base);
  await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
          socket.on('connect', () => resolve()).on('error', reject);
          held.push(socket);
        }),
    ),
  );
}

// Only Linux accepts all addresses of 127.0.0.0/8 without configuration.
describe.skipIf(process.platform !== 'linux')('an address with as many connections as it may have', () => {
  test('hears 429 on a further one, which is closed, while another address is served', async () => {
    await hold('127.0.0.2', MOST);
    const refused = await until(async () => {
      const heard = await probe('127.0.0.2');
      return heard.status === 429 ? heard : null;
    });
    expect(refused.headers).toMatchObject({ connection: 'close', 'retry-after': '1', 'cache-control': 'no-store' });
    expect(JSON.parse(refused.text)).toEqual({ code: 429, message: expect.stringContaining('connections'), solution: expect.any(String) });
    expect((await probe('127.0.0.3')).status).toBe(200);
    const { text } = await service.admin('GET', '/metrics');
    expect(text).toMatch(/sextant_http_rejected_total\{[^}]*reason="connections"/);
  });
  test('is served again as soon as it closes one', async () => {
    await hold('127.0.0.2', MOST);
    await until(async () => (await probe('127.0.0.2')).status === 429);
    held.pop()!.destroy();
    await until(async () => (await probe('127.0.0.2')).status === 200);
  });
  test('hears it also if it sends a body, and the connection is not reset under the answer', async () => {
    await hold('127.0.0.2', MOST);
    await until(async () => (await probe('127.0.0.2')).status === 429);
    const status = await new Promise((resolve, reject) => {
      const asked = send(`${base}/serp/new`, { method: 'POST', agent: false, localAddress: '127.0.0.2' });
      asked.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
      asked.end('x'.repeat(300_000));
    });
    expect(status).toBe(429);
  });
  test('is not stopped when it is a proxy that the operator trusts', async () => {
    for (const proxy of ['127.0.0.9', '127.0.1.7']) {
      await hold(proxy, MOST + 1);
      expect((await probe(proxy)).status).toBe(200);
    }
  });
});
