// The only way out for the operator's browser: a proxy on loopback that vets every connection, redirects and sockets of scripts included.
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type GuardPolicy, type Resolve, vettedAddress } from '../../platform/guard.ts';

export interface Door {
  /** What the browser is told to use as its proxy. */
  readonly url: string;
  close(): Promise<void>;
}

/** Between two neighbours: they belong to a connection and not to the message. */
const HOP_HEADERS = new Set(['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade']);

export async function openDoor(policy: GuardPolicy, resolve: Resolve): Promise<Door> {
  const sockets = new Set<Duplex>();
  const keep = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A broken connection is the page's business; here it only must not become an unhandled error.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const vet = (hostname: string): Promise<string> => vettedAddress(hostname, policy, resolve);
  const server = createServer((incoming, response) => void passOn(incoming, response, vet));
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(incoming, keep(client), head, vet, keep));
  server.on('connection', keep);
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

type Vet = (hostname: string) => Promise<string>;

/** Plain `http:` addresses arrive whole. A refusal is a hang-up, so that no page of ours is ever taken for the page asked for. */
async function passOn(incoming: IncomingMessage, response: ServerResponse, vet: Vet): Promise<void> {
  try {
    const url = new URL(incoming.url ?? '');
    if (url.protocol !== 'http:') throw new Error('only plain addresses arrive whole');
    const host = await vet(url.hostname);
    const headers = withoutHops(incoming.headers);
    const path = `${url.pathname}${url.search}`;
    const outgoing = forward({ host, port: url.port || 80, method: incoming.method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  } catch {
    response.destroy();
  }
}

async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer, vet: Vet, keep: (socket: Socket) => Socket): Promise<void> {
  try {
    const target = new URL(`http://${incoming.url}`);
    const address = await vet(target.hostname);
    if (client.destroyed) return;
    const remote = keep(connect({ host: address, port: Number(target.port || 80) }));
    remote.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      remote.write(head);
      remote.pipe(client);
      client.pipe(remote);
    });
    remote.on('close', () => client.destroy());
    client.on('close', () => remote.destroy());
  } catch {
    client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  }
}
