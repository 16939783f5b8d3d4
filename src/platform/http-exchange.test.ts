import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpClient, type HttpClient, type HttpRequest, ResponseTooLong } from './http.ts';

const TEXT = 'tea '.repeat(5000);
let server: Server;
let client: HttpClient;
let origin: string;
const connections = new Set<Socket>();
let closed = 0;
/** The connections by which requests arrived, with their paths. */
const arrived: { readonly path: string; readonly socket: Socket }[] = [];
const carriers = (path: string): Socket[] => arrived.flatMap((one) => (one.path === path ? [one.socket] : []));

const ROUTES: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/plain': (_, response) => response.end(TEXT),
  '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(TEXT)),
  '/deflate': (_, response) => response.setHeader('content-encoding', 'deflate').end(deflateSync(TEXT)),
  '/br': (_, response) => response.setHeader('content-encoding', 'BR ').end(brotliCompressSync(TEXT)),
  '/half': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(TEXT).subarray(0, 40)),
  '/odd': (_, response) => response.setHeader('content-encoding', 'rot13').end(TEXT),
  '/bomb': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
  '/endless': (_, response) => {
    const more = (): void => void (response.writable && response.write(Buffer.alloc(65_536)) && setImmediate(more));
    response.on('drain', more);
    more();
  },
  '/stalls': (_, response) => void response.write('begun'),
  '/silent': () => undefined,
  '/breaks': (_, response) => void response.write('begun', () => response.socket!.destroy()),
  '/empty': (_, response) => void response.writeHead(204).end(),
  '/many': (_, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).setHeader('x-many', ['1', '2']).end(),
  '/hints': (_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.statusCode = 418;
    response.end('the answer');
  },
  '/echo': (request, response) => void request.pipe(response),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    arrived.push({ path, socket: request.socket });
    ROUTES[path]!(request, response);
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      closed++;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 2000 });
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});
const send = (path: string, more: Partial<HttpRequest> = {}) =>
  client.request({ url: `${origin}${path}`, bytesMax: 100_000, msMax: 5000, ...more });

describe('a response', () => {
  test.each(['/plain', '/gzip', '/deflate', '/br'])('%s is read completely, over a connection that is reused', async (path) => {
    const before = closed;
    for (let times = 0; times < 5; times++) {
      const response = await send(path);
      expect([response.status, response.truncated, response.body.toString() === TEXT]).toEqual([200, false, true]);
    }
    expect(closed).toBe(before);
  });
  test('without a body has none', async () => {
    expect(await send('/empty')).toMatchObject({ status: 204, body: Buffer.alloc(0), truncated: false });
  });
  test('has each header once', async () => {
    expect((await send('/many')).headers).toMatchObject({ 'set-cookie': 'a=1\nb=2', 'x-many': '1, 2' });
  });
  test('is not an informational response', async () => {
    const { status, headers, body } = await send('/hints');
    expect([status, headers.link, body.toString()]).toEqual([418, undefined, 'the answer']);
  });
  test('can echo the request body', async () => {
    expect((await send('/echo?a=1', { method: 'POST', body: 'tea' })).body.toString()).toBe('tea');
  });
});

describe('a response that is too long', () => {
  test.each(['/plain', '/gzip', '/bomb', '/endless'])('%s is an error', async (path) => {
    await expect(send(path, { bytesMax: 1000 })).rejects.toBeInstanceOf(ResponseTooLong);
  });
  test.each(['/plain', '/gzip', '/bomb', '/endless'])('%s is truncated when requested', async (path) => {
    const { body, truncated } = await send(path, { bytesMax: 1000, whenTooLong: 'cut' });
    expect([body.length, truncated]).toEqual([1000, true]);
  });
  test('is complete when it just fits', async () => {
    expect(await send('/plain', { bytesMax: TEXT.length, whenTooLong: 'cut' })).toMatchObject({ truncated: false });
  });
});

describe('no response', () => {
  test.each(['/silent', '/stalls'])('%s: times out and closes the connection', async (path) => {
    // A request that ends before it was sent says nothing, so the next one gets more time.
    for (let msMax = 50; carriers(path).length === 0; msMax *= 3) {
      await expect(send(path, { msMax })).rejects.toMatchObject({ name: 'TimeoutError' });
    }
    await expect.poll(() => carriers(path).every(({ destroyed }) => destroyed)).toBe(true);
  });
  test('times out while it waits for a connection', async () => {
    const ended: string[] = [];
    const held = [1, 2].map(() => send('/silent', { msMax: 2000 }).catch((error) => void ended.push(error.name)));
    await expect(send('/plain', { msMax: 50 })).rejects.toMatchObject({ name: 'TimeoutError' });
    // The timeout came before the other requests ended.
    expect(ended).toEqual([]);
    await Promise.all(held);
    expect(ended).toEqual(['TimeoutError', 'TimeoutError']);
    expect((await send('/plain')).status).toBe(200);
  });
  test.each(['/half', '/odd', '/breaks'])('%s is an error', async (path) => {
    await expect(send(path)).rejects.toThrow();
    expect((await send('/plain')).status).toBe(200);
  });
  test('from something that does not speak HTTP is an error', async () => {
    const other = createSocketServer((socket) => socket.end('SSH-2.0-other\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await expect(
      client.request({ url: `http://127.0.0.1:${(other.address() as AddressInfo).port}/`, bytesMax: 10, msMax: 2000 }),
    ).rejects.toThrow();
    other.close();
  });
  test.each(['/silent', '/stalls', '/bomb'])('%s: the caller may abort first, with a reason', async (path) => {
    const abort = new AbortController();
    const reason = new Error('not needed any more');
    const response = send(path, { signal: abort.signal, bytesMax: 100_000_000 });
    abort.abort(reason);
    await expect(response).rejects.toBe(reason);
    await expect(send('/plain', { signal: abort.signal })).rejects.toBe(reason);
  });
  test('an invalid URL is an error', async () => {
    await expect(client.request({ url: 'http://', bytesMax: 1, msMax: 50 })).rejects.toThrow();
    await expect(send('/plain', { headers: { 'x-bad': 'a\r\nb' } })).rejects.toThrow();
  });
});
