// Live pages from a real HTTP server through real parse threads, as a worker reads them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job, JobEnd } from '../src/contract/order.ts';
import type { EngineName } from '../src/contract/vocabulary.ts';
import { createByteBudget } from '../src/platform/byte-budget.ts';
import { compressAround, decompress } from '../src/platform/gzip.ts';
import { createHttpClient, type HttpClient } from '../src/platform/http.ts';
import { createThreads, type Threads } from '../src/platform/threads.ts';
import { collectSerp } from '../src/products/serp/collect.ts';
import type { Page } from '../src/sources/adapter.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { RESERVED_BYTES } from '../src/sources/page-fetcher.ts';
import { createCircuits } from '../src/sources/route.ts';
import { createDataset } from '../src/sources/sandbox/dataset.ts';
import { SITES } from '../src/sources/sandbox-sites.ts';
import { plainQuery } from '../src/sources/stored-page.ts';
import { createThreadReader } from '../src/sources/threaded.ts';
import type { FetchPage } from '../src/sources/transport/fetch.ts';
import { createHttpFetch } from '../src/sources/transport/http.ts';
import { importsOf, readTree } from './architecture.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const PROGRAM = pathToFileURL(path.join(ROOT, 'dist', 'sources', 'parse-thread.js'));
const KEYWORD = 'red shoes';
const access = { apiKey: '', model: '', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });

function pageOf(name: EngineName): string {
  const { url, headers = {} } = engines[name]!.start(plainQuery(name, { keyword: KEYWORD }));
  const site = SITES.find((candidate) => candidate.serves(new URL(url)))!;
  return site.results({ method: 'GET', url: new URL(url), headers, body: '' }, createDataset(name, KEYWORD, '2026-11-15')).body;
}

const RESULTS = pageOf('google');
/** JSON whose arrays need many times the memory of their text. */
const SWELLING = `[${'[],'.repeat(1_600_000)}0]`;
/** Two of the results belong to another response than the others. */
const MIXED = `<html lang="en"><body><form action="/search"><input name="q" value="${KEYWORD}"></form><div id="rso">${Array.from(
  { length: 10 },
  (_, index) =>
    `<div class="g"><a href="https://shoes${index}.example/" data-ved="2ahUKEw${(index % 4 === 3 ? 'Foreign' : 'Own').padEnd(24, 'x')}QFnoECBAQAQ"><h3>Red shoes ${index}</h3></a><p>Shoes in red, part ${index}.</p></div>`,
).join('')}</div></body></html>`;
const PAGES: Readonly<Record<string, string>> = {
  mixed: MIXED,
  results: RESULTS,
  odd: '<html><p>Grüße, an unknown page</p></html>',
  swelling: SWELLING,
};
const ENCODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

let server: Server;
let client: HttpClient;
let origin: string;
let [open, together] = [0, 0];

