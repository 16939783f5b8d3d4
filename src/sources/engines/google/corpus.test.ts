// Measures the Google parser on captured pages, which are not part of this repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { google } from './engine.ts';

const folder = process.env.SEXTANT_CORPUS ?? '';
const VERDICTS_FLOOR = 0.97;
const REDIRECT = /^https?:\/\/(?:[a-z0-9-]+\.)*google\.[a-z.]+\/(?:url|aclk|interstitial|imgres)(?:\?|$)/i;

interface Row {
  readonly id: string;
  readonly file: string;
  readonly engine: string;
  readonly tier: string;
}

const query: SerpQuery = {
  engine: 'google',
  keyword: 'any',
  region: { canonicalName: 'United States', countryCode: 'US', type: 'Country', latitude: 39, longitude: -98 },
  language: 'en',
  isMobile: false,
  maxResults: 100,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
};

const rowsIn = <T>(name: string): T[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

function judge(row: Row): { verdict: string; found: SerpPage | null } {
  const request = google.start(query);
  const body = readFileSync(join(folder, row.file), 'utf8');
  try {
    const { found } = google.parse({ request, url: request.url, status: 200, headers: {}, body }, query);
    return { verdict: found.empty ? 'empty' : 'valid', found };
  } catch (error) {
    return { verdict: (error as { outcome?: string }).outcome ?? 'crashed', found: null };
  }
}

describe.skipIf(folder === '')('captured pages of Google', () => {
  const rows = folder === '' ? [] : rowsIn<Row>('index.jsonl').filter(({ engine, tier }) => engine === 'google' && tier === 'core');
  const judged = new Map(rows.map((row) => [row.id, judge(row)]));

  it('are classified as results, no results and block pages', () => {
    const labels = new Map(rowsIn<{ id: string; verdict: string[] }>('labels.jsonl').map((label) => [label.id, label.verdict]));
    const wrong = rows.filter(({ id }) => !labels.get(id)?.includes(judged.get(id)?.verdict ?? '')).map(({ id }) => id);
    expect(rows.length).toBeGreaterThan(0);
    expect(1 - wrong.length / rows.length, `wrong: ${wrong.join(' ')}`).toBeGreaterThanOrEqual(VERDICTS_FLOOR);
  });

  it('have positions without gaps, complete URLs, no redirects, titles and no duplicates', () => {
    const broken: string[] = [];
    for (const [id, { found }] of judged) {
      const organic = found?.organic ?? [];
      const sound =
        organic.every(({ position }, index) => position === index + 1) &&
        organic.every(({ url, title }) => /^https?:\/\/[^/]+/.test(url) && !REDIRECT.test(url) && title !== '') &&
        new Set(organic.map(({ url }) => url)).size === organic.length;
      if (!sound) broken.push(id);
    }
    expect(broken).toEqual([]);
  });
});
