// Parameters of SerpApi's engine for DuckDuckGo.
import { describe, expect, test } from 'vitest';
import { loadRegions } from '../../../business/regions/load.ts';
import type { Account, Stored } from '../../../contract/order.ts';
import { REGION_NAMES, regionOf } from '../../../sources/engines/duckduckgo/regions.ts';
import { readParameters } from './parameters.ts';
import { searchOf } from './response.ts';

const regions = loadRegions();
const account = { maxResults: 100 } as Account;
const read = (given: Record<string, string> = {}) => readParameters({ engine: 'duckduckgo', q: 'tea', ...given }, account, regions, 'json');
const filtersOf = (given: Record<string, string>) =>
  Object.fromEntries((read(given).request.customUrlParameter ?? []).map(({ name, value }) => [name, value]));

describe('the region', () => {
  test('is that of the country and language, or is passed on', () => {
    expect(REGION_NAMES.length).toBeGreaterThan(60);
    for (const kl of REGION_NAMES) {
      const { request, ignored } = read({ kl });
      expect([kl, filtersOf({ kl }).kl ?? regionOf(String(request.region), request.language ?? ''), ignored]).toEqual([kl, kl, []]);
      expect(regions.resolve(String(request.region))?.type, kl).toBe('country');
    }
  });

  test.each([
    [{}, 'US', undefined, {}],
    [{ kl: 'uk-en' }, 'GB', 'en', {}],
    [{ kl: 'ca-fr' }, 'CA', 'fr', {}],
    [{ kl: 'JP-JP' }, 'JP', 'ja', {}],
    [{ kl: 'hk-tzh' }, 'HK', 'zh', {}],
    [{ kl: 'ct-ca' }, 'ES', 'ca', {}],
    [{ kl: 'es-ca' }, 'ES', 'ca', { kl: 'es-ca' }],
    [{ kl: 'il-he' }, 'IL', 'he', { kl: 'il-he' }],
    [{ kl: 'wt-wt' }, 'US', undefined, { kl: 'wt-wt' }],
  ])('%j is the country %s', (given, region, language, filters) => {
    const { request } = read(given);
    expect([request.region, request.language, filtersOf(given)]).toEqual([region, language, filters]);
  });
});

test.each([
  [{ safe: '1' }, { kp: '1' }],
  [{ safe: '-1' }, {}],
  [{ safe: '-2' }, { kp: '-2' }],
  [{ df: 'w' }, { df: 'w' }],
  [{ df: '2024-02-29..2024-03-01' }, { df: '2024-02-29..2024-03-01' }],
  [{ search_assist: 'false' }, {}],
])('%j reaches the engine as %j', (given, filters) => {
  expect([filtersOf(given), read(given).ignored]).toEqual([filters, []]);
});

test.each([
  ['Unsupported `zz-zz` region - kl parameter', { kl: 'zz-zz' }],
  ['Unsupported `constructor` region - kl parameter', { kl: 'constructor' }],
  ['Unsupported `active` level - safe parameter. Supported: 1, -1, -2', { safe: 'active' }],
  ['Unsupported `h` date - df parameter', { df: 'h' }],
  ['Unsupported `2024-02-30..2024-03-01` date - df parameter', { df: '2024-02-30..2024-03-01' }],
  ['Unsupported `2024-03-02..2024-03-01` date - df parameter', { df: '2024-03-02..2024-03-01' }],
  ['Unsupported `true` value - search_assist parameter', { search_assist: 'true' }],
])('rejects: %s', (words, given) => expect(() => read(given)).toThrow(words));

test('has pages of `m` results from `start`, and one page for all devices', () => {
  expect(read().slice).toEqual({ from: 0, count: 10 });
  expect(read({ start: '20', m: '30' }).slice).toEqual({ from: 20, count: 30 });
  const { request, ignored } = read({ device: 'mobile', location: 'Austin', gl: 'de' });
  expect([request.isMobile, request.region, ignored.toSorted()]).toEqual([false, 'US', ['device', 'gl', 'location']]);
});

test('an object of another endpoint has a response', () => {
  const request = JSON.stringify({ searchEngine: 'duckduckgo', keyword: 'tea', maxResults: 10, isMobile: false });
  expect(searchOf({ request } as Stored)).toMatchObject({ dialect: { name: 'duckduckgo' }, sent: { engine: 'duckduckgo', q: 'tea' } });
});
