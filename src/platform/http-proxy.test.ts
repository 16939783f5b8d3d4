import { createServer as createPlain, request as forward, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../test/self-signed.ts';
import { createHttpClient, type HttpClient } from './http.ts';
import { readProxy } from './http-proxy.ts';
import { ForbiddenAddress } from './ssrf-guard.ts';

const PASSWORD = 'gr33n:te@';
const policy = { allowLoopback: false, allowNetworks: [] };
const limits = { bytesMax: 10_000, msMax: 4000 };
/** Requests that reached the proxy, with their credentials. */
const proxyRequests: { line: string; credentials: string | undefined }[] = [];
/** Requests that reached the sites behind it. */
const siteRequests: IncomingMessage[] = [];
const servers: Server[] = [];
const clients: HttpClient[] = [];
let proxyPort: number;
let unresponsivePort: number;
let before: string | undefined;

const portOf = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const client = (credentials: string, port = proxyPort, resolve = async () => ['93.184.216.34']): HttpClient => {
  const made = createHttpClient({
    policy,
    resolve,
    connectionsPerHost: 2,
    connectMsMax: 1000,
    proxy: `http://${credentials}127.0.0.1:${port}`,
  });
  clients.push(made);
  return made;
};
const good = `tea:${encodeURIComponent(PASSWORD)}@`;

/** A small proxy with a password. All of its targets are on this machine. */
async function startProxy(plainPort: number, securePort: number): Promise<number> {
  const wanted = `Basic ${Buffer.from(`tea:${PASSWORD}`).toString('base64')}`;
  const note = (incoming: IncomingMessage): boolean => {
    proxyRequests.push({ line: `${incoming.method} ${incoming.url}`, credentials: incoming.headers['proxy-authorization'] });
    return incoming.headers['proxy-authorization'] === wanted;
  };
  const server = createPlain((incoming, response) => {
    if (!note(incoming)) return response.writeHead(407, { 'proxy-authenticate': 'Basic realm="tea"' }).end();
    const { pathname, search } = new URL(incoming.url!);
    const { 'proxy-authorization': _kept, ...headers } = incoming.headers;
    const outgoing = forward(
      { port: plainPort, host: '127.0.0.1', path: pathname + search, method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    return incoming.pipe(outgoing);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    if (!note(incoming)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="tea"\r\n\r\n');
    const remote = connect(securePort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      remote.pipe(socket).pipe(remote);
    });
    for (const end of [remote, socket]) end.on('error', () => end.destroy());
    return undefined;
  });
  return portOf(server);
}

beforeAll(async () => {
  const answer = (name: string) => (incoming: IncomingMessage, response: import('node:http').ServerResponse) => {
    siteRequests.push(incoming);
    response.writeHead(200, { 'x-site': name }).end(`${name} ${incoming.url}`);
  };
  const plainPort = await portOf(createPlain(answer('plain')));
  const securePort = await portOf(createSecure(selfSigned('shop.example'), answer('secure')));
  proxyPort = await startProxy(plainPort, securePort);
  const unresponsive = createPlain(() => undefined).on('connect', (_incoming, socket: Socket) =>
    socket.on('error', () => socket.destroy()),
  );
  unresponsivePort = await portOf(unresponsive);
  // The site's certificate is generated here and not signed by an authority.
  before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
});
afterAll(async () => {
  if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  for (const made of clients) await made.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  proxyRequests.length = 0;
  siteRequests.length = 0;
});

describe('through a proxy with a password', () => {
  test('HTTP URLs are sent to the proxy unchanged, and only the proxy gets the credentials', async () => {
    const response = await client(good).request({ url: 'http://shop.example/tea?kind=green', headers: { 'user-agent': 'x' }, ...limits });
    expect(response).toMatchObject({ status: 200, headers: { 'x-site': 'plain' } });
    expect(String(response.body)).toBe('plain /tea?kind=green');
    expect(proxyRequests.map(({ line }) => line)).toEqual(['GET http://shop.example/tea?kind=green']);
    expect(siteRequests[0]!.headers.host).toBe('shop.example');
  });

  test('HTTPS URLs use a tunnel that shows the proxy only the host', async () => {
    const request = client(good);
    for (const path of ['/one', '/two', '/three', '/four']) {
      const response = await request.request({ url: `https://shop.example${path}`, method: 'POST', body: 'q=tea', ...limits });
      expect(String(response.body)).toBe(`secure ${path}`);
    }
    expect(new Set(proxyRequests.map(({ line }) => line))).toEqual(new Set(['CONNECT shop.example:443']));
    expect(proxyRequests.length).toBeLessThanOrEqual(2);
    expect(siteRequests.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
  });

  test.each(['tea:wr0ng@', ''])('a rejected password is an error that does not repeat it (%#)', async (credentials) => {
    const request = client(credentials);
    for (const url of ['http://shop.example/', 'https://shop.example/']) {
      const error = await request.request({ url, ...limits }).catch((reason) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 10 })).not.toMatch(/wr0ng|dGVhOndyMG5n/);
    }
    expect(siteRequests).toEqual([]);
  });
});

describe('targets behind a proxy', () => {
  test('private addresses and names that resolve to them are never sent to the proxy', async () => {
    const request = client(good, proxyPort, async () => ['93.184.216.34', '10.0.0.5']);
    for (const url of ['http://10.0.0.1/', 'https://[::1]/', 'http://printer.local/', 'https://inside.example/'])
      await expect(request.request({ url, ...limits })).rejects.toBeInstanceOf(ForbiddenAddress);
    expect(proxyRequests).toEqual([]);
  });

  test('a name that only the proxy knows is left to it', async () => {
    const request = client(good, proxyPort, async () => Promise.reject(new Error('ENOTFOUND')));
    expect((await request.request({ url: 'http://shop.example/', ...limits })).status).toBe(200);
  });
});

describe('a proxy that does not work', () => {
  test('an unresponsive proxy times out every time', async () => {
    const request = client(good, unresponsivePort);
    const started = performance.now();
    for (const url of ['http://shop.example/', 'https://shop.example/', 'https://shop.example/', 'https://shop.example/'])
      await expect(request.request({ url, bytesMax: 100, msMax: 1500 })).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(36_000);
  });

  test('an unreachable proxy is an error without credentials', async () => {
    const error = await client(good, 9)
      .request({ url: 'https://shop.example/', ...limits })
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 10 })).not.toMatch(/gr33n|tea:/);
  });

  test.each(['tea:gr33n@proxy.example', 'http://tea:gr33n@', 'http://tea:gr33n%@proxy.example', 'socks5://tea:gr33n@proxy.example'])(
    'an invalid proxy URL is rejected without being repeated (%#)',
    (text) => {
      let error: unknown;
      try {
        readProxy(text);
      } catch (problem) {
        error = problem;
      }
      expect(inspect(error)).toContain('BadProxy');
      expect(inspect(error, { depth: 10 })).not.toContain('gr33n');
    },
  );
});
