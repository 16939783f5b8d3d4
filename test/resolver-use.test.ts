// All outgoing connections use the resolver: only the DNS server of the test knows these names.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createHttpClient } from '../src/platform/http.ts';
import { createResolver, type Resolver, type Share } from '../src/platform/resolver.ts';
import { createObjectStore } from '../src/platform/s3.ts';
import { createDnsResolve } from '../src/sources/registries/host-lookup.ts';
import { openEgressProxy } from '../src/sources/transport/browser-proxy.ts';
import { connectThrough } from '../src/sources/transport/browser-proxy-connect.ts';
import { fetchFor } from '../src/sources/transport/fetch.ts';
import { createHttpFetch } from '../src/sources/transport/http.ts';
import { createWhoisFetch } from '../src/sources/transport/tcp43.ts';
import { createSourceAccess, PAGE_POLICY } from '../src/wiring/source-access.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';
import { ACCESS, type ObjectServer, startObjectServer } from './s3-server.ts';

const HERE = { allowLoopback: true, allowNetworks: [] };
let dns: DnsServer;
let resolver: Resolver;
let store: ObjectServer;
const seen: string[] = [];
const proxy = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  response.end('through the proxy');
}).on('connect', (request, client) => {
  seen.push(`CONNECT ${request.url}`);
  client.end('HTTP/1.1 200 OK\r\n\r\n');
});
const whois = createSocketServer((socket) => void socket.once('data', () => socket.end('registered')));
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  dns = await startDnsServer((name, type) =>
    name.endsWith('.example') ? { addresses: type === 'A' ? ['127.0.0.1'] : [] } : 'no such name',
  );
  resolver = createResolver({ servers: [dns.address] });
  store = await startObjectServer();
  for (const server of [proxy, whois]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  for (const server of [proxy, whois]) server.close();
  await store.close();
  await dns.close();
});

describe('the resolver is used for', () => {
  test('a page, in the share of its account', async () => {
    const shares: (Share | undefined)[] = [];
    const resolve = (name: string, share?: Share) => {
      shares.push(share);
      return resolver.resolve(name, share);
    };
    const client = createHttpClient({ policy: HERE, resolve, connectionsPerHost: 1, connectMsMax: 2000 });
    const page = await fetchFor(7, createHttpFetch(client))({ url: `http://page.example:${portOf(proxy)}/` }, { attempt: 1 });
    expect([page.status, shares]).toEqual([200, [7]]);
    await client.close();
  });
  test('a WHOIS server', async () => {
    const fetch = createWhoisFetch(HERE, resolver.resolve, () => portOf(whois));
    expect((await fetch({ url: 'whois://whois.registry.example/shop.com' }, { attempt: 1 })).body).toBe('registered');
    await expect(fetch({ url: 'whois://whois.nowhere.invalid-name.xyz/shop.com' }, { attempt: 1 })).rejects.toMatchObject({
      outcome: 'unreachable',
      message: 'the host name is not known',
    });
  });
  test('the proxies of pages and of the browser', async () => {
    const address = `http://proxy.example:${portOf(proxy)}`;
    const { resolve, lookup } = resolver;
    const client = createHttpClient({ policy: HERE, resolve, lookup, connectionsPerHost: 1, connectMsMax: 2000, proxy: address });
    const response = await client.request({ url: 'http://target.example/', bytesMax: 100, msMax: 5000 });
    expect(response.body.toString()).toBe('through the proxy');
    await client.close();
    const egress = await openEgressProxy(connectThrough(address, HERE, resolve, lookup));
    const socket = connect(Number(new URL(egress.url).port), '127.0.0.1');
    socket.write('CONNECT target.example:443 HTTP/1.1\r\nhost: target.example:443\r\n\r\n');
    const said = await new Promise<string>((done) => socket.once('data', (bytes) => done(String(bytes))));
    expect([said.split('\r\n')[0], seen]).toEqual([
      'HTTP/1.1 200 Connection established',
      ['GET /', 'GET http://target.example/', 'CONNECT target.example:443'],
    ]);
    socket.destroy();
    await egress.close();
  });
  test('S3 storage', async () => {
    const { port, pathname } = new URL(store.url);
    const there = createObjectStore({ ...ACCESS, url: `http://store.example:${port}${pathname}`, lookup: resolver.lookup });
    await there.put('key', Buffer.from('bytes'));
    expect(await there.head('key')).toBe(5);
    await there.close();
  });
  test('the server of a domain, without /etc/hosts and search domains', async () => {
    expect(await createDnsResolve(resolver).addressesOf('shop.example', 7)).toEqual(['127.0.0.1']);
    await expect(createDnsResolve(resolver).addressesOf('localhost')).rejects.toMatchObject({ reason: 'not_found' });
  });
  test('everything that the wiring builds', async () => {
    const world = await createSourceAccess(readConfig({ DNS_SERVERS: dns.address }));
    const asked = (name: string) => dns.questions.some((question) => question.endsWith(` ${name}`));
    const first = { attempt: 1 };
    const job = { mode: 'live', accountId: 3, kind: 'serp', request: '{"region":{"countryCode":"US"}}' } as never;
    const universal = world.serpRoute(world.engines('live').universal!, job)[0]!;
    const fetches = { page: world.fetchOf({ id: 3, mode: 'live' }), analysis: world.pageFetch(job).fetch, universal: universal.fetch };
    // The names resolve to loopback, which pages never reach.
    expect(PAGE_POLICY.allowLoopback).toBe(false);
    for (const [name, fetch] of Object.entries(fetches)) {
      await expect(fetch({ url: `http://${name}.wired.example/` }, first)).rejects.toMatchObject({ message: 'the address is not allowed' });
      expect(asked(`${name}.wired.example`)).toBe(true);
    }
    await world.dnsOf('records.wired.example', { id: 3, mode: 'live' });
    expect(asked('records.wired.example')).toBe(true);
    await world.close();
  });
});

test('only the resolver uses node:dns', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const users = files.filter((file) => /from 'node:dns/.test(readFileSync(path.join('src', file), 'utf8')));
  expect(users.sort()).toEqual(['platform/resolver-servers.ts', 'platform/resolver-system.ts']);
});