beforeAll(async () => {
  server = createServer((request, response) => {
    open += 1;
    together = Math.max(together, open);
    const [, name = '', encoding = ''] = request.url!.split('/');
    const compressed = ENCODINGS[encoding as keyof typeof ENCODINGS]?.(PAGES[name]!);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (compressed) response.setHeader('content-encoding', encoding);
    const body = compressed ?? Buffer.from(PAGES[name]!);
    // Requests that may be open at the same time are open at the same time.
    setTimeout(() => {
      open -= 1;
      response.end(encoding === 'gzip' && request.url!.endsWith('/damaged') ? body.subarray(0, 200) : body);
    }, 50);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 50, connectMsMax: 5000 });
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Fails the test when this thread takes the text or the decompressed bytes of a page. */
function guarded(page: Page): Page {
  const touched = (): never => {
    throw new Error('the main thread took the text of a page');
  };
  return Object.defineProperties(page, { body: { get: touched }, bytes: { get: touched } });
}

interface Run {
  readonly page: string;
  readonly engine?: EngineName;
  readonly keyword?: string;
  readonly saveRawData?: boolean;
  /** Null parses in this thread. */
  readonly threads: Threads | null;
  readonly bytesMax?: number;
  readonly jobs?: number;
}

async function run(settings: Run): Promise<JobEnd[]> {
  const { page, engine: name = 'google', keyword = KEYWORD, saveRawData = false, threads, bytesMax = 1e9, jobs = 1 } = settings;
  const engine = engines[name]!;
  const http = createHttpFetch(client);
  const fetch: FetchPage = async (request, context) => {
    const fetched = await http({ ...request, url: `${origin}/${page}`, method: 'GET' }, context);
    return threads ? guarded(fetched) : fetched;
  };
  const options = { budget: createByteBudget(bytesMax), compressesText: true };
  const reader = threads && createThreadReader<never, never>(threads, (posted, query) => ({ engine: name, page: posted, query }), options);
  const source = { name: 'page', adapter: engine, fetch, retryDelayMs: null, ...(reader ? { reader } : {}) };
  const request = JSON.stringify({ ...plainQuery(name, { keyword, maxResults: 10 }), searchEngine: name, saveRawData });
  const withOptions = request.replace('"urlParameters"', '"customUrlParameter"').replace('"cookieParameters"', '"customCookieParameter"');
  const job = { id: '0'.repeat(24), mode: 'live', history: [], request: withOptions } as unknown as Job;
  const parts = {
    engineOf: () => engine,
    routeOf: () => [source],
    circuits: createCircuits(),
    settings: { attemptsMax: 1, retryAfterSeconds: [1] },
  };
  return Promise.all(Array.from({ length: jobs }, () => collectSerp(job, parts)));
}

/** The stored JSON of a finished job. */
async function textOf(end: JobEnd | undefined): Promise<string> {
  if (end?.outcome !== 'done') throw new Error(`not done: ${JSON.stringify(end)}`);
  if (!end.raw) return end.body;
  const { bytes, size } = compressAround(end.body, end.raw.at, end.raw.pages);
  return (await decompress(bytes, size)).toString();
}

describe('a page that a thread parses', () => {
  let threads: Threads;
  beforeAll(() => {
    threads = createThreads({ program: PROGRAM, count: 2, heapMegabytes: 256, msMax: 60_000 });
  });
  afterAll(() => threads.close());

  test.each(['results', 'results/gzip', 'results/deflate', 'results/br'])(
    'has the data and the raw page that this thread would read, and this thread never decodes it: %s',
    async (page) => {
      for (const saveRawData of [false, true]) {
        const [[here], [there]] = [await run({ page, saveRawData, threads: null }), await run({ page, saveRawData, threads })];
        expect(await textOf(there)).toBe(await textOf(here));
        expect(JSON.parse(await textOf(there)).raw).toEqual(saveRawData ? [RESULTS] : []);
      }
    },
  );

  test('has the same quality, and results of another response lower it without a trace in the data', async () => {
    for (const page of ['results/gzip', 'mixed/gzip']) {
      const ends = [...(await run({ page, threads: null })), ...(await run({ page, threads }))];
      const reasons = page.startsWith('mixed') ? ['mixedResults'] : [];
      for (const end of ends) {
        expect(end).toMatchObject({ outcome: 'done', detail: { found: 10, qualityReasons: reasons } });
        expect(await textOf(end)).not.toMatch(/ahUKEw|isMixed/);
      }
    }
  });

  test('of the universal engine is stored without being decoded here', async () => {
    const [end] = await run({ page: 'odd/gzip', engine: 'universal', keyword: 'https://page.example/', threads });
    expect(JSON.parse(await textOf(end)).raw).toEqual([PAGES.odd]);
  });

  test('and cannot be read is stored as a failed page without being decoded here', async () => {
    const [end] = await run({ page: 'odd/gzip', threads });
    expect(end).toMatchObject({ outcome: 'faulty', verdict: 'unparsed', page: { status: 200 } });
    const { body } = (end as Extract<JobEnd, { outcome: 'faulty' }>).page!;
    if (typeof body === 'string') throw new Error('the page was compressed in this thread');
    expect((await decompress(body.bytes, body.size)).toString()).toBe(PAGES.odd);
  });

  test('and is damaged counts as unreachable and is not stored', async () => {
    const [end] = await run({ page: 'results/gzip/damaged', threads });
    expect(end).toMatchObject({ attempts: [{ outcome: 'unreachable' }] });
    expect(end).not.toHaveProperty('page');
  });
});

describe('a budget in bytes', () => {
  test.each([
    ['two pages', 2 * RESERVED_BYTES, 2],
    ['less than one page', 1, 1],
  ])('of %s limits the open requests, and every job ends', async (_, bytesMax, most) => {
    const threads = createThreads({ program: PROGRAM, count: 1, heapMegabytes: 256, msMax: 60_000 });
    [open, together] = [0, 0];
    const ends = await run({ page: 'results/gzip', threads, bytesMax, jobs: 12 });
    expect(ends.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'done'));
    expect(together).toBe(most);
    await threads.close();
  });
});

describe('a page that ends its thread', () => {
  test('by its heap fails alone, is stored, and the next page gets a new thread', async () => {
    const threads = createThreads({ program: PROGRAM, count: 1, heapMegabytes: 40, msMax: 60_000 });
    const [[lost], [fine]] = await Promise.all([
      run({ page: 'swelling/gzip', engine: 'chatgpt', threads }),
      run({ page: 'results/gzip', threads }),
    ]);
    expect(lost).toMatchObject({ outcome: 'faulty', verdict: 'unparsed', page: { reason: 'the page is too large or too deep to parse' } });
    expect(fine).toMatchObject({ outcome: 'done', verdict: 'valid' });
    await threads.close();
  });

  test('by its time fails, and its budget is free again', async () => {
    // Loading the program alone takes longer.
    const threads = createThreads({ program: PROGRAM, count: 1, heapMegabytes: 256, msMax: 1 });
    const ends = await run({ page: 'results/gzip', threads, bytesMax: 1, jobs: 3 });
    expect(ends.map(({ outcome }) => outcome)).toEqual(['faulty', 'faulty', 'faulty']);
    await threads.close();
  });
});

/** A lost thread is replaced while its next page waits, so the program must load fast. */
test('a parse thread loads parsers and nothing of the service', () => {
  const tree = readTree(path.join(ROOT, 'src'));
  const loaded = new Set(['sources/parse-thread.ts']);
  const packages = new Set<string>();
  // A set also visits what is added on the way.
  for (const file of loaded) {
    const text = tree.get(file)!.replaceAll(/import type [^;]+;/g, '');
    for (const target of importsOf(file, text)) loaded.add(target);
    for (const [, name] of text.matchAll(/^(?:import|export)\b[^;]*? from '([a-z@][^':]*)';/gm)) packages.add(name!);
  }
  expect(loaded.size).toBeGreaterThan(100);
  expect([...loaded].filter((file) => !/^(?:sources|contract|platform)\//.test(file))).toEqual([]);
  expect([...packages].filter((name) => !['css-what', 'domhandler', 'domutils', 'entities', 'htmlparser2'].includes(name))).toEqual([]);
});
