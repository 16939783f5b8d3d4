// Checks through the sandbox which arrays each tab of Google fills, and their copies in the results.
import { describe, expect, it } from 'vitest';
import { ITEM_ARRAYS } from '../../../contract/items.ts';
import { answerTextOf } from '../../sandbox/answer-text.ts';
import { createDataset, type Dataset } from '../../sandbox/dataset.ts';
import { renderPicture } from '../../sandbox/pictures.ts';
import type { SandboxSite } from '../../sandbox/site.ts';
import type { Engine, SerpPage, SerpQuery } from '../../serp.ts';
import { googleAimode } from '../google-aimode/engine.ts';
import { googleAimodeSite } from '../google-aimode/sandbox.ts';
import { googleadvertiser } from '../googleadvertiser/engine.ts';
import { googleimages } from '../googleimages/engine.ts';
import { googleimagesSite } from '../googleimages/sandbox.ts';
import { googlelocal } from '../googlelocal/engine.ts';
import { googlelocalSite } from '../googlelocal/sandbox.ts';
import { googlenews } from '../googlenews/engine.ts';
import { googlenewsSite } from '../googlenews/sandbox.ts';
import { googleSite } from './sandbox.ts';

const WORDS = 'Töpfe & <Pfannen> "rot"';
const SEEDS = Array.from({ length: 15 }, (_, seed) => seed);
const BYTES_MAX = 100_000;

const queryOf = (engine: Engine, isMobile: boolean): SerpQuery => ({
  engine: engine.name,
  keyword: WORDS,
  region: { canonicalName: 'Berlin,Berlin,Germany', countryCode: 'DE', type: 'City', latitude: 52.5, longitude: 13.4 },
  language: 'de',
  isMobile,
  maxResults: engine.traits.maxResults,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});

const datasetOf = (site: SandboxSite, seed: number): Dataset => createDataset(`${site.name} ${seed}`, WORDS, '2026-11-15');

function firstPage(engine: Engine, site: SandboxSite, seed: number, isMobile = false): SerpPage {
  const query = queryOf(engine, isMobile);
  const request = engine.start(query);
  const sandboxRequest = { method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' };
  const { status, headers = {}, body } = site.results(sandboxRequest, datasetOf(site, seed));
  expect(Buffer.byteLength(body)).toBeLessThan(BYTES_MAX);
  return engine.parse({ request, url: request.url, status, headers, body }, query).found;
}

const filled = (found: SerpPage): string[] => ITEM_ARRAYS.filter((name) => found[name].length > 0);

describe.each([
  { engine: googlelocal, site: googlelocalSite, array: 'maps', count: 20 },
  { engine: googleimages, site: googleimagesSite, array: 'images', count: 20 },
  { engine: googlenews, site: googlenewsSite, array: 'news', count: 100 },
] as const)('$engine.name in the sandbox', ({ engine, site, array, count }) => {
  it.each([false, true])('fills its array and the results with the same names, and nothing else (phone: %s)', (isMobile) => {
    for (const seed of SEEDS) {
      const found = firstPage(engine, site, seed, isMobile);
      expect(filled(found).sort()).toEqual([array, 'organic'].sort());
      expect(found[array]).toHaveLength(count);
      expect(found.organic.map(({ title }) => title)).toEqual(found[array].map(({ title }) => title));
      for (const [index, { url, domain, title }] of found.organic.entries()) {
        expect(new URL(url).hostname).toBe(domain);
        // A place is named after its trade, other results after the query.
        expect(title.toLowerCase()).toContain((found.maps[index]?.category ?? WORDS).toLowerCase());
      }
    }
  });

  it('returns other items for other datasets', () => {
    expect(firstPage(engine, site, 1).organic).not.toEqual(firstPage(engine, site, 2).organic);
  });
});

describe('places of the sandbox', () => {
  it('have a street, a telephone, stars and coordinates, and three in four have a website', () => {
    const { maps } = firstPage(googlelocal, googlelocalSite, 3);
    for (const place of maps) {
      expect(place).toMatchObject({ cid: expect.stringMatching(/^\d+$/), address: expect.stringMatching(/\d$/), isPaid: false });
      expect(place.phone).toMatch(/^\+49 30 23125 \d{3}$/);
      expect(place.rating?.votes).toBeGreaterThan(0);
      expect(place.category).not.toBeNull();
      expect(place.openState).toMatch(/^(?:Open|Closed|Closes soon) ⋅ /);
    }
    expect(new Set(maps.map(({ openState }) => openState)).size).toBeGreaterThan(1);
    expect(maps.filter(({ url }) => url === null)).toHaveLength(5);
  });
});

describe('coordinates of the places', () => {
  it('are a few kilometres around the requested city', () => {
    for (const seed of SEEDS) {
      for (const { coordinates } of firstPage(googlelocal, googlelocalSite, seed).maps) {
        expect(Math.abs((coordinates?.latitude ?? 0) - 52.52)).toBeLessThan(0.1);
        expect(Math.abs((coordinates?.longitude ?? 0) - 13.4)).toBeLessThan(0.1);
      }
    }
  });
});

describe('images of the sandbox', () => {
  it('have thumbnails that the sandbox draws, and a size', () => {
    for (const { thumbnail, imageUrl, width, height } of firstPage(googleimages, googleimagesSite, 3).images) {
      expect(renderPicture(thumbnail ?? '')).toMatch(/^<svg /);
      expect(renderPicture(imageUrl ?? '')).toContain(`width="${width}" height="${height}"`);
    }
  });
});

describe('articles of the sandbox', () => {
  it('mostly have the URL of the article, otherwise Google’s link and the publisher’s domain', () => {
    const { news } = firstPage(googlenews, googlenewsSite, 3);
    const kept = news.filter(({ url }) => url.startsWith('https://news.google.com/'));
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(50);
    expect(news.every(({ domain, publishedAt }) => domain.endsWith('.example') && publishedAt !== null)).toBe(true);
  });
});

describe('advertisers of the sandbox', () => {
  it('are on every first page', () => {
    for (const seed of SEEDS) {
      const { advertisers } = firstPage(googleadvertiser, googleSite, seed, seed % 2 === 0);
      expect(advertisers.length).toBeGreaterThan(0);
      expect(advertisers.every(({ title, url }) => title.toLowerCase().includes(WORDS.toLowerCase()) && url.startsWith('https://'))).toBe(
        true,
      );
    }
  });
});

describe('AI Mode in the sandbox', () => {
  it('has one answer whose ten sources are the results', () => {
    for (const seed of SEEDS) {
      const found = firstPage(googleAimode, googleAimodeSite, seed);
      const [answer] = found.answers;
      expect(filled(found)).toEqual(['organic', 'answers']);
      expect(found.answers).toHaveLength(1);
      const { opening, points, closing } = answerTextOf(datasetOf(googleAimodeSite, seed));
      expect(answer?.text).toContain(`${WORDS}${opening}`);
      for (const { label, text } of points) expect(answer?.text).toContain(`${label}: ${text}`);
      expect(answer?.text).toContain(closing);
      expect(answer?.blocks.map(({ type, references }) => [type, references])).toEqual([
        ['paragraph', [0]],
        ['heading', []],
        ['list', [1, 2]],
        ['table', []],
        ['paragraph', []],
      ]);
      expect(answer?.references).toHaveLength(10);
      expect(answer?.references.every(({ title, snippet, source }) => title !== null && snippet !== null && source !== null)).toBe(true);
      expect(found.organic.map(({ url }) => url)).toEqual(answer?.references.map(({ url }) => url));
    }
  });
});
