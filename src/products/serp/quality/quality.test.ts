import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NAMES_PER_SHAPES_MIN, SHAPES_MIN } from '../../../business/layouts/familiar.ts';
import { QUALITY_REASON_NAMES } from '../../../contract/quality.ts';
import type { PageSigns } from '../../../sources/adapter.ts';
import { advertiserItem, organicItem, serpPage } from '../../../sources/items.ts';
import type { Evidence, PastAgreement } from './evidence.ts';
import { qualityOf } from './quality.ts';

const organicFor = (titles: readonly string[]) =>
  titles.map((title, index) => organicItem({ title, url: `https://site${index}.example/`, snippet: 'Read more about it here.' }));
const TITLES = Array.from({ length: 10 }, (_, index) => `Red shoes number ${index}`);
const SKETCH = new Uint16Array(64);
const signs = (known: Partial<PageSigns> = {}): PageSigns => ({
  sketches: { shapes: SKETCH, names: SKETCH },
  statedQuery: 'red shoes',
  isComplete: true,
  ...known,
});
const query = { keyword: 'red shoes', language: 'en', maxResults: 10, urlParameters: [], region: { countryCode: 'GB' } };
const evidence = (known: Partial<Evidence> = {}): Evidence => ({
  engine: { name: 'bing', traits: { pageSize: 10, region: 'country', paging: { parameter: 'first', step: 10, atOnce: 1 } } },
  query,
  found: [serpPage({ organic: organicFor(TITLES) })],
  pages: [{ signs: signs(), language: 'en' }],
  isStopped: false,
  isLast: false,
  familiarityOf: null,
  agreement: null,
  ...known,
});
const agreement = (known: Partial<PastAgreement>): PastAgreement => ({
  recent: null,
  isSteady: false,
  siblings: null,
  isStale: false,
  isOfOtherQuery: false,
  ...known,
});
const pageOf = (titles: readonly string[]) => ({ found: [serpPage({ organic: organicFor(titles) })] });
const withSigns = (known: Partial<PageSigns>) => ({ pages: [{ signs: signs(known), language: 'en' }] });

describe('a page without evidence against it', () => {
  test('has the quality 1 and no reasons', () => {
    expect(qualityOf(evidence())).toEqual({ quality: 1, qualityReasons: [] });
  });
  test('may be JSON: without signs nothing is said about the structure', () => {
    expect(qualityOf(evidence({ pages: [{ signs: null, language: null }] })).quality).toBe(1);
  });
  test('may state that there are no results', () => {
    expect(qualityOf(evidence({ found: [serpPage({}, 0, true)] })).quality).toBe(1);
  });
  test('may have few results when the engine knows no more', () => {
    expect(qualityOf(evidence({ found: [serpPage({ organic: organicFor(TITLES.slice(0, 3)) }, 3)] })).quality).toBe(1);
  });
});

test.each([
  ['AI answers', { pageSize: 10, region: 'country', api: 'openai' }],
  ['single pages', { pageSize: 10, region: 'none', keywordIsUrl: true }],
] as const)('nothing is said about %s', (_, traits) => {
  expect(qualityOf(evidence({ engine: { name: 'x', traits } }))).toEqual({ quality: null, qualityReasons: [] });
});

test.each<[string, string, Partial<Evidence>]>([
  ['another query in the search box', 'statedQuery', withSigns({ statedQuery: 'weather tomorrow' })],
  ['a page that breaks off', 'incomplete', withSigns({ isComplete: false })],
  ['an unknown structure', 'newLayout', { familiarityOf: () => ({ shapes: 0.1, names: 0.1 }) }],
  ['results of another response', 'mixedResults', { pages: [{ signs: null, language: 'en', isMixed: true }] }],
  ['unknown names in a known structure', 'newNames', { familiarityOf: () => ({ shapes: 0.8, names: 0.1 }) }],
  [
    'nothing but advertisements',
    'onlyAds',
    { found: [serpPage({ advertisers: [advertiserItem({ title: 'Red shoes', url: 'https://ad.example/' })] })] },
  ],
  ['no results and no statement about that', 'noResults', { found: [serpPage({})] }],
  ['half of the usual results', 'fewResults', pageOf(TITLES.slice(0, 5))],
  ['two lists of results', 'manyResults', pageOf([...TITLES, ...TITLES])],
  ['a further page that was blocked', 'stopped', { isStopped: true }],
  ['half of the results of another query', 'unrelated', pageOf([...TITLES.slice(0, 6), 'Rain', 'Clouds', 'Storm', 'Umbrella'])],
  ['a page in another language', 'language', { pages: [{ signs: signs(), language: 'fr' }] }],
  ['titles in another script', 'language', pageOf([...TITLES.slice(0, 5), ...Array<string>(5).fill('全国手机价格查询大全')])],
  ['results that share nothing with the last answers', 'changed', { agreement: agreement({ recent: 0 }) }],
  ['results that share nothing with other devices', 'siblings', { agreement: agreement({ siblings: 0 }) }],
  ['the return of an old answer', 'stale', { agreement: agreement({ isStale: true }) }],
  ['the answer to another question', 'otherQuery', { agreement: agreement({ isOfOtherQuery: true }) }],
])('%s lowers the quality', (_, reason, known) => {
  const { quality, qualityReasons } = qualityOf(evidence(known));
  expect(qualityReasons).toContain(reason);
  expect(quality).toBeLessThan(1);
});

