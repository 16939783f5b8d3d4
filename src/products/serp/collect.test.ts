import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SerpData } from '../../contract/items.ts';
import type { Job, JobEnd } from '../../contract/order.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import { createEngineTable } from '../../sources/catalogue.ts';
import { createCircuits } from '../../sources/route.ts';
import { type Sandbox, startSandbox } from '../../sources/sandbox/server.ts';
import { SITES } from '../../sources/sandbox-sites.ts';
import type { Engine } from '../../sources/serp.ts';
import type { FetchPage } from '../../sources/transport/fetch.ts';
import { createSandboxFetch } from '../../sources/transport/sandbox.ts';
import { collectSerp } from './collect.ts';

let sandbox: Sandbox;
let toSandbox: ReturnType<typeof createSandboxFetch>;
beforeAll(async () => {
  sandbox = await startSandbox(SITES);
  toSandbox = createSandboxFetch(sandbox);
});
afterAll(async () => {
  await toSandbox.close();
  await sandbox.close();
});

const access = { apiKey: 'any', model: 'any', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });
const region = { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 };
const jobFor = (searchEngine: EngineName, maxResults: number): Job => ({
  id: '0'.repeat(24),
  kind: 'serp',
  mode: 'test',
  accountId: 1,
  priority: 'INSTANT',
  attempt: 1,
  crashes: 0,
  overdue: false,
  history: [],
  waitedMs: 0,
  request: JSON.stringify({
    keyword: 'green tea',
    region,
    searchEngine,
    maxResults,
    isMobile: false,
    language: 'de',
    saveRawData: false,
    customUserAgent: null,
    customUrlParameter: [],
    customCookieParameter: [],
  }),
});

async function collected(engine: Engine, maxResults: number, adapter = engine) {
  let [open, together, asked] = [0, 0, 0];
  const fetch: FetchPage = async (request, context) => {
    asked += 1;
    open += 1;
    together = Math.max(together, open);
    try {
      return await toSandbox(request, context);
    } finally {
      open -= 1;
    }
  };
  const end = (await collectSerp(jobFor(engine.name, maxResults), {
    engineOf: () => engine,
    routeOf: () => [{ name: 'sandbox', adapter, fetch, retryDelayMs: 1 }],
    circuits: createCircuits(),
    settings: { attemptsMax: 2, retryAfterSeconds: [1] },
  })) as Extract<JobEnd, { outcome: 'done' }>;
  expect(end.outcome).toBe('done');
  const { pages, quality, qualityReasons } = end.detail as { pages: number; quality: number | null; qualityReasons: string[] };
  return { data: JSON.parse(end.body) as SerpData, pages, quality, qualityReasons, together, asked };
}

const paged = Object.values(engines).filter((engine): engine is Engine => engine?.traits.paging !== undefined);

describe.each(paged.map((engine) => [engine.name, engine] as const))('%s over several pages', (_name, engine) => {
  test('fetches pages concurrently and finds the same as sequentially', async () => {
    const many = Math.min(engine.traits.maxResults, engine.traits.pageSize * 6);
    const parallel = await collected(engine, many);
    // The same engine under another identity, without paging traits.
    const serial = await collected(engine, many, { ...engine });
    expect(parallel.data).toEqual(serial.data);
    expect(parallel.pages).toBe(serial.pages);
    expect(serial.together).toBe(1);
    expect(parallel.together).toBe(Math.min(engine.traits.paging!.atOnce, serial.pages - 1));
    expect(parallel.asked).toBe(parallel.pages);
    const { organic } = parallel.data;
    expect(organic.map(({ position }) => position)).toEqual(organic.map((_, index) => index + 1));
    expect(new Set(organic.map(({ url }) => url)).size).toBe(organic.length);
    expect(organic).toHaveLength(many);
  });
});

test('requests one page when one is enough', async () => {
  const { pages, asked } = await collected(engines.bing!, 5);
  expect([pages, asked]).toEqual([1, 1]);
});

/** Engines with several result pages. `universal` and the models have only one. */
const every = Object.values(engines).filter(
  (engine): engine is Engine => engine !== null && !['universal', 'chatgpt', 'perplexity'].includes(engine.name),
);

test.each(every.map((engine) => [engine.name, engine] as const))(
  '%s returns at most nine results fewer than requested',
  async (_name, engine) => {
    for (const maxResults of [10, 20, 60, 100].filter((count) => count <= engine.traits.maxResults)) {
      const { data, pages } = await collected(engine, maxResults);
      expect(data.organic.length, `${maxResults}`).toBeGreaterThanOrEqual(maxResults - 9);
      expect(data.organic.length).toBeLessThanOrEqual(maxResults);
      if (maxResults === 10 && engine.traits.pageSize >= 10) expect(pages).toBe(1);
    }
  },
);

test.each(every.map((engine) => [engine.name, engine] as const))(
  'a sandbox page of %s has the same quality every time',
  async (_name, engine) => {
    const first = await collected(engine, 10);
    const second = await collected(engine, 10);
    expect([first.quality, first.qualityReasons]).toEqual([second.quality, second.qualityReasons]);
    expect([first.quality, first.qualityReasons]).toEqual([engine.name === 'google-aimode' ? null : 1, []]);
  },
);
