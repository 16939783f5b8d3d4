// The view that is put together from stored texts is to the byte the view that reads them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Stored } from '../../contract/order.ts';
import { viewSerp } from './view.ts';
import { serpText } from './view-text.ts';

const MARKS = ['"regionSearch":null,"priority":"LOW"', '"callback":null', '@', '"find":{}', '\\"', '"', '\u2028', 'tea'];
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(...MARKS),
  fc.array(fc.constantFrom(...MARKS)).map((parts) => parts.join('')),
);
const parameters = fc.array(fc.record({ name: text, value: fc.oneof(text, fc.constant(null), fc.integer()) }), { maxLength: 2 });
const region = fc.record({ id: fc.integer(), name: text, countryCode: fc.constant('US') });

/** As they are stored: the fields in this order. */
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
        searchEngine: 'google',
        maxResults: 10,
        isMobile: false,
        language: 'en',
        saveRawData: false,
        customUserAgent: null,
        customUrlParameter: given,
        customCookieParameter: given,
        voiceSearchHighFidelity: false,
        callback: address,
        callbackFormat: 'json',
        archivable: false,
        ...(find ? { find: { domain: 'tea.example', stopWhenFound: true, cost: 1, overCost: 2 } } : {}),
        ...(fresh ? { freshness: 60 } : {}),
        ...(fromApi ? {} : { isFromApi: false }),
      }),
    );

const result = fc.record({
  faulty: fc.boolean(),
  verdict: fc.constantFrom('valid' as const, 'blocked' as const, null),
  attempts: fc.constantFrom('[]', '[{"source":"a","outcome":"valid","ms":1}]', '[{"source":"a","outcome":"unreachable","ms":1}]'),
  detail: fc.constantFrom('{}', '{"pages":3}', '{"error":"Deadline \\"exceeded\\"."}', '{"found":2,"standing":null}'),
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

it('is the same to the byte, whatever the request holds', () => {
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

it('is there for every ordinary request', () => {
  fc.assert(fc.property(stored(request(NOTHING, PLAIN_ADDRESS, false)), (object) => serpText(object) !== null));
});

it.each([
  ['an address with a name and a password in it', request(NOTHING, fc.constant('https://name:word@tea.example/hook'), false)],
  ['something looked for', request(NOTHING, PLAIN_ADDRESS, true)],
  ['a region that was searched for', request(fc.constant({ priority: 'LOW' }), PLAIN_ADDRESS, false)],
])('is not there for %s', (_, requests) => {
  fc.assert(fc.property(stored(requests), (object) => serpText(object) === null));
});