test('results of one site lower the quality unless the query names the site', () => {
  const organic = TITLES.map((title, index) =>
    organicItem({ title, url: `https://${index < 7 ? 'one' : `s${index}`}.example/${index}`, snippet: 'x' }),
  );
  const found = [serpPage({ organic })];
  expect(qualityOf(evidence({ found })).qualityReasons).toEqual(['repeatedHost']);
  expect(qualityOf(evidence({ found, query: { ...query, keyword: 'red shoes site:one.example' } })).qualityReasons).toEqual([]);
});

test('a page that is surely of a familiar layout is not doubted for its structure, so it need not be compared with others', () => {
  const shareFrom = (min: number) => fc.double({ min, max: 1, noNaN: true });
  fc.assert(
    fc.property(shareFrom(SHAPES_MIN), shareFrom(NAMES_PER_SHAPES_MIN), (shapes, names) => {
      expect(qualityOf(evidence({ familiarityOf: () => ({ shapes, names }) })).quality).toBe(1);
    }),
  );
});

test('a sudden change of a steady question is a low quality, and one of a changing question is not', () => {
  expect(qualityOf(evidence({ agreement: agreement({ recent: 0, isSteady: true }) })).quality).toBeLessThan(0.7);
  expect(qualityOf(evidence({ agreement: agreement({ recent: 0, isSteady: false }) })).quality).toBe(0.8);
});

test('a half empty page that another one follows is a low quality', () => {
  const page = (from: number, count: number) =>
    serpPage({
      organic: Array.from({ length: count }, (_, index) =>
        organicItem({ title: `Red shoes ${from + index}`, url: `https://s${from + index}.example/`, snippet: 'Red shoes' }),
      ),
    });
  const judged = (counts: readonly number[]) =>
    qualityOf(evidence({ found: counts.map((count, index) => page(index * 10, count)), pages: counts.map(() => ({})) }));
  expect(judged([5, 5])).toMatchObject({ qualityReasons: ['fewResults'] });
  expect(judged([5, 5]).quality).toBeLessThan(0.7);
  expect(judged([9, 3]).qualityReasons).toEqual([]);
});

describe('a full first page without a next page', () => {
  const last = (known: Partial<Evidence> = {}, total: number | null = 1_200_000, count = 10) =>
    qualityOf(
      evidence({
        query: { ...query, maxResults: 100 },
        found: [serpPage({ organic: organicFor(TITLES.slice(0, count)) }, total)],
        isLast: true,
        ...known,
      }),
    );

  test('is a low quality when the engine knows far more results', () => {
    expect(last()).toEqual({ quality: 0.65, qualityReasons: ['fewResults'] });
    expect(last({}, 1000)).toMatchObject({ quality: 0.65 });
  });

  test.each<[string, ReturnType<typeof last>]>([
    ['the engine states no number', last({}, null)],
    ['the number is near', last({}, 500)],
    ['the page is not full, as where similar results were left out', last({}, 1_200_000, 8)],
    ['nothing more was wanted, or a next page was found', last({ isLast: false })],
    [
      'a further page was read: engines end lists early',
      last({ found: [0, 1].map(() => serpPage({ organic: organicFor(TITLES) }, 1_200_000)), pages: [] }),
    ],
  ])('is right when %s', (_, judged) => {
    expect(judged).toEqual({ quality: 1, qualityReasons: [] });
  });
});

