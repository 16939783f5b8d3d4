// A small load balancer: passes each request to the next backend that is ready.
import { Agent, createServer, request } from 'node:http';
import { BACKEND_HEADER, listen } from '../net.ts';
import { isReady } from '../wait.ts';

export interface Balancer {
  readonly url: string;
  add(url: string): void;
  remove(url: string): void;
  close(): void;
}

const LOOK_MS = 200;

export async function startBalancer(): Promise<Balancer> {
  const backends = new Map<string, { ready: boolean; looking: boolean }>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const look = setInterval(() => {
    for (const [url, state] of backends) {
      if (state.looking) continue;
      state.looking = true;
      void isReady(url).then((ready) => {
        state.ready = ready;
        state.looking = false;
      });
    }
  }, LOOK_MS);
  const server = createServer((incoming, outgoing) => {
    const ready = [...backends].filter(([, state]) => state.ready).map(([url]) => url);
    const backend = ready[turn++ % ready.length];
    if (!backend) return outgoing.writeHead(599).end('{}');
    const { method, url, headers } = incoming;
    const passed = request(`${backend}${url}`, { method, headers, agent }, (response) => {
      const { connection: _close, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode!, { ...kept, [BACKEND_HEADER]: backend });
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(598).end('{}');
    });
    incoming.pipe(passed);
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    add: (url) => void backends.set(url, { ready: true, looking: false }),
    remove: (url) => void backends.delete(url),
    close: () => {
      clearInterval(look);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
