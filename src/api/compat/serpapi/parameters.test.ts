// Parameters of SerpApi: each one is used, named as ignored, or rejected.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadRegions } from '../../../business/regions/load.ts';
import type { Account } from '../../../contract/order.ts';
import { uuleOf } from '../../../sources/engines/google/request.ts';
import { dialectOf, ENGINE_NAMES } from './dialects.ts';
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

  test.each<[string[], Record<string, string>]>([
    [['location'], { location: 'Austin, Texas' }],
    [['lat', 'lon'], { lat: '30.267', lon: '-97.743' }],
    [['uule'], { uule: uuleOf('Austin,Texas,United States') }],
    [[], { location: 'United States' }],
  ])('a place that is more precise than YouTube’s sources: %j in %j', (names, given) => {
    const { ignored, request } = read({ engine: 'google_videos', ...given });
    expect([ignored, request.region, request.regionSearch]).toEqual([[...names, 'engine'], 'US', undefined]);
    expect(read(given).ignored).toEqual([]);
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
    { engine: 'google_images', udm: '2' },
    { engine: 'google_ai_mode', udm: '50' },
    { engine: 'google_news', so: '0' },
    { engine: 'naver', query: 'tea', where: 'web' },
    { engine: 'baidu', ct: '1' },
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
    ['Unsupported `28` tab - udm parameter', { udm: '28' }],
    ['Unsupported `2` tab - udm parameter', { engine: 'google_local', udm: '2' }],
    ['Unsupported `7` tab - udm parameter. Supported: 2', { engine: 'google_images', udm: '7' }],
    ['Unsupported `shop` tab - tbm parameter', { tbm: 'shop' }],
    ['Unsupported `1` sort order - so parameter. Supported: 0', { engine: 'google_news', so: '1' }],
    ['Unsupported `image` tab - where parameter. Supported: nexearch, web', { engine: 'naver', query: 'tea', where: 'image' }],
    ['sort_by is not supported for naver', { engine: 'naver', query: 'tea', sort_by: '1' }],
    ['sort_mode is not supported for yandex', { engine: 'yandex', text: 'tea', sort_mode: 'time' }],
    ['Unsupported `3` language - ct parameter. Supported: 1', { engine: 'baidu', ct: '3' }],
    ['nfpr is not supported for google_news', { engine: 'google_news', nfpr: '1' }],
    ['nfpr is not supported for google_maps', { engine: 'google_maps', nfpr: 'true' }],
    ['filter is not supported for tbm=vid', { tbm: 'vid', filter: '0' }],
    ['Unsupported `constructor` level', { engine: 'bing', safeSearch: 'constructor' }],
    ['Unsupported `zzz` level - safe parameter. Supported: active, off', { safe: 'zzz' }],
    ['Unsupported `zzz` level - safe parameter', { engine: 'google_ai_mode', safe: 'zzz' }],
    ['Unsupported `x` level - vm parameter. Supported: r, i, p', { engine: 'yahoo', p: 'tea', vm: 'x' }],
    ['Unsupported `french` language - lr parameter', { lr: 'french' }],
    ['Unsupported `lang_fr|lang_qq` language - lr parameter', { lr: 'lang_fr|lang_qq' }],
    ['Unsupported `countryQQ` country - cr parameter', { cr: 'countryQQ' }],
    ['Unsupported `forever` age - as_qdr parameter', { as_qdr: 'forever' }],
    ['Unsupported `x` direction - as_dt parameter. Supported: i, e', { as_sitesearch: 'shop.example', as_dt: 'x' }],
    ['Unsupported `huge` size - imgsz parameter', { tbm: 'isch', imgsz: 'huge' }],
    ['Unsupported `constructor` color - image_color parameter', { engine: 'google_images', image_color: 'constructor' }],
    ['Unsupported `fortnight` unit - period_unit parameter', { engine: 'google_images', period_unit: 'fortnight' }],
    ['period_value must be a whole number of at least 1', { engine: 'google_images', period_unit: 'd', period_value: '-1' }],
    ['Unsupported `yesterday` date - start_date parameter', { engine: 'google_images', start_date: 'yesterday' }],
    ['Unsupported `20250230` date - start_date parameter', { engine: 'google_images', start_date: '20250230' }],
    ['Unsupported `20251301` date - end_date parameter', { engine: 'google_images', end_date: '20251301' }],
    ['start_date must not be after end_date', { engine: 'google_images', start_date: '20250302', end_date: '20250301' }],
    ['start_date cannot be combined with period_unit', { engine: 'google_images', start_date: '20250302', period_unit: 'd' }],
    ['Unsupported `0` location - lr parameter', { engine: 'yandex', text: 'tea', lr: '0' }],
    ['Unsupported `999999` location - lr parameter', { engine: 'yandex', text: 'tea', lr: '999999' }],
  ])('is rejected: %s', (words, given) => expect(() => read(given)).toThrow(words));

  test('is not the age of news, which becomes part of the query', () => {
    expect(read({ tbm: 'nws', as_qdr: 'w' }).request.keyword).toBe('tea when:7d');
  });
});

