// A local receiver of callbacks that stores what it gets.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { closeServer, listen } from '../net.ts';

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sink {
  readonly url: string;
  readonly received: readonly Received[];
  count(): number;
  close(): Promise<void>;
}

export async function startSink(keep = 0): Promise<Sink> {
  const received: Received[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      count += 1;
      if (received.length < keep)
        received.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(204).end();
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    count: () => count,
    close: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}
