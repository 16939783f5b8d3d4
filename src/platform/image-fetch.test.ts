// Images of a real HTTP server: types, sizes, redirects, the cache and the limits.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from './http.ts';
import { cacheImages } from './image-cache.ts';
import { createImageFetch, IMAGE_LIMITS } from './image-fetch.ts';
import { limitImages } from './image-slots.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const LIMITS = { ...IMAGE_LIMITS, bytesMax: 100_000, msMax: 1500 };
let server: Server;
let client: HttpClient;
let origin: string;
let requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
/** Responses that the test ends itself. */
let open: ServerResponse[] = [];

const ROUTES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/a.gif': (response) => response.end(GIF),
  '/b.gif': (response) => response.end(GIF),
  '/c.gif': (response) => response.end(GIF),
  '/wrong-type': (response) => response.setHeader('content-type', 'text/html').end(GIF),
  '/gzip': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(GIF)),
  '/a.svg': (response) => response.setHeader('content-type', 'image/svg+xml').end('<svg><script>1</script></svg>'),
  '/page': (response) => response.setHeader('content-type', 'image/png').end('<!doctype html>'),
  '/large': (response) => response.end(Buffer.concat([GIF, Buffer.alloc(200_000)])),
  '/bomb': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000))),
  '/silent': () => undefined,
  '/waits': (response) => void open.push(response),
  '/missing': (response) => response.writeHead(404).end(GIF),
  '/blocked': (response) => response.writeHead(403).end(GIF),
  '/once': (response) => response.writeHead(302, { location: '/a.gif' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-private': (response) => response.writeHead(302, { location: 'http://10.0.0.1/a.gif' }).end(),
  '/to-nothing': (response) => response.writeHead(302, { location: 'http://' }).end(),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ path: request.url!, headers: request.headers });
    ROUTES[request.url!]!(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 20, connectMsMax: 2000 });
});
beforeEach(() => {
  requests = [];
  open = [];
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
const pathsOf = (): string[] => requests.map(({ path }) => path);
const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('an image', () => {
  test.each(['/a.gif', '/wrong-type', '/gzip', '/once'])('of %s has the type of its bytes', async (path) => {
    expect(await createImageFetch(client, LIMITS)(origin + path, 1)).toEqual({ type: 'image/gif', bytes: GIF });
  });
  test('is requested without cookies, referrer or credentials', async () => {
    await createImageFetch(client, LIMITS)(`${origin.replace('//', '//user:word@')}/a.gif`, 1);
    expect(Object.keys(requests[0]!.headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  });
  test.each([
    ['/a.svg', 'is not a PNG, JPEG, GIF, WebP or AVIF file'],
    ['/page', 'is not a PNG, JPEG, GIF, WebP or AVIF file'],
    ['/large', 'is larger than 0.1 MB'],
    ['/bomb', 'is larger than 0.1 MB'],
    ['/silent', 'did not arrive in time'],
    ['/missing', 'was not sent: its host returned status 404'],
    ['/blocked', 'was not sent: its host returned status 403'],
    ['/loop', 'has too many redirects'],
    ['/to-file', 'has an invalid redirect'],
    ['/to-nothing', 'has an invalid redirect'],
    ['/to-private', 'could not be reached'],
  ])('of %s is rejected: it %s', async (path, problem) => {
    await expect(createImageFetch(client, LIMITS)(origin + path, 1)).rejects.toThrow(problem);
  });
  test('of a private network looks like an unreachable one, and no connection is opened', async () => {
    const guarded = createHttpClient({ policy: { allowLoopback: false, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 2000 });
    for (const url of [`${origin}/a.gif`, 'http://169.254.169.254/a.gif', 'http://[::1]/a.gif', 'http://localhost/a.gif'])
      await expect(createImageFetch(guarded, LIMITS)(url, 1)).rejects.toThrow('could not be reached');
    expect(requests).toEqual([]);
    await guarded.close();
  });
});

describe('the cache', () => {
  test('fetches an image once, for calls at the same time and later', async () => {
    const fetch = cacheImages(createImageFetch(client, LIMITS));
    await Promise.all([fetch(`${origin}/a.gif`, 1), fetch(`${origin}/a.gif`, 2)]);
    await fetch(`${origin}/a.gif`, 1);
    expect(pathsOf()).toEqual(['/a.gif']);
  });
  test('fetches again after the time to live', async () => {
    let now = 0;
    const fetch = cacheImages(createImageFetch(client, LIMITS), { ttlMs: 1000, now: () => now });
    await fetch(`${origin}/a.gif`, 1);
    now = 1001;
    await fetch(`${origin}/a.gif`, 1);
    expect(pathsOf()).toEqual(['/a.gif', '/a.gif']);
  });
  test('remembers a failure for a shorter time', async () => {
    let now = 0;
    const fetch = cacheImages(createImageFetch(client, LIMITS), { failureTtlMs: 100, now: () => now });
    for (const time of [0, 50, 101]) {
      now = time;
      await expect(fetch(`${origin}/missing`, 1)).rejects.toThrow('status 404');
    }
    expect(pathsOf()).toEqual(['/missing', '/missing']);
  });
  test('drops the least recently used image when it is full', async () => {
    const fetch = cacheImages(createImageFetch(client, LIMITS), { bytesMax: 2 * (GIF.length + 1024) });
    for (const path of ['/a.gif', '/b.gif', '/a.gif', '/c.gif', '/a.gif', '/b.gif']) await fetch(origin + path, 1);
    expect(pathsOf()).toEqual(['/a.gif', '/b.gif', '/c.gif', '/b.gif']);
  });
});

describe('the cache with limits', () => {
  test('tries again after a rejection that is not about the image', async () => {
    const limits = { most: 1, perAccount: 1, perAccountWaiting: 1, waitMsMax: 20_000 };
    const fetch = cacheImages(limitImages(createImageFetch(client, { ...LIMITS, msMax: 20_000 }), limits));
    const first = fetch(`${origin}/waits`, 1);
    await expect(fetch(`${origin}/a.gif`, 1)).rejects.toThrow('too many images are being loaded');
    await until(() => open.length === 1);
    open.shift()!.end(GIF);
    await first;
    expect((await fetch(`${origin}/a.gif`, 1)).type).toBe('image/gif');
  });
});

describe('the cache between accounts', () => {
  test('loads an image that another account requested first and had no slot for', async () => {
    const limits = { most: 2, perAccount: 1, perAccountWaiting: 2, waitMsMax: 300 };
    const fetch = cacheImages(limitImages(createImageFetch(client, { ...LIMITS, msMax: 20_000 }), limits));
    const first = fetch(`${origin}/waits`, 1);
    await until(() => open.length === 1);
    const rejected = fetch(`${origin}/a.gif`, 1).catch((error: Error) => error.message);
    expect((await fetch(`${origin}/a.gif`, 2)).type).toBe('image/gif');
    expect(await rejected).toContain('too many images are being loaded');
    open.shift()!.end(GIF);
    await first;
  });
});

describe('the limits', () => {
  const slow = () => createImageFetch(client, { ...LIMITS, msMax: 20_000 });
  const settings = { most: 3, perAccount: 2, perAccountWaiting: 3, waitMsMax: 20_000 };
  const endAll = (): void => {
    while (open.length > 0) open.shift()!.end(GIF);
  };
  test('let one account use only its slots, and another account use the others', async () => {
    const fetch = limitImages(slow(), settings);
    const running = [1, 1, 1, 2, 2].map((account) => fetch(`${origin}/waits`, account));
    // Two of the first account and one of the second fill the slots. A finished one makes room.
    await until(() => open.length === 3);
    open.shift()!.end(GIF);
    await until(() => open.length === 3);
    endAll();
    await until(() => open.length === 1);
    endAll();
    expect(await Promise.all(running)).toHaveLength(5);
  });
  test('reject an image at once when too many of its account wait', async () => {
    const fetch = limitImages(slow(), settings);
    const running = [1, 2, 3].map(() => fetch(`${origin}/waits`, 1));
    await expect(fetch(`${origin}/a.gif`, 1)).rejects.toThrow('too many images are being loaded');
    expect((await fetch(`${origin}/a.gif`, 2)).type).toBe('image/gif');
    await until(() => open.length === 2);
    endAll();
    await until(() => open.length === 1);
    endAll();
    await Promise.all(running);
    expect((await fetch(`${origin}/a.gif`, 1)).type).toBe('image/gif');
  });
  test('end a wait that takes too long, and release the slot', async () => {
    const fetch = limitImages(slow(), { ...settings, most: 1, waitMsMax: 100 });
    const first = fetch(`${origin}/waits`, 1);
    await expect(fetch(`${origin}/a.gif`, 2)).rejects.toThrow('too many images are being loaded');
    await until(() => open.length === 1);
    endAll();
    await first;
    expect((await fetch(`${origin}/a.gif`, 2)).type).toBe('image/gif');
  });
});
