// Checks the pages behind the demo project: its site ranks for most keywords, on every day, and moves.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageOn } from '../business/tracking/demo/backfill.ts';
import { DEMO_KEYWORDS } from '../business/tracking/demo/keywords.ts';
import { readConfig } from '../config.ts';
import { createSourceAccess, type SourceAccess } from './source-access.ts';
import { createPageOn, demoSites } from './tracking-demo.ts';

const DAY_MS = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const requestOf = (keyword: string): string =>
  JSON.stringify({
    keyword,
    region: { id: '2840', canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 38, longitude: -97 },
    searchEngine: 'google',
    maxResults: 10,
    isMobile: false,
    language: 'en',
    saveRawData: false,
    customUserAgent: null,
    customUrlParameter: [],
    customCookieParameter: [],
  });

let sourceAccess: SourceAccess;
let pageOn: PageOn;
beforeAll(async () => {
  const config = readConfig({});
  sourceAccess = await createSourceAccess(config);
  pageOn = createPageOn(sourceAccess, config);
});
afterAll(() => sourceAccess.close());

async function urlsOn(keyword: string, days: number): Promise<string[]> {
  const page = await pageOn(1, requestOf(keyword), dayBefore(days));
  expect(page?.verdict).toBe('valid');
  return page!.data.organic.map(({ url }) => url);
}

test('has one site of its own and three competitors', () => {
  expect(demoSites()).toEqual(['halbeckstore.example', 'corlunddirect.example', 'ravmerereview.example', 'tamstowmarket.example']);
});

test('the site is among the first ten for most keywords, and its positions change within 90 days', async () => {
  const [own] = demoSites();
  const positions = await Promise.all(
    DEMO_KEYWORDS.map(({ keyword }) =>
      Promise.all([0, 30, 60, 89].map(async (days) => (await urlsOn(keyword, days)).findIndex((url) => url.includes(own!)))),
    ),
  );
  const found = positions.filter((ofKeyword) => ofKeyword.some((position) => position >= 0));
  expect(found.length).toBeGreaterThan(DEMO_KEYWORDS.length / 2);
  expect(positions.filter((ofKeyword) => new Set(ofKeyword).size > 1).length).toBeGreaterThan(DEMO_KEYWORDS.length / 3);
});

test('a day has one page, however often it is read', async () => {
  const keyword = DEMO_KEYWORDS[0]!.keyword;
  expect(await urlsOn(keyword, 45)).toEqual(await urlsOn(keyword, 45));
  expect(await urlsOn(keyword, 45)).not.toEqual(await urlsOn(keyword, 0));
});
