import { type ClientRequest, createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createEcho, type Server as Echo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEgressProxy } from './browser-proxy.ts';
import { connectDirectly, connectThrough, type OutboundRoute } from './browser-proxy-connect.ts';

const policy = { allowLoopback: true, allowNetworks: [] };
const resolve = async () => ['127.0.0.1'];
const portOf = (server: Server | Echo): number => (server.address() as AddressInfo).port;
const listening = <S extends Server | Echo>(server: S): Promise<S> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));

let echo: Echo;
let proxy: Server;
const tunnels: string[] = [];

beforeAll(async () => {
  echo = await listening(createEcho((socket) => socket.pipe(socket)));
  // An operator's proxy that opens tunnels with the right password.
  proxy = await listening(
    createServer().on('connect', (incoming, client) => {
      tunnels.push(incoming.url ?? '');
      if (incoming.headers['proxy-authorization'] !== `Basic ${btoa('pilot:a@b')}`)
        return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
      const onward = connect(portOf(echo), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(client).pipe(onward);
      });
    }),
  );
});
afterAll(() => {
  echo.close();
  proxy.closeAllConnections();
  proxy.close();
});

/** Does what a browser does for a secure page: opens a tunnel, then sends its own bytes. */
async function throughProxy(proxyUrl: string, target: string): Promise<string> {
  const socket = connect(Number(new URL(proxyUrl).port), '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    const first = text === '';
    text += bytes;
    if (first && text.includes(' 200 ')) socket.write('hello');
    if (text.endsWith('hello')) socket.end();
  });
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`);
  await new Promise((done) => socket.once('close', done));
  return text;
}

describe('the egress proxy', () => {
  test('opens a direct tunnel to the target, and none to an internal target', async () => {
    const egress = await openEgressProxy(connectDirectly(policy, resolve));
    expect(await throughProxy(egress.url, `shop.example:${portOf(echo)}`)).toMatch(/ 200 [\s\S]*hello$/);
    expect(await throughProxy(egress.url, '10.0.0.1:443')).toContain('403');
    await egress.close();
  });

  test('opens it through the proxy with its password, and never passes on an internal target', async () => {
    const egress = await openEgressProxy(connectThrough(`http://pilot:a%40b@127.0.0.1:${portOf(proxy)}`, policy, resolve));
    expect(await throughProxy(egress.url, 'shop.example:443')).toMatch(/ 200 [\s\S]*hello$/);
    expect(tunnels).toEqual(['shop.example:443']);
    expect(await throughProxy(egress.url, '10.0.0.1:443')).toContain('403');
    expect(tunnels).toHaveLength(1);
    await egress.close();
  });

  test('ends the request of a client that leaves during the name lookup', async () => {
    // A site that does not respond.
    const site = await listening(createServer(() => undefined));
    let begin = (): void => undefined;
    let finish: (addresses: string[]) => void = () => undefined;
    const begun = new Promise<void>((done) => {
      begin = done;
    });
    const route = connectDirectly(policy, () => {
      begin();
      return new Promise<string[]>((done) => {
        finish = done;
      });
    });
    const requests: ClientRequest[] = [];
    const forward: OutboundRoute['forward'] = async (...parameters) => {
      requests.push(await route.forward(...parameters));
      return requests[0]!;
    };
    const egress = await openEgressProxy({ ...route, forward });
    const client = connect(Number(new URL(egress.url).port), '127.0.0.1');
    client.write(`GET http://shop.example:${portOf(site)}/ HTTP/1.1\r\nhost: shop.example\r\n\r\n`);
    await begun;
    client.destroy();
    // The proxy has no connection to the client any more, and has emitted its events.
    await egress.close();
    await new Promise((done) => setTimeout(done, 200));
    finish(['127.0.0.1']);
    await expect.poll(() => requests.map(({ destroyed }) => destroyed), { timeout: 5000 }).toEqual([true]);
    site.closeAllConnections();
    site.close();
  });

  test('fails when the proxy rejects the tunnel', async () => {
    const egress = await openEgressProxy(connectThrough(`http://127.0.0.1:${portOf(proxy)}`, policy, resolve));
    expect(await throughProxy(egress.url, 'shop.example:443')).toContain('403');
    await egress.close();
  });
});
