// Random responses for every official source: they are parsed or rejected quickly, and never "empty".
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../test/cpu-time.ts';
import { serpQuery } from '../../../test/local-api.ts';
import { type Page, SourceError } from '../adapter.ts';
import { createBingRss } from '../engines/bing/rss.ts';
import { createKakao } from '../engines/daum/kakao.ts';
import { createGoogleProgrammable } from '../engines/google/programmable-search.ts';
import { createGemini } from '../engines/google-aimode/gemini.ts';
import { createGooglePlaces } from '../engines/googlelocal/places-api.ts';
import { createNaverOpen } from '../engines/naver/open-api.ts';
import { createYandexSearch } from '../engines/yandex/search-api.ts';
import { createYoutubeData } from '../engines/youtube/data-api.ts';
import { createBrave } from './brave.ts';
import { boldIn, momentIn, plainIn } from './markup.ts';

const baseUrl = 'https://api.example';
const key = { apiKey: 'k', baseUrl };
const yandex = { ...key, folderId: 'f', operationsUrl: baseUrl, pollSeconds: 1, pollsMax: 3 };
const SOURCES = [
  createBingRss({ baseUrl }),
  createBrave(key),
  createGemini({ ...key, model: 'm' }),
  createGooglePlaces(key),
  createGoogleProgrammable({ ...key, engineId: 'cx' }),
  createKakao(key),
  createNaverOpen({ clientId: 'c', clientSecret: 's', baseUrl }),
  createYandexSearch({ ...yandex, deferred: false }),
  createYandexSearch({ ...yandex, deferred: true }),
  createYoutubeData({ ...key, details: true }),
];

/** Field names that the sources use, so that random objects match their paths. */
const NAMES = [
  ...['type', 'query', 'web', 'results', 'title', 'url', 'link', 'items', 'documents', 'meta', 'total', 'total_count', 'places', 'kind'],
  ...['displayName', 'text', 'candidates', 'content', 'parts', 'groundingMetadata', 'groundingChunks', 'id', 'videoId', 'snippet'],
  ...['pageInfo', 'totalResults', 'searchInformation', 'mixed', 'main', 'index', 'rawData', 'done', 'response', 'error', 'code', 'uri'],
];
const strange = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('search', 'https://a.example/', 'x', '', '5', null, true, -1, 5, 1e99),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5 }),
  ),
})).value;

describe.each(SOURCES.map((source) => [source.name, source] as const))('%s', (_, { adapter, engines }) => {
  it('parses or rejects any response', () => {
    const query = serpQuery({ engine: engines[0]! });
    const request = adapter.start(query);
    fc.assert(
      fc.property(strange, fc.constantFrom(200, 200, 200, 302, 400, 403, 429, 500), (value, status) => {
        const page: Page = { request, url: request.url, status, headers: {}, body: JSON.stringify(value) ?? '' };
        try {
          const { found } = adapter.parse(page, query);
          const counts = value as Record<string, unknown>;
          // Only a response with a count of 0 may be empty.
          if (found.empty) expect([counts.total, counts.places, Object.keys(counts).length]).toContainEqual(expect.toSatisfy(isNothing));
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
const isNothing = (value: unknown): boolean => value === 0 || (Array.isArray(value) && value.length === 0);

describe('texts of APIs', () => {
  it('lose their tags and keep their words', () => {
    expect(plainIn('<b>Red</b> &amp; <script>x</script>shoes &lt;3')).toBe('Red & xshoes <3');
    expect(plainIn('1 < 2 and 3 > 2')).toBe('1 < 2 and 3 > 2');
    expect([plainIn(''), plainIn(7), plainIn(null)]).toEqual([null, null, null]);
    expect(boldIn('<b>red</b> <em>red</em> <strong>shoes</strong> plain')).toEqual(['red', 'shoes']);
  });

  it('are parsed quickly, even when hostile', () => {
    const began = spentMs();
    for (const piece of ['<b>', '&amp;', '<', '&#', '</b>']) {
      plainIn(piece.repeat(50_000));
      boldIn(piece.repeat(50_000));
    }
    expect(spentMs() - began).toBeLessThan(3000);
  });

  it('with endless nesting exhaust neither the feed nor the list', () => {
    const deep = (name: string) => `<${name}>`.repeat(100_000);
    const feed = `<rss><channel><item>${deep('a')}</channel></rss>`;
    const list = `<yandexsearch><response><results><grouping><group><doc>${deep('title')}</yandexsearch>`;
    const began = spentMs();
    for (const [source, body] of [
      [SOURCES[0]!, feed],
      [SOURCES[7]!, JSON.stringify({ rawData: Buffer.from(list).toString('base64') })],
    ] as const) {
      const query = serpQuery();
      const request = source.adapter.start(query);
      expect(() => source.adapter.parse({ request, url: request.url, status: 200, headers: {}, body }, query)).toThrow(SourceError);
    }
    expect(spentMs() - began).toBeLessThan(3000);
  });

  it('have dates in two formats, and nothing else is a date', () => {
    expect(momentIn('2026-03-02T10:00:00')).toBe('2026-03-02T10:00:00+0000');
    expect(momentIn('2026-03-02 10:00')).toBe('2026-03-02T10:00:00+0000');
    expect(momentIn('2026-03-02T10:00:00.000+09:00')).toBe('2026-03-02T01:00:00+0000');
    expect(momentIn('2026-03-02')).toBe('2026-03-02T00:00:00+0000');
    expect(momentIn('Fri, 02 Oct 2026 07:00:00 GMT')).toBe('2026-10-02T07:00:00+0000');
    expect([momentIn('May 1, 2026'), momentIn('2 hours ago'), momentIn('2026-13-45'), momentIn(5)]).toEqual([null, null, null, null]);
  });
});
