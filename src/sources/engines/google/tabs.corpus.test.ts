// Measures the parsers of Google's tabs on captured pages, which are not part of this repository.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine, SerpQuery } from '../../serp.ts';
import { googleAimode } from '../google-aimode/engine.ts';
import { googleimages } from '../googleimages/engine.ts';
import { googlelocal } from '../googlelocal/engine.ts';
import { googlenews } from '../googlenews/engine.ts';

const folder = process.env.SEXTANT_CORPUS ?? '';
const ENGINES = new Map<string, Engine>([googlelocal, googleimages, googlenews, googleAimode].map((engine) => [engine.name, engine]));

interface Row {
  readonly id: string;
  readonly file: string;
  readonly engine: string;
  readonly tier: string;
}

const index = join(folder, 'index.jsonl');
const rows = (folder !== '' && existsSync(index) ? readFileSync(index, 'utf8').split('\n').filter(Boolean) : [])
  .map((line) => JSON.parse(line) as Row)
  .filter(({ engine }) => ENGINES.has(engine));

function read(row: Row) {
  const engine = ENGINES.get(row.engine)!;
  const query: SerpQuery = {
    engine: engine.name,
    keyword: 'any',
    region: { canonicalName: 'United States', countryCode: 'US', type: 'Country', latitude: 39, longitude: -98 },
    language: 'en',
    isMobile: false,
    maxResults: 10,
    userAgent: null,
    urlParameters: [],
    cookieParameters: [],
  };
  const request = engine.start(query);
  return engine.parse({ request, url: request.url, status: 200, headers: {}, body: readFileSync(join(folder, row.file), 'utf8') }, query)
    .found;
}

const pages = rows.filter(({ tier }) => tier === 'core').map((row) => [row.id, row] as const);
const answersOfOthers = rows.filter(({ tier }) => tier !== 'core').map((row) => [row.id, row] as const);

describe.skipIf(pages.length === 0)('captured pages of Google’s tabs', () => {
  it.each(pages)('%s meets the requirements of every page', (_, row) => {
    const found = read(row);
    const urls = found.organic.map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(0);
    expect(found.organic.map(({ position }) => position)).toEqual(urls.map((_url, at) => at + 1));
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.every((url) => /^https?:\/\//.test(url) && !/google\.[a-z.]+\/(?:url|imgres|aclk)\?/.test(url))).toBe(true);
    expect(found.organic.every(({ title }) => title !== '' && !/&(?:amp|quot|#\d+);/.test(title))).toBe(true);
  });
});

describe.skipIf(answersOfOthers.length === 0)('captured responses of providers', () => {
  it.each(answersOfOthers)('%s is not a Google page', (_, row) => {
    expect(() => read(row)).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });
});
