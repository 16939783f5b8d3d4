// `serpText` returns the same bytes as `viewSerp`, or null.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_PRICES } from '../../business/credits/price.ts';
import { notFromApi } from '../../business/orders/origin.ts';
import type { Regions } from '../../business/regions/regions.ts';
import type { Account, Stored } from '../../contract/order.ts';
import type { SerpRequest } from '../../contract/serp.ts';
import { ENGINES, PRIORITIES } from '../../contract/vocabulary.ts';
import { createEngineTable } from '../../sources/catalogue.ts';
import { readSerpRequest } from './validate.ts';
import { serpText, viewSerp } from './view.ts';

const MARKS = ['"regionSearch":null,"priority":"LOW"', '"callback":null', '@', '"find":{}', '\\"', '"', '\u2028', 'tea'];
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(...MARKS),
  fc.array(fc.constantFrom(...MARKS)).map((parts) => parts.join('')),
);
const parameters = fc.array(fc.record({ name: text, value: fc.oneof(text, fc.constant(null), fc.integer()) }), { maxLength: 2 });
const region = fc.record({ id: fc.integer(), name: text, countryCode: fc.constant('US') });

/** The fields in the order in which they are stored. */
const request = (regionSearch: fc.Arbitrary<unknown>, callback: fc.Arbitrary<string | null>, find: boolean) =>
  fc
    .tuple(
      text,
      region,
      regionSearch,
      fc.constantFrom('LOW', 'NORMAL', 'REALTIME', 'INSTANT'),
      parameters,
      callback,
      fc.boolean(),
      fc.boolean(),
    )
    .map(([keyword, place, search, priority, given, address, fresh, fromApi]) =>
      JSON.stringify({
        keyword,
        region: place,
        regionSearch: search,
        priority,
        asynchronous: true,
        archivable: false,
        searchEngine: 'google',
        callback: address,
        callbackFormat: 'json',
        maxResults: 10,
        isMobile: false,
        language: 'en',
        saveRawData: false,
        customUserAgent: null,
        customUrlParameter: given,
        customCookieParameter: given,
        voiceSearchHighFidelity: false,
        ...(find ? { find: { domain: 'tea.example', stopWhenFound: true, cost: 1, overCost: 2 } } : {}),
        ...(fresh ? { freshness: 60 } : {}),
        ...(fromApi ? {} : { isFromApi: false }),
      }),
    );

const result = fc.record({
  faulty: fc.boolean(),
  verdict: fc.constantFrom('valid' as const, 'blocked' as const, null),
  attempts: fc.constantFrom('[]', '[{"source":"a","outcome":"valid","ms":1}]', '[{"source":"a","outcome":"unreachable","ms":1}]'),
  detail: fc.constantFrom(
    '{}',
    '{"pages":3}',
    '{"pages":1,"quality":0.65,"qualityReasons":["newNames","unrelated"]}',
    '{"quality":null,"qualityReasons":[]}',
    '{"error":"Deadline \\"exceeded\\"."}',
    '{"found":2,"standing":null}',
  ),
  generatedAt: fc.constant(new Date('2026-11-15T09:30:00Z')),
  body: fc.constant(null),
});

const stored = (requests: fc.Arbitrary<string>): fc.Arbitrary<Stored> =>
  fc.record({
    id: fc.constant('0123456789abcdef01234567'),
    kind: fc.constant('serp' as const),
    request: requests,
    createdAt: fc.constant(new Date('2026-11-15T09:29:00Z')),
    isOverLimit: fc.boolean(),
    queued: fc.boolean(),
    callbackExecuted: fc.boolean(),
    callbackFailed: fc.boolean(),
    scheduledAt: fc.constant(null),
    result: fc.oneof(fc.constant(null), result),
  });

const NOTHING = fc.constant(null);
const ANYTHING = fc.oneof(NOTHING, fc.dictionary(fc.constantFrom('regionSearch', 'priority', 'callback', 'find', 'x'), text));
const PLAIN_ADDRESS = fc.constantFrom(null, 'https://tea.example/hook?x=1');
const ANY_ADDRESS = fc.oneof(PLAIN_ADDRESS, fc.constant('https://name:word@tea.example/hook'));

it('returns the same bytes as viewSerp, whatever the request holds', () => {
  fc.assert(
    fc.property(
      fc.boolean().chain((find) => stored(request(ANYTHING, ANY_ADDRESS, find))),
      (object) => {
        const shown = serpText(object);
        if (shown !== null) expect(shown).toBe(JSON.stringify(viewSerp(object)));
      },
    ),
    { numRuns: 2000 },
  );
});

it('copies every ordinary request', () => {
  fc.assert(fc.property(stored(request(NOTHING, PLAIN_ADDRESS, false)), (object) => serpText(object) !== null));
});

it.each([
  ['a callback URL with a user and a password', request(NOTHING, fc.constant('https://name:word@tea.example/hook'), false)],
  ['a request with `find`', request(NOTHING, PLAIN_ADDRESS, true)],
  ['a request with `regionSearch`', request(fc.constant({ priority: 'LOW' }), PLAIN_ADDRESS, false)],
])('returns null for %s', (_, requests) => {
  fc.assert(fc.property(stored(requests), (object) => serpText(object) === null));
});

const model = { apiKey: 'x', model: 'x', baseUrl: 'https://model.example' };
const guard = { allowLoopback: false, allowNetworks: [] };
const berlin = {
  id: '5f3c0a2b',
  name: 'Berlin {"',
  localName: null,
  formattedName: 'Berlin, Germany',
  canonicalName: 'Berlin,Berlin,Germany',
  placeId: null,
  parentId: '5f3c0a2c',
  countryCode: 'DE',
  type: 'city' as const,
  population: 3_426_354,
  latitude: 52.52437,
  longitude: 13.41053,
  location: { type: 'Point', coordinates: [13.41053, 52.52437] },
};
const parts = {
  regions: { resolve: () => berlin } as unknown as Regions,
  prices: DEFAULT_PRICES,
  guard,
  pageGuard: guard,
  callbackFormat: 'JSON' as const,
  engines: () => createEngineTable({ chatgpt: model, perplexity: model }),
};
const account: Account = {
  id: 1,
  mode: 'test',
  keyId: '',
  contract: 'current',
  archive: false,
  maxResults: 100,
  limitAction: 'reject',
  chargeMultiplier: 1,
  ratePerMinute: null,
  rateBurst: null,
  prices: {},
};

it.each(ENGINES)('copies requests to %s as validation stores them', (searchEngine) => {
  const keyword = searchEngine === 'universal' ? 'https://tea.example/page' : 'green {"tea"}';
  const requests: SerpRequest[] = [
    { keyword, region: 'Berlin', searchEngine },
    { keyword, region: 'Berlin', searchEngine, freshness: 60, callback: 'https://tea.example/hook?x=1', callbackFormat: 'SIMPLE' },
    ...PRIORITIES.map((priority) => ({ keyword, region: 'Berlin', searchEngine, priority, asynchronous: true })),
  ];
  const items = requests.map((request) => readSerpRequest(request, account, parts));
  for (const { request } of [...items, ...items.map(notFromApi)]) {
    const [object] = fc.sample(stored(fc.constant(request)), 1);
    expect(serpText(object!)).toBe(JSON.stringify(viewSerp(object!)));
  }
});
