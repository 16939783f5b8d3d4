// Tests for the end of a WHOIS response: complete, empty or broken.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createWhoisFetch } from './tcp43.ts';

const policy = { allowLoopback: true, allowNetworks: [] };
let server: Server;
afterEach(() => server.close());

async function ask(respond: (socket: Socket) => void) {
  server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => respond(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fetch = createWhoisFetch(
    policy,
    async () => ['127.0.0.1'],
    () => port,
  );
  return fetch({ url: 'whois://whois.registry.example/shop.example' }, { attempt: 1 });
}

test('a text whose server closes the connection is complete', async () => {
  expect((await ask((socket) => socket.end('Domain: shop.example'))).body).toBe('Domain: shop.example');
});

test('a text whose server resets the connection with the last bytes is not a result', async () => {
  const asked = ask((socket) => socket.write('Domain: sh', () => socket.resetAndDestroy()));
  await expect(asked).rejects.toMatchObject({ outcome: 'unreachable' });
});

test('a connection that is closed without a text is an error', async () => {
  await expect(ask((socket) => socket.end())).rejects.toMatchObject({ outcome: 'unreachable' });
});
