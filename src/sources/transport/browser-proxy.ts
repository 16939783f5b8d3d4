// Egress proxy on loopback: checks every connection of the browser, including those of scripts.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OutboundRoute } from './browser-proxy-connect.ts';

export interface EgressProxy {
  /** The proxy URL for the browser. */
  readonly url: string;
  close(): Promise<void>;
}

/** Hop-by-hop headers: they belong to a connection, not to the message. */
const HOP_HEADERS = new Set(['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade']);

export async function openEgressProxy(route: OutboundRoute): Promise<EgressProxy> {
  const sockets = new Set<Duplex>();
  const track = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The page handles a broken connection. Here it only must not become an unhandled error.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((incoming, response) => void passOn(incoming, response, route));
  server.on(
    'connect',
    (incoming: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(incoming, track(client), head, route, track),
  );
  server.on('connection', track);
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
    server.unref();
  });
}

const withoutHops = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)));

/**
 * Plain `http:` requests have a complete URL. A rejection closes the connection, so that no response of ours looks like
 * the page.
 */
async function passOn(incoming: IncomingMessage, response: ServerResponse, route: OutboundRoute): Promise<void> {
  try {
    const url = new URL(incoming.url ?? '');
    if (url.protocol !== 'http:') throw new Error('only http URLs can be forwarded');
    const outgoing = await route.forward(url, { method: incoming.method, headers: withoutHops(incoming.headers) });
    outgoing.on('response', (targetResponse) => {
      // The proxy's own rejection is not a page of the target.
      if (targetResponse.statusCode === 407) return response.destroy();
      response.writeHead(targetResponse.statusCode ?? 502, withoutHops(targetResponse.headers));
      targetResponse.pipe(response);
      targetResponse.on('error', () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    // The client may have left during the name lookup. Its `close` event is over then.
    if (response.destroyed) return void outgoing.destroy();
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  } catch {
    response.destroy();
  }
}

async function tunnel(
  incoming: IncomingMessage,
  client: Duplex,
  head: Buffer,
  route: OutboundRoute,
  track: (socket: Socket) => Socket,
): Promise<void> {
  try {
    const remote = track(await route.open(new URL(`http://${incoming.url}`)));
    if (client.destroyed) return void remote.destroy();
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    remote.write(head);
    remote.pipe(client);
    client.pipe(remote);
    remote.on('close', () => client.destroy());
    client.on('close', () => remote.destroy());
  } catch {
    client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  }
}
