// An honest second source: a service that speaks our own contract and reads the honest pages of the same engine.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngineTable } from '#product/sources/catalogue.js';
import { NO_ACCESS } from '#product/sources/parsers.js';
import { plainQuery } from '#product/sources/stored-page.js';
import { ENGINE_HOST } from './engine-site.ts';
import { pageFor } from './lies.ts';

export interface HonestSource {
  readonly url: string;
  /** Orders answered so far. */
  answered(): number;
  close(): Promise<void>;
}

interface Order {
  readonly keyword: string;
  readonly maxResults: number;
}

/** `dayOf` returns the day of the honest results. Every order is finished at once. */
export async function startHonestSource(dayOf: () => string): Promise<HonestSource> {
  const engine = createEngineTable({ chatgpt: NO_ACCESS, perplexity: NO_ACCESS }).bing!;
  let answered = 0;
  const resultsOf = ({ keyword, maxResults }: Order): object => {
    const organic: unknown[] = [];
    let data: Record<string, unknown> = {};
    for (let first = 1; organic.length < maxResults; first += 10) {
      const url = new URL(`https://${ENGINE_HOST}/search?q=${encodeURIComponent(keyword)}&first=${first}`);
      const body = pageFor(url, { day: dayOf(), lie: null }, 0);
      const { empty, ...found } = engine.parse(
        { request: { url: url.href }, url: url.href, status: 200, headers: { 'content-type': 'text/html' }, body },
        plainQuery('bing', { keyword }),
      ).found;
      organic.push(...found.organic.map((item, index) => ({ ...item, position: first + index })));
      if (first === 1) data = found;
    }
    return { ...data, organic: organic.slice(0, maxResults) };
  };
  const server = createServer(async (request, response) => {
    const order = JSON.parse(await bodyOf(request)) as Order;
    answered++;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: `honest${answered}`, ready: true, faulty: false, verdict: 'valid', data: resultsOf(order) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