test('missing snippets lower the quality', () => {
  const organic = TITLES.map((title, index) => organicItem({ title, url: `https://s${index}.example/` }));
  expect(qualityOf(evidence({ found: [serpPage({ organic })] })).qualityReasons).toEqual(['missingTexts']);
});

const words = fc.constantFrom('Red shoes', 'Shoes', 'Weather', 'Wetter und Regen für die Reise', 'Погода', '');
const anyEvidence = fc
  .record({
    titles: fc.array(words, { maxLength: 25 }),
    statedQuery: fc.constantFrom(null, 'red shoes', 'red boots', 'rain'),
    isComplete: fc.boolean(),
    language: fc.constantFrom(null, 'en', 'de'),
    familiarity: fc.option(
      fc.record({ shapes: fc.double({ min: 0, max: 1, noNaN: true }), names: fc.double({ min: 0, max: 1, noNaN: true }) }),
    ),
    recent: fc.constantFrom(null, 0, 0.5, 1),
    isStopped: fc.boolean(),
    total: fc.constantFrom(null, 0, 5, 1000),
  })
  .map(({ titles, statedQuery, isComplete, language, familiarity, recent, isStopped, total }) =>
    evidence({
      found: [serpPage({ organic: organicFor(titles) }, total)],
      pages: [{ signs: signs({ statedQuery, isComplete }), language }],
      familiarityOf: () => familiarity,
      agreement: agreement({ recent }),
      isStopped,
    }),
  );

test('the quality is between 0 and 1 with two decimals, the same every time, and 1 only without reasons', () => {
  fc.assert(
    fc.property(anyEvidence, (given) => {
      const { quality, qualityReasons } = qualityOf(given);
      expect(quality).toBeGreaterThanOrEqual(0);
      expect(quality).toBeLessThanOrEqual(1);
      expect(Number(quality!.toFixed(2))).toBe(quality);
      expect(quality === 1).toBe(qualityReasons.length === 0);
      expect(qualityReasons.every((reason) => QUALITY_REASON_NAMES.includes(reason))).toBe(true);
      expect(qualityOf(given)).toEqual({ quality, qualityReasons });
    }),
  );
});

test('removing results that nothing speaks against never raises the quality', () => {
  const sound = fc.constantFrom('Red shoes', 'Buy red shoes here', 'Shoes in red');
  fc.assert(
    fc.property(
      fc.array(sound, { minLength: 1, maxLength: 10 }),
      fc.array(fc.constantFrom('Weather', 'Погода'), { maxLength: 5 }),
      fc.nat(),
      fc.constantFrom(null, 4, 1000),
      (titles, others, at, total) => {
        const kept = titles.filter((_, index) => index !== at % titles.length);
        const of = (list: readonly string[]) =>
          qualityOf(evidence({ found: [serpPage({ organic: organicFor([...list, ...others]) }, total)] })).quality!;
        // Two lists at once are more than a page shows. Removing results then rightly raises the quality.
        fc.pre(titles.length + others.length <= 12);
        expect(of(kept)).toBeLessThanOrEqual(of(titles));
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['words that results must not contain', 'shoes -boots -sandals -slippers -"rubber clogs" -heels'],
  ['a choice of words', 'shoes OR boots OR sandals OR slippers OR clogs OR heels'],
  [
    'a long query of which no result repeats everything',
    `red shoes number ${Array.from({ length: 300 }, (_, n) => `word${n}x`).join(' ')}`,
  ],
])('%s do not make results unrelated', (_, keyword) => {
  expect(qualityOf(evidence({ query: { ...query, keyword }, pages: [{ signs: null, language: 'en' }] })).qualityReasons).toEqual([]);
});

test('three of ten results with other words are a low quality, two are not', () => {
  const other = ['Rain', 'Clouds', 'Storm'];
  expect(qualityOf(evidence(pageOf([...TITLES.slice(0, 7), ...other])))).toEqual({ quality: 0.6, qualityReasons: ['unrelated'] });
  expect(qualityOf(evidence(pageOf([...TITLES.slice(0, 8), ...other.slice(0, 2)])))).toEqual({ quality: 1, qualityReasons: [] });
});

test('a page may state its language with another code', () => {
  const norwegian = { ...query, language: 'no', region: { countryCode: 'NO' } };
  expect(qualityOf(evidence({ query: norwegian, pages: [{ signs: signs(), language: 'nb' }] })).qualityReasons).toEqual([]);
});
