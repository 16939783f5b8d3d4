// Checks that the engine parses the Google site of the sandbox back into the dataset.
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../sandbox/dataset.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { google } from './engine.ts';
import { googleSite } from './sandbox.ts';

const BYTES_MAX = 60_000;
const WORDS = 'Töpfe & <Pfannen>';

const queryWith = (isMobile: boolean): SerpQuery => ({
  engine: 'google',
  keyword: WORDS,
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'Country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile,
  maxResults: 100,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});

function readBack(dataset: Dataset, isMobile = false): { body: string; found: SerpPage } {
  const request = google.start(queryWith(isMobile));
  const response = googleSite.results({ method: 'GET', url: new URL(request.url), headers: request.headers ?? {}, body: '' }, dataset);
  const page = { request, url: request.url, status: response.status, headers: {}, body: response.body };
  return { body: response.body, found: google.parse(page, queryWith(isMobile)).found };
}

const datasets = Array.from({ length: 30 }, (_, seed) => createDataset(`seed ${seed}`, WORDS, '2026-11-15'));

describe.each([false, true])('a page of Google in the sandbox (phone: %s)', (isMobile) => {
  it('has the listings of the dataset, with any other boxes', () => {
    for (const dataset of datasets) {
      const { body, found } = readBack(dataset, isMobile);
      const listings = dataset.listings(1, 10);
      expect(found.organic.map(({ title, url, siteName, snippet }) => ({ title, url, siteName, snippet }))).toEqual(
        listings.map(({ title, url, siteName, snippet }) => ({ title, url, siteName, snippet })),
      );
      expect(found.organic[0]?.highlighted).toEqual([WORDS]);
      expect(found.totalResults).toBe(isMobile ? null : dataset.total * 1000);
      expect(Buffer.byteLength(body)).toBeLessThan(BYTES_MAX);
    }
  });

  it('has every kind of box in some dataset, and only some in each', () => {
    const pages = datasets.map((dataset) => readBack(dataset, isMobile).found);
    for (const kind of ['advertisers', 'answers', 'videos', 'maps', 'news', 'paa', 'knowledgegraph'] as const) {
      const filled = pages.filter((found) => found[kind].length > 0).length;
      expect(filled, kind).toBeGreaterThan(0);
      if (kind !== 'advertisers') expect(filled, kind).toBeLessThan(pages.length);
    }
    expect(pages.every(({ advertisers }) => advertisers.length > 0)).toBe(true);
    const overview = pages.flatMap(({ answers }) => answers)[0];
    expect(overview).toMatchObject({
      type: 'ai_overview',
      text: `${WORDS} is explained on many pages of the sandbox.\nIt is known since 1998.`,
    });
    expect(overview?.references).toHaveLength(3);
  });
});

describe('the tabs of Google', () => {
  it('are separate sites from its list of results', () => {
    expect(googleSite.serves(new URL('https://www.google.com/search?q=tea'))).toBe(true);
    for (const tab of ['1', '2', '50']) expect(googleSite.serves(new URL(`https://www.google.com/search?q=tea&udm=${tab}`))).toBe(false);
    expect(googleSite.serves(new URL('https://www.google.com/search?q=tea&udm=14'))).toBe(true);
    expect(googleSite.serves(new URL('https://www.google.com/maps'))).toBe(false);
  });
});
