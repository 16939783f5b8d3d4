// The WHOIS servers of the sandbox on real sockets: one line in, text out, then close.

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import type { SandboxRequest, SandboxResponse } from './site.ts';

export interface Port43 {
  /** Returns the port of that server on 127.0.0.1. */
  portOf(hostname: string): number;
  /** All listening ports. */
  readonly ports: readonly number[];
  close(): Promise<void>;
}

/**
 * The root registry's responses differ, and a connection does not name its server, so the root registry has its own
 * port.
 */
const ROOT = 'whois.iana.org';
const ANY = 'whois.registry.example';
const LINE_BYTES_MAX = 1024;
const LINE_MS_MAX = 10_000;
/** Node 20 treats a reset together with the last bytes as an orderly end, so the reset comes a little later. */
const CUT_AFTER_MS = 50;

export async function startPort43(respond: (request: SandboxRequest, hungUp: () => boolean) => Promise<SandboxResponse>): Promise<Port43> {
  const sockets = new Set<Socket>();
  const start = async (hostname: string): Promise<Server> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      readLine(socket, (line) => {
        const url = new URL(`whois://${hostname}/${encodeURIComponent(line)}`);
        respond({ method: 'GET', url, headers: {}, body: '' }, () => socket.destroyed).then(
          (given) => send(socket, given),
          () => socket.destroy(),
        );
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    server.unref();
    return server;
  };
  const [root, any] = await Promise.all([start(ROOT), start(ANY)]);
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  return {
    portOf: (hostname) => portOf(hostname === ROOT ? root : any),
    ports: [portOf(root), portOf(any)],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([root, any].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function readLine(socket: Socket, then: (line: string) => void): void {
  let read = '';
  socket.setTimeout(LINE_MS_MAX, () => socket.destroy());
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    if (read.includes('\n')) return;
    read += chunk;
    if (read.length > LINE_BYTES_MAX) socket.destroy();
    else if (read.includes('\n')) {
      socket.setTimeout(0);
      then(read.split(/\r?\n/, 1)[0]!);
    }
  });
}

/** Port 43 has no statuses: a server in trouble closes without a response. */
function send(socket: Socket, { status, body, end }: SandboxResponse): void {
  if (status >= 500) socket.end();
  else if (end === 'stall') socket.write('% ');
  else if (end === 'cut')
    socket.write(body.slice(0, Math.ceil(body.length / 2)), () => setTimeout(() => socket.resetAndDestroy(), CUT_AFTER_MS));
  else socket.end(body);
}
