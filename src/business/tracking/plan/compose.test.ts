// A composed check is stored as the same bytes as an equal request of the dashboard.
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../contract/order.ts';
import type { SerpRequest } from '../../../contract/serp.ts';
import { readSerpRequest } from '../../../products/serp/validate.ts';
import { createEngineTable } from '../../../sources/catalogue.ts';
import { DEFAULT_PRICES } from '../../credits/price.ts';
import { createLabelOf } from '../../orders/labels.ts';
import { notFromApi } from '../../orders/origin.ts';
import { loadRegions } from '../../regions/load.ts';
import { createCompose } from './compose.ts';

const prices = { ...DEFAULT_PRICES, 'depth.serp': 2, 'engine.bing': 3 };
const labelOf = createLabelOf({ 'google@DE': 'browser', '*': 'other' });
const parts = {
  regions: loadRegions(),
  prices,
  labelOf,
  guard: { allowPrivate: false },
  pageGuard: { allowPrivate: false },
  callbackFormat: 'SIMPLE',
  engines: () => createEngineTable({}),
} as unknown as Parameters<typeof readSerpRequest>[2];
const accountWith = (fields: Partial<Account>): Account =>
  ({ id: 1, mode: 'live', keyId: 'k', prices: {}, chargeMultiplier: 1.5, archive: false, maxResults: 100, ...fields }) as Account;

const placed = (request: SerpRequest, account: Account) => notFromApi(readSerpRequest(request, account, parts, '[0].'));
/** As a variant is stored: the request of another keyword, priority and depth, without the keyword. */
function variantOf(request: SerpRequest, account: Account) {
  const { keyword, ...rest } = JSON.parse(
    readSerpRequest({ ...request, keyword: 'x', priority: 'NORMAL', maxResults: 10 }, account, parts).request,
  );
  return { engine: rest.searchEngine, country: rest.region.countryCode, request: JSON.stringify(rest) };
}

describe('a composed check', () => {
  const compose = createCompose(prices, labelOf);
  const terms = { maxResults: 30, priority: 'LOW' } as const;

  test.each([
    { searchEngine: 'google', region: 'DE', isMobile: false },
    { searchEngine: 'bing', region: 'US', isMobile: true, language: 'es' },
  ] as const)('equals the order of the request: %o', (fields) => {
    for (const account of [accountWith({}), accountWith({ archive: true, prices: { 'base.serp': 4 } })]) {
      for (const keyword of ['tea', ' "quoted", \\ and \u2028 ', 'שלום 🍵']) {
        const request = { ...fields, keyword, ...terms } as SerpRequest;
        expect(compose(keyword, variantOf(request, accountWith({})), terms, account)).toEqual(placed(request, account));
      }
    }
  });

  test('of a test account has no label', () => {
    const request = { keyword: 'tea', region: 'DE' } as SerpRequest;
    const account = accountWith({ mode: 'test' });
    expect(compose('tea', variantOf(request, account), terms, account).label).toBe('');
    expect(compose('tea', variantOf(request, account), terms, accountWith({})).label).toBe('browser');
  });
});
