// A local provider API, called like the service calls it: real sockets, real status codes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient } from '../src/platform/http.ts';
import { SourceError } from '../src/sources/adapter.ts';
import { CollectFailure, collect } from '../src/sources/collect.ts';
import { type ProviderSource, toSource } from '../src/sources/providers/source.ts';
import type { SerpPage, SerpQuery } from '../src/sources/serp.ts';
import type { FetchPage } from '../src/sources/transport/fetch.ts';
import { createHttpFetch } from '../src/sources/transport/http.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly body: any;
}

export interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body: unknown;
}

export interface LocalApi {
  readonly baseUrl: string;
  /** All requests since the last `answers`. */
  readonly asked: Asked[];
  /** Sets the responses from now on. */
  answers(how: (asked: Asked) => Answered | Promise<Answered>): void;
  /** Fetches pages like the service, but also from this machine. */
  readonly fetch: FetchPage;
  search(provider: ProviderSource, query: SerpQuery): Promise<readonly SerpPage[]>;
  failure(provider: ProviderSource, query: SerpQuery): Promise<SourceError>;
  close(): Promise<void>;
}

export const serpQuery = (fields: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'google',
  keyword: 'red shoes',
  region: { canonicalName: 'Berlin,Berlin,Germany', countryCode: 'DE', type: 'city', latitude: 52.52, longitude: 13.4 },
  language: 'de',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...fields,
});

/** The body, parsed if it is JSON. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export async function startLocalApi(): Promise<LocalApi> {
  const asked: Asked[] = [];
  let how: (asked: Asked) => Answered | Promise<Answered> = () => ({ status: 500, body: '' });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const text = Buffer.concat(chunks).toString('utf8');
    const told: Asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === '' ? null : jsonOr(text),
    };
    asked.push(told);
    const { status = 200, headers = {}, body } = await how(told);
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 4, connectMsMax: 2000 });
  const fetch = createHttpFetch(client);

  const search = async (provider: ProviderSource, query: SerpQuery): Promise<readonly SerpPage[]> => {
    const source = toSource(provider, fetch);
    const count = (found: readonly SerpPage[]) => new Set(found.flatMap((page) => page.organic.map(({ url }) => url))).size;
    const enough = (found: readonly SerpPage[]) => count(found) >= query.maxResults || found.at(-1)!.organic.length === 0;
    const pagesMax = Math.ceil(query.maxResults / provider.pageSize) + 2;
    return (await collect(source.adapter, query, source.fetch, { attempt: 1 }, { pagesMax, enough })).found;
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers: (next) => {
      asked.length = 0;
      how = next;
    },
    fetch,
    search,
    failure: async (provider, query) => {
      try {
        await search(provider, query);
      } catch (error) {
        const inner = error instanceof CollectFailure ? error.cause : error;
        if (inner instanceof SourceError) return inner;
        throw inner;
      }
      throw new Error('nothing failed');
    },
    close: async () => {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
