// Regression tests for the findings of fuzzing.
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbackProblem, shownCallback } from '../src/business/callbacks/callback-url.ts';
import { deliver } from '../src/business/callbacks/deliver.ts';
import { isUrl } from '../src/contract/text.ts';
import { createHttpClient } from '../src/platform/http.ts';
import { isAllowedHost } from '../src/platform/ssrf-guard.ts';
import { readDomain } from '../src/sources/registries/domain.ts';
import { startTestService, type TestService } from './service.ts';

const strict = { allowLoopback: false, allowNetworks: [] };
let service: TestService;
let port: number;

beforeAll(async () => {
  service = await startTestService({}, false);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.stop());

describe('a callback', () => {
  test.each(['http:///{:id:}.receiver.example/', 'http:////user:word@receiver.example/', 'http://\\receiver.example/'])(
    'with slashes before its host is rejected: %s',
    (text) => expect(callbackProblem(text, strict)).not.toBeNull(),
  );
  test('to port 0 is rejected', () => expect(callbackProblem('http://receiver.example:0/', strict)).toContain('port'));
  test('shows no password, however many slashes precede it', () => {
    expect(shownCallback('http:////user:word@receiver.example/x@y')).toBe('http:////receiver.example/x@y');
    expect(shownCallback('http://receiver.example\\@x/')).toBe('http://receiver.example\\@x/');
  });
  test('whose password has a lone percent sign is delivered', async () => {
    let heard: string | undefined;
    const client = {
      request: async ({ headers }: { headers?: Readonly<Record<string, string>> }) => {
        heard = headers?.authorization;
        return { status: 204, headers: {}, body: Buffer.alloc(0), firstByteMs: 0, truncated: false };
      },
      close: async () => undefined,
    };
    const letter = {
      accountId: 1,
      objectId: 'a',
      kind: 'serp' as const,
      attempt: 1,
      url: 'http://user:100%@receiver.example/',
      body: Buffer.from('{}'),
      at: 0,
    };
    const tried = await deliver({ ...letter, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }, client, {
      retrySeconds: [],
      msMax: 1000,
    });
    expect(tried.ok).toBe(true);
    expect(Buffer.from(heard!.replace('Basic ', ''), 'base64').toString()).toBe('user:100%');
  });
});

test.each(['localhost..', '.localhost', 'a..example', 'receiver.example..'])('a host with an empty part is not called: %s', (host) => {
  expect(isAllowedHost(host, strict)).toBe(false);
  expect(isAllowedHost(host, { allowLoopback: true, allowNetworks: [] })).toBe(false);
});

test('a URL with non-ASCII letters is valid after many calls', () => {
  for (let times = 0; times < 20_000; times++) if (!isUrl('http://münchen.example/')) throw new Error(`refused at call ${times}`);
  expect(isUrl('http://')).toBe(false);
  expect(isUrl('/path', 'https://shop.example/')).toBe(true);
});

test('names under home.arpa are rejected', () => {
  expect(readDomain('router.home.arpa', { allowExample: true })).toEqual({ problem: 'ends in a reserved top-level domain' });
});

describe('the admin API', () => {
  test.each(['2099-01-01T00:00:00+23:59', '0000-01-01T00:00:00Z', '2099-01-01T00:00:00-16:00'])(
    'gets 400 for the time %s',
    async (expiresAt) => {
      const { id } = await service.account();
      const { status, json } = await service.admin('POST', `/admin/accounts/${id}/credits`, { total: 1, expiresAt });
      expect({ status, message: json.message }).toEqual({ status: 400, message: expect.stringContaining('expiresAt') });
    },
  );
  test('gets 404 for an id with a NUL', async () => {
    expect((await service.admin('GET', '/admin/deliveries?objectId=%00')).status).toBe(400);
    expect((await service.admin('DELETE', '/admin/keys/%00')).status).toBe(404);
    expect((await service.admin('POST', '/admin/deliveries/%00/resend')).status).toBe(404);
    expect((await service.admin('POST', '/admin/objects/%00/reparse')).status).toBe(404);
  });
});

test('a URL that cannot be decoded is rejected with the usual headers', async () => {
  const { status, headers, json } = await service.call('GET', '/serp/%zz', 'x');
  expect(status).toBe(400);
  expect(headers).toMatchObject({ 'x-request-id': expect.any(String), 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect(Object.keys(json)).toEqual(['code', 'message', 'solution']);
});

test.each([
  ['no HTTP', 'BAD\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['two lengths', 'POST /serp/new HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
])('invalid HTTP is rejected with the Error body: %s', async (_what, bytes, status) => {
  const text = await new Promise<string>((resolve) => {
    let heard = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toEqual({ code: status, message: expect.any(String), solution: expect.any(String) });
});

test('slow senders are disconnected by our own timeouts', () => {
  const { headersTimeout, requestTimeout } = service.app.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 });
});

test('responses in an unknown encoding are rejected, and their connections are closed', async () => {
  let open = 0;
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x'.repeat(100_000)),
  );
  server.on('connection', (socket) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 2000 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // More than there are connections: an unread body would hold its connection for ever.
  for (let attempts = 0; attempts < 6; attempts++)
    await expect(client.request({ url, bytesMax: 1000, msMax: 5000 })).rejects.toThrow('unknown content encoding');
  expect(open).toBeLessThanOrEqual(2);
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
