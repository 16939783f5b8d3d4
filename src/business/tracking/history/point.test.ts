// Points of hand-written result pages.
import { describe, expect, test } from 'vitest';
import { type AnswerItem, noItems, type OrganicItem, type Reference, type SerpData } from '../../../contract/items.ts';
import { FEATURES, type Feature } from '../../../contract/tracking.ts';
import type { PointRules } from '../types.ts';
import { readDomain } from './domains.ts';
import { featureNames } from './features.ts';
import { pointOf } from './point.ts';

const organic = (url: string, position: number, more: Partial<OrganicItem> = {}): OrganicItem => ({
  type: 'organic',
  position,
  rank: position + 2,
  page: 1,
  title: `Title of ${url}`,
  url,
  displayUrl: null,
  domain: new URL(url).hostname,
  siteName: null,
  snippet: null,
  highlighted: [],
  date: null,
  publishedAt: null,
  sitelinks: [],
  images: [],
  rating: null,
  price: null,
  isFeatured: false,
  isAmp: false,
  faq: [],
  ...more,
});
const results = (...urls: string[]): OrganicItem[] => urls.map((url, index) => organic(url, index + 1));
const answer = (type: AnswerItem['type'], more: Partial<AnswerItem> = {}): AnswerItem => ({
  type,
  position: 1,
  rank: 1,
  page: 1,
  title: null,
  text: null,
  markdown: null,
  list: [],
  table: null,
  url: null,
  displayUrl: null,
  domain: null,
  images: [],
  blocks: [],
  references: [],
  relatedQuestions: [],
  model: null,
  ...more,
});
const reference = (url: string, position: number): Reference => ({
  position,
  title: null,
  url,
  domain: new URL(url).hostname,
  source: null,
  snippet: null,
});
const page = (items: Partial<SerpData>): SerpData => ({ totalResults: null, raw: [], ...noItems(), ...items });
const rules = (more: Partial<PointRules> = {}): PointRules => ({
  domains: [readDomain({ domain: 'shop.example' })],
  competitors: [],
  topCount: 3,
  depth: 10,
  ...more,
});
const read = (items: Partial<SerpData>, more: Partial<PointRules> = {}) => pointOf(page(items), 'valid', rules(more));
const bits = (...names: Feature[]): number => names.reduce((sum, name) => sum | (1 << FEATURES.indexOf(name)), 0);
const OTHERS = Array.from({ length: 10 }, (_, index) => `https://other${index}.example/`);

describe('a position', () => {
  test('is that of the best own page, with its rank, URL and title', () => {
    const urls = ['https://a.example/', 'https://www.shop.example/two', 'https://b.example/', 'https://de.shop.example/four'];
    expect(read({ organic: results(...urls) })).toEqual({
      code: 1,
      position: 2,
      rank: 4,
      depth: 4,
      page: { url: urls[1], title: `Title of ${urls[1]}` },
      otherPages: [{ url: urls[3], title: `Title of ${urls[3]}` }],
      features: 0,
      owned: 0,
      cited: 0,
      competitors: [],
      top: urls.slice(0, 3).map((url) => ({ url, title: null })),
    });
  });

  test('is 0 when no page is from the domain', () => {
    expect(read({ organic: results(...OTHERS) })).toMatchObject({ code: 2, position: 0, rank: 0, page: null, depth: 10 });
  });

  test('is 1 for an own featured snippet that replaces the organic result', () => {
    const snippet = answer('featured_snippet', { url: 'https://shop.example/tea', title: 'Tea', rank: 1 });
    expect(read({ organic: results(...OTHERS), answers: [snippet] })).toMatchObject({
      code: 1,
      position: 1,
      rank: 1,
      page: { url: 'https://shop.example/tea', title: 'Tea' },
    });
    const both = read({ organic: results(...OTHERS.slice(0, 4), 'https://shop.example/tea'), answers: [snippet] });
    expect(both.position).toBe(5);
  });

  test('of an unknown rank has rank 0', () => {
    expect(read({ organic: [organic('https://shop.example/', 1, { rank: null })] }).rank).toBe(0);
  });

  test('counts pages of several domains and of a path', () => {
    const domains = [readDomain({ domain: 'other.example/blog', match: 'prefix' }), readDomain({ domain: 'shop.example' })];
    const urls = ['https://other.example/', 'https://other.example/blog/1', 'https://shop.example/'];
    expect(read({ organic: results(...urls) }, { domains })).toMatchObject({ position: 2, page: { url: urls[1] } });
  });
});

