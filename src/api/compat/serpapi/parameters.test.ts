// Parameters of SerpApi: each one is used, named as ignored, or rejected.
import { describe, expect, test } from 'vitest';
import { loadRegions } from '../../../business/regions/load.ts';
import type { Account } from '../../../contract/order.ts';
import { dialectOf } from './dialects.ts';
import { pageParameters } from './paging.ts';
import { readParameters } from './parameters.ts';

const regions = loadRegions();
const account = { maxResults: 100 } as Account;
const read = (given: Record<string, string>) => readParameters({ q: 'tea', ...given }, account, regions, 'json');
const filtersOf = (given: Record<string, string>) =>
  Object.fromEntries((read(given).request.customUrlParameter ?? []).map(({ name, value }) => [name, value]));

describe('a filter of YouTube', () => {
  const youtube = { engine: 'youtube', search_query: 'tea' };

  test('stays on the next page, and on the page after it', () => {
    const dialect = dialectOf('youtube')!;
    const second = pageParameters(dialect, 20, 20, { ...youtube, sp: 'EgIQAQ==' });
    expect(read({ ...youtube, ...second }).slice).toEqual({ from: 20, count: 20 });
    expect(filtersOf({ ...youtube, ...second })).toEqual({ sp: 'EgIQAQ==' });
    const third = pageParameters(dialect, 40, 20, { ...youtube, ...second });
    expect(read({ ...youtube, ...third }).slice.from).toBe(40);
    expect(filtersOf({ ...youtube, ...third })).toEqual({ sp: 'EgIQAQ==' });
  });

  test('is absent when the first page had none', () => {
    const second = pageParameters(dialectOf('youtube')!, 20, 20, youtube);
    expect(second).toEqual({ sp: 'sxt20' });
    expect(filtersOf({ ...youtube, ...second })).toEqual({});
  });
});

describe('a parameter that the engine does not have', () => {
  test.each<[string, Record<string, string>]>([
    ['as_q', { engine: 'youtube', search_query: 'tea', as_q: 'green' }],
    ['as_qdr', { engine: 'youtube', search_query: 'tea', as_qdr: 'd' }],
    ['imgsz', { imgsz: 'l' }],
    ['period_unit', { engine: 'google_local', period_unit: 'd' }],
    ['start', { engine: 'bing', start: '10' }],
    ['start', { engine: 'yahoo', p: 'tea', start: '10' }],
    ['start', { engine: 'baidu', start: '10' }],
    ['start', { engine: 'google_ai_mode', start: '10' }],
    ['tbm', { engine: 'bing', tbm: 'isch' }],
    ['tbm', { engine: 'google_light', tbm: 'isch' }],
    ['ll', { ll: '@40.7,-74.0,14z' }],
    ['uule', { engine: 'bing', uule: 'x' }],
  ])('is named as ignored: %s in %j', (name, given) => {
    expect(read(given).ignored.filter((ignored) => !['q', 'search_query', 'p'].includes(ignored))).toEqual([name]);
    expect(read(given).request.region).toBe(given.engine === 'baidu' ? 'CN' : 'US');
  });

  test('an AI answer is requested without pages', () => {
    const { slice, request, ignored } = read({ engine: 'google_ai_mode', start: '10', num: '100' });
    expect([slice, request.maxResults, ignored]).toEqual([{ from: 0, count: 10 }, 10, ['start', 'num']]);
  });

  test.each<Record<string, string>>([
    { num: '20', start: '20' },
    { engine: 'google_images', imgsz: 'l', period_unit: 'd' },
    { engine: 'naver', query: 'tea', start: '11' },
    { tbm: 'isch' },
    { as_qdr: 'd10' },
  ])('is not one of %j', (given) => expect(read(given).ignored.filter((name) => name !== 'q')).toEqual([]));
});

describe('a parameter that cannot be honoured', () => {
  test.each<[string, Record<string, string>]>([
    ['as_qdr is not supported for google_news', { engine: 'google_news', as_qdr: 'd' }],
    ['as_qdr is not supported for google_maps', { engine: 'google_maps', as_qdr: 'd' }],
    ['as_qdr is not supported for tbm=nws', { tbm: 'nws', as_qdr: 'forever' }],
    ['location cannot be combined with ll', { engine: 'google_maps', location: 'Austin', ll: '@40.7,-74.0,14z' }],
    ['location cannot be combined with uule', { location: 'Austin', uule: 'x' }],
    ['location cannot be combined with lat and lon', { location: 'Austin', lat: '1', lon: '2' }],
    ['uule cannot be combined with lat and lon', { uule: 'x', lat: '1', lon: '2' }],
    ['Unsupported `constructor` level', { engine: 'bing', safeSearch: 'constructor' }],
  ])('is rejected: %s', (words, given) => expect(() => read(given)).toThrow(words));

  test('is not the age of news, which becomes part of the query', () => {
    expect(read({ tbm: 'nws', as_qdr: 'w' }).request.keyword).toBe('tea when:7d');
  });
});

test('names of properties that every object has are not values', () => {
  expect(read({ engine: 'baidu', q5: 'constructor' }).request.keyword).toBe('tea');
  expect(read({ engine: 'baidu', q5: '1' }).request.keyword).toBe('intitle:(tea)');
});
