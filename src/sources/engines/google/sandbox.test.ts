// Checks that the engine parses the Google site of the sandbox back into the dataset.
import { describe, expect, it } from 'vitest';
import { answerTextOf } from '../../sandbox/answer-text.ts';
import type { Dataset } from '../../sandbox/dataset.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import { renderPicture } from '../../sandbox/pictures.ts';
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
    for (const kind of ['advertisers', 'answers', 'videos', 'images', 'maps', 'news', 'paa', 'twitter', 'knowledgegraph'] as const) {
      const filled = pages.filter((found) => found[kind].length > 0).length;
      expect(filled, kind).toBeGreaterThan(0);
      if (kind !== 'advertisers') expect(filled, kind).toBeLessThan(pages.length);
    }
    expect(pages.every(({ advertisers }) => advertisers.length > 0)).toBe(true);
    const shown = pages.findIndex(({ answers }) => answers[0]?.type === 'ai_overview');
    const [overview] = pages[shown]?.answers ?? [];
    const { opening, points } = answerTextOf(datasets[shown]!);
    expect(overview?.text).toBe([`${WORDS}${opening}`, ...points.map(({ label, text }) => `${label}: ${text}`)].join('\n'));
    expect(overview?.references).toHaveLength(3);
  });
});

describe('boxes of Google in the sandbox', () => {
  const pages = datasets.map((dataset) => readBack(dataset).found);

  it('have the passage of the first result as an answer, unless there is an overview', () => {
    const featured = pages.filter(({ answers }) => answers[0]?.type === 'featured_snippet');
    expect(featured.length).toBeGreaterThan(0);
    for (const { answers, organic } of featured) {
      expect(answers).toHaveLength(1);
      expect(answers[0]).toMatchObject({ text: organic[0]?.snippet, url: organic[0]?.url, table: null });
      expect(organic[0]).toMatchObject({ type: 'featured', isFeatured: true });
    }
  });

  it('have offers with prices, stars and the page of the shop', () => {
    const offers = pages.flatMap(({ advertisers }) => advertisers).filter(({ type }) => type === 'shopping');
    expect(offers.length).toBeGreaterThan(0);
    for (const { title, price, rating, url, domain } of offers) {
      expect(title).toContain(WORDS);
      expect(price?.displayed).toMatch(/^\$\d+\.\d\d$/);
      expect(rating).toMatchObject({ max: 5, votes: expect.any(Number) });
      expect(new URL(url).hostname).toBe(domain);
      expect(domain).toMatch(/\.example$/);
    }
  });

  it('have posts of one account, and pictures that the sandbox draws', () => {
    for (const { twitter, images, videos, news } of pages) {
      for (const post of twitter) {
        expect(post.text).toContain(WORDS);
        expect(post.url.startsWith(`${post.accountUrl}/status/`)).toBe(true);
        expect(post.date).toMatch(/^\d+ hours ago$/);
      }
      for (const { thumbnail } of [...images, ...videos, ...news]) expect(renderPicture(thumbnail ?? '')).toMatch(/^<svg /);
    }
  });

  it('have answers to the first two questions, and places around a city', () => {
    for (const { paa, maps } of pages) {
      expect(paa.map(({ answer, url }) => answer !== null && url !== null)).toEqual(paa.map((_, index) => index < 2));
      for (const { coordinates, rating, category } of maps) {
        expect(Math.abs((coordinates?.latitude ?? 0) - 51)).toBeLessThan(4);
        expect(Math.abs((coordinates?.longitude ?? 0) - 10.5)).toBeLessThan(5);
        expect(rating?.votes).toBeGreaterThan(0);
        expect(category).not.toBeNull();
      }
    }
  });

  it('have a panel with facts, a website and profiles', () => {
    const [panel] = pages.flatMap(({ knowledgegraph }) => knowledgegraph);
    expect(panel).toMatchObject({ title: WORDS, subtitle: 'Topic', url: expect.stringMatching(/\.example\/$/) });
    expect(panel?.attributes.map(({ name }) => name)).toEqual(['Founded', 'Best-known maker', 'Important for', 'Also available as']);
    expect(panel?.profiles.map(({ name }) => name)).toEqual(['Instagram', 'YouTube']);
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
