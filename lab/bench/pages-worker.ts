// The part of a worker that handles pages, in a dedicated process: fetch, parse in threads, merge, judge, compress.
import { readdirSync, readFileSync } from 'node:fs';
import { readConfig } from '#product/config.js';
import type { Job } from '#product/contract/order.js';
import { compress } from '#product/platform/gzip.js';
import { createHttpClient } from '#product/platform/http.js';
import { collectSerp } from '#product/products/serp/collect.js';
import { createEngineTable } from '#product/sources/catalogue.js';
import { createCircuits } from '#product/sources/route.js';
import type { SerpPage, SerpQuery } from '#product/sources/serp.js';
import { plainQuery } from '#product/sources/stored-page.js';
import { createThreadReader } from '#product/sources/threaded.js';
import type { FetchPage } from '#product/sources/transport/fetch.js';
import { createHttpFetch } from '#product/sources/transport/http.js';
import { createPageParsing, parseThreadsOf } from '#product/wiring/parsing.js';
import { statOf } from '../processes.ts';

export interface PageRun {
  readonly port: number;
  readonly seconds: number;
  readonly atOnce: number;
  /** False only receives the pages. */
  readonly parse: boolean;
}

export interface PagesMeasured {
  /** Per page. */
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly peakMegabytes: number;
  readonly threads: number;
}

const WARM_PAGES = 100;

async function measure({ port, seconds, atOnce, parse }: PageRun): Promise<PagesMeasured> {
  const config = readConfig();
  const parsing = createPageParsing(config, 1);
  const engine = createEngineTable({}).google!;
  // One host serves all pages here, so it gets a connection for each.
  const client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: atOnce, connectMsMax: 5000 });
  const http = createHttpFetch(client);
  const fetch: FetchPage = (request, context) => http({ ...request, url: `http://127.0.0.1:${port}/` }, context);
  const options = { budget: parsing.budget, compressesText: true };
  const reader = createThreadReader<SerpQuery, SerpPage>(parsing.threads, (page, query) => ({ engine: 'google', page, query }), options);
  const source = { name: 'page', adapter: engine, fetch, retryDelayMs: null, reader };
  // Captured pages have different queries and languages. This query is too short to be judged, and so is a page with custom parameters.
  const { urlParameters, cookieParameters, ...query } = plainQuery('google', { keyword: 'x', maxResults: 10 });
  const request = {
    ...query,
    searchEngine: 'google',
    saveRawData: false,
    customUserAgent: null,
    customUrlParameter: [{ name: 'x', value: 'x' }],
    customCookieParameter: [],
  };
  const job = { id: '0'.repeat(24), mode: 'live', history: [], request: JSON.stringify(request) } as unknown as Job;
  const parts = {
    engineOf: () => engine,
    routeOf: () => [source],
    circuits: createCircuits(),
    settings: { attemptsMax: 1, retryAfterSeconds: [1] },
  };
  const start = engine.start({ ...query, urlParameters, cookieParameters });
  const onePage = async (): Promise<void> => {
    if (!parse) return void (await fetch(start, { attempt: 1, compressed: true }));
    const end = await collectSerp(job, parts);
    if (end.outcome !== 'done') throw new Error(`a page was not read: ${JSON.stringify(end)}`);
    await compress(`${end.body}}`);
  };
  const pagesWhile = async (goOn: (started: number) => boolean): Promise<number> => {
    let started = 0;
    const one = async (): Promise<void> => {
      while (goOn(started)) {
        started += 1;
        await onePage();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    return started;
  };
  await pagesWhile((started) => started < WARM_PAGES);
  const before = threadTimes();
  const until = performance.now() + seconds * 1000;
  const count = await pagesWhile(() => performance.now() < until);
  const after = threadTimes();
  const cpuMs = Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / count]));
  const peakMegabytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  return { cpuMs, peakMegabytes, threads: parseThreadsOf(config, 1) };
}

/** The main thread has the id of the process. The other threads parse, collect garbage and compress. */
function threadTimes(): Record<string, number> {
  const times = { 'main thread': 0, 'other threads': 0 };
  for (const id of readdirSync('/proc/self/task'))
    times[Number(id) === process.pid ? 'main thread' : 'other threads'] += statOf(`self/task/${id}`)?.ms ?? 0;
  return times;
}

process.once('message', async (run) => {
  process.send!(await measure(run as PageRun), () => process.exit(0));
});
