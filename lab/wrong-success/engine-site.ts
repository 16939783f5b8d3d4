// Stands in for www.bing.com: an outbound proxy whose tunnels end at an HTTPS server of our own.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CertificateFiles } from '../certificate.ts';
import { pageFor, type SiteState } from './lies.ts';

export const ENGINE_HOST = 'www.bing.com';

export interface EngineSite {
  /** Set it to change what later pages show. */
  readonly state: SiteState;
  /** The setting `PROXIES` that leads the service here. */
  readonly proxies: string;
  /** Pages sent so far. */
  sent(): number;
  close(): Promise<void>;
}

export async function startEngineSite({ key, cert }: CertificateFiles, day: string): Promise<EngineSite> {
  const state: SiteState = { day, lie: null };
  let sent = 0;
  const site = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const url = new URL(request.url ?? '/', `https://${ENGINE_HOST}`);
    sent++;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageFor(url, state, sent));
  });
  const proxy: Server = createServer((_, response) => {
    response.writeHead(405);
    response.end();
  });
  const tunnels = new Set<Duplex>();
  proxy.on('connect', (_request, socket) => {
    tunnels.add(socket);
    socket.on('close', () => tunnels.delete(socket));
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.on('error', () => socket.destroy());
    site.emit('connection', socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    state,
    proxies: `*=http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    sent: () => sent,
    close: async () => {
      for (const socket of tunnels) socket.destroy();
      proxy.closeAllConnections();
      site.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