describe('the depth', () => {
  test.each([
    ['all results', 10, 10, 'valid', 10],
    ['fewer than half a page missing', 96, 100, 'valid', 100],
    ['half a page missing', 95, 100, 'valid', 95],
    ['one page of ten', 10, 100, 'valid', 10],
    ['no results at all', 0, 20, 'empty', 20],
    ['nothing read', 0, 20, 'valid', 0],
  ] as const)('with %s: %i of %i', (_, count, depth, verdict, expected) => {
    const urls = Array.from({ length: count }, (__, index) => `https://other${index}.example/`);
    expect(pointOf(page({ organic: results(...urls) }), verdict, rules({ depth })).depth).toBe(expected);
  });
});

describe('competitors and first results', () => {
  test('keep the index of a removed competitor', () => {
    const competitors = [
      readDomain({ domain: 'b.example' }),
      null,
      readDomain({ domain: 'absent.example' }),
      readDomain({ domain: 'a.example' }),
    ];
    const urls = ['https://x.example/', 'https://www.a.example/', 'https://m.b.example/', 'https://b.example/'];
    expect(read({ organic: results(...urls) }, { competitors }).competitors).toEqual([3, 0, 0, 2]);
  });

  test('have as many pages as the project wants', () => {
    const items = { organic: results(...OTHERS) };
    expect(read(items, { topCount: 0 }).top).toEqual([]);
    expect(read(items, { topCount: 20 }).top.map(({ url }) => url)).toEqual(OTHERS);
  });

  test('are cut so that the database accepts them', () => {
    const { page: own, top } = read({
      organic: [organic(`https://shop.example/${'x'.repeat(5000)}`, 1, { title: `a\0${'😀'.repeat(200)}` })],
    });
    expect(top[0]!.url).toHaveLength(2000);
    expect(own!.title).not.toContain('\0');
    expect(own!.title!.length).toBeLessThanOrEqual(300);
    expect(own!.title!.isWellFormed()).toBe(true);
  });
});

describe('features', () => {
  const owned = { url: 'https://shop.example/x' };
  const foreign = { url: 'https://other.example/x' };
  /** One item of each feature with the given URL. Fields that the point does not read are left out. */
  const itemsOf = (item: { url: string }): Record<Feature, Partial<SerpData>> =>
    ({
      aiAnswer: { answers: [answer('ai_overview', { references: [reference(item.url, 4)] })] },
      featuredSnippet: { answers: [answer('featured_snippet', item)] },
      answerBox: { answers: [answer('answer_box', item)] },
      knowledgePanel: { knowledgegraph: [{ ...item, descriptionSource: null, profiles: [] }] },
      localPack: { maps: [item] },
      peopleAlsoAsk: { paa: [item] },
      images: { images: [item] },
      videos: { playlist: [item] },
      news: { news: [item] },
      posts: { twitter: [{ ...item, accountUrl: null }] },
      ads: { advertisers: [{ ...item, type: 'text' }] },
      shopping: { advertisers: [{ ...item, type: 'shopping' }] },
      sitelinks: { organic: [organic(item.url, 1, { sitelinks: [{ title: 'More', url: item.url, description: null }] })] },
    }) as unknown as Record<Feature, Partial<SerpData>>;

  test.each(FEATURES)('%s is on the page, and owned if it shows the domain', (name) => {
    expect(read(itemsOf(foreign)[name])).toMatchObject({ features: bits(name), owned: 0 });
    expect(read(itemsOf(owned)[name])).toMatchObject({ features: bits(name), owned: bits(name) });
    expect(featureNames(bits(name))).toEqual([name]);
  });

  test('of an organic result that is also the featured snippet are both counted', () => {
    expect(read({ organic: [organic('https://shop.example/', 1, { isFeatured: true })] })).toMatchObject({
      position: 1,
      features: bits('featuredSnippet'),
      owned: bits('featuredSnippet'),
    });
  });

  test('of a knowledge panel are owned through its source or a profile', () => {
    const panel = { url: null, descriptionSource: { title: '', url: 'https://shop.example/about', description: null }, profiles: [] };
    expect(read({ knowledgegraph: [panel] } as unknown as Partial<SerpData>).owned).toBe(bits('knowledgePanel'));
    const profile = { url: null, descriptionSource: null, profiles: [{ name: 'Website', url: 'https://shop.example', image: null }] };
    expect(read({ knowledgegraph: [profile] } as unknown as Partial<SerpData>).owned).toBe(bits('knowledgePanel'));
  });

  test('an answer cites the domain at its best place', () => {
    const references = [reference('https://a.example/', 1), reference('https://shop.example/2', 3), reference('https://shop.example/1', 2)];
    expect(read({ answers: [answer('perplexity', { references })] })).toMatchObject({ cited: 2, owned: bits('aiAnswer'), position: 0 });
    expect(read({ answers: [answer('ai_mode', { references: [reference('https://shop.example/', 900)] })] }).cited).toBe(254);
    expect(read({ answers: [answer('answer_box', { references })] }).cited).toBe(0);
  });
});