test('a filter that the engine has stays, and a default is accepted by every engine', () => {
  expect(read({ engine: 'google_maps', nfpr: '0', filter: 'true' }).request.customUrlParameter).toBeUndefined();
  expect(filtersOf({ nfpr: '1', filter: '0' })).toEqual({ nfpr: '1', filter: '0' });
});

test('filters with known values reach the engine', () => {
  expect(filtersOf({ safe: 'active', lr: 'lang_zh-TW|lang_iw', cr: '(-countryUK).(-countryFR)' })).toEqual({
    safe: 'active',
    lr: 'lang_zh-TW|lang_iw',
    cr: '(-countryUK).(-countryFR)',
  });
  expect(filtersOf({ as_qdr: 'all' })).toEqual({});
  expect(filtersOf({ engine: 'google_images', imgar: 'xw', imgsz: '2mp', start_date: '20240229', end_date: '20240301' })).toEqual({
    tbs: 'iar:xw,isz:2mp,cdr:1,cd_min:02/29/2024,cd_max:03/01/2024',
  });
  expect(filtersOf({ engine: 'yandex', text: 'tea', lr: '213' })).toEqual({ lr: '213' });
});

test('names of properties that every object has are not values', () => {
  expect(read({ engine: 'baidu', q5: 'constructor' }).request.keyword).toBe('tea');
  expect(read({ engine: 'baidu', q5: '1' }).request.keyword).toBe('intitle:(tea)');
});

test('the documentation lists the engines that exist, and those that are left out', () => {
  const page = readFileSync(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8');
  const [supported = '', leftOut = ''] = page.split('### Left out of SerpApi');
  const rows = [...supported.matchAll(/^\| ((?:`[a-z_]+`(?: \(default\))?(?:, )?)+) \| `(?:q|p|text|search_query|query)`/gm)];
  const documented = rows.flatMap(([, names = '']) => [...names.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  expect(documented.toSorted()).toEqual([...ENGINE_NAMES].toSorted());
  const names = [...leftOut.split('###')[0]!.matchAll(/^- .*(?:\n {2}.*)*/gm)].flatMap(([item]) => [...item.matchAll(/`([a-z_]+)…?`/g)]);
  expect(names.length).toBeGreaterThan(40);
  for (const [, name = ''] of names) expect([name, dialectOf(name)]).toEqual([name, null]);
});

test('every value that the documentation leaves out is rejected', () => {
  const page = readFileSync(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8');
  const leftOut = page.split('### Left out of SerpApi')[1]!.split('###')[0]!;
  const values = [...leftOut.matchAll(/`([a-z]+)=([a-z0-9]+)`/g)].map(([, name = '', value = '']) => [name, value] as const);
  expect(values.map(([name]) => name)).toEqual(expect.arrayContaining(['tbm', 'where', 'ct', 'output']));
  const engines: Record<string, string> = { tbm: 'google', where: 'naver', ct: 'baidu' };
  for (const [name, value] of values)
    expect(() => read({ engine: engines[name] ?? 'bing', query: 'tea', [name]: value }), `${name}=${value}`).toThrow(
      `Unsupported \`${value}\``,
    );
});
