// Hostile and odd requests to the compatibility endpoints never end in an internal error.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { ENGINE_NAMES } from './serpapi/dialects.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService(
    { SYNC_WAIT_SECONDS: '0', IP_RATE_PER_MINUTE: '1000000', IP_RATE_BURST: '1000000', RATE_PER_MINUTE: '1000000', RATE_BURST: '1000000' },
    false,
  );
  key = (await service.account({ credits: 1_000_000 })).test;
});
afterAll(() => service.stop());

const NAMES =
  'q p text query search_query engine tbm tbs location uule lat lon gl hl google_domain device num start first count b pz ijn p groups_on_page sp page pn rn ct mkt cc lr lang yandex_domain vc vl yahoo_domain where ll type async no_cache output json_restrictor as_q as_epq as_oq as_eq as_sitesearch as_dt as_nlo as_nhi as_qdr safe nfpr filter cr imgsz image_color period_unit start_date safeSearch q5 q6 kl df m search_assist autocorrect url includeMarkdown country locale placeId cid __proto__ constructor toString'.split(
    ' ',
  );
const ENGINES = [...ENGINE_NAMES, 'constructor'];
const VALUES = [
  '0',
  '1',
  '-1',
  '99',
  '100',
  '101',
  '1e3',
  '10.0',
  '10.5',
  'NaN',
  '99999999999999999999',
  'true',
  'False',
  'None',
  'null',
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\n',
  '<b>',
  "';--",
  '%',
  'us',
  'uk',
  'zz',
  'en',
  'zh-tw',
  'Austin, TX',
  ',,,',
  '@1,2,3z',
  '@91,181',
  'w+CAIQICI',
  'w CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM=',
  'qdr:d',
  'qdr:',
  'sxt20',
  'sxt999',
  'google.de',
  'wt-wt',
  '2024-01-01..2024-12-31',
  'isch',
  'nws',
  'html',
  'a.{b',
  'organic_results',
  'x'.repeat(3000),
  '__proto__',
  '茶',
  '[object Object]',
  'https://shop.example/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
];
const value = fc.constantFrom(...VALUES);
const parameters = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 });
const SERPAPI = ['/search', '/search.json', '/search.html', '/account', '/locations.json', '/searches/x', '/searches/a/b'];
const SERPER = ['/search', '/images', '/news', '/videos', '/places', '/maps', '/webpage', '/account', '/shopping', '/unknown'];
const GOOD = new Set([200, 400, 401, 403, 404, 405, 429, 503, 504]);

test('requests of SerpApi', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SERPAPI), fc.constantFrom(...ENGINES), parameters, async (path, engine, list) => {
      const query = new URLSearchParams([
        ...list.map(([name, text]): [string, string] => [name, text]),
        ['engine', engine],
        ['q', 'tea'],
        ['api_key', key],
      ]);
      const { status, text, json } = await service.call('GET', `${path}?${query}`, 'unused');
      expect(
        GOOD.has(status),
        `${status} ${path}?${query} ${text} ${service.lines.filter((line) => line.includes('request failed')).at(-1)}`,
      ).toBe(true);
      if (status === 400 || status === 404) expect(Object.keys(json)).toEqual(['error']);
      expect(status === 200 && path.startsWith('/account') ? '' : text).not.toContain(key);
    }),
    { numRuns: 60 },
  );
});

test('requests of Serper', async () => {
  const odd = fc.oneof(value, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({ a: 1 }));
  const search = fc
    .array(fc.tuple(fc.constantFrom(...NAMES), odd), { maxLength: 6 })
    .map((list) => Object.fromEntries([['q', 'tea'], ...list]));
  const body = fc.oneof(search, fc.array(search, { maxLength: 3 }), fc.constantFrom('tea', 5, null, [[]], [null]));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SERPER), fc.constantFrom('GET', 'POST'), parameters, body, async (path, method, list, payload) => {
      const query = new URLSearchParams(list.map(([name, text]): [string, string] => [name, text]));
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const { status, text, json } = await service.call(
        method as 'GET',
        `${path}?${query}`,
        'unused',
        method === 'POST' ? JSON.stringify(payload) : undefined,
        headers,
      );
      expect(
        GOOD.has(status),
        `${status} ${method} ${path}?${query} ${JSON.stringify(payload)} ${text} ${service.lines.filter((line) => line.includes('request failed')).at(-1)}`,
      ).toBe(true);
      if (status >= 400) expect(Object.keys(json)).toEqual(['message', 'statusCode']);
    }),
    { numRuns: 60 },
  );
});

test('what the database cannot store is rejected, so the account stays readable', async () => {
  for (const query of ['q=tea%00', 'q=tea&x=%00', 'q=tea&%00=1']) {
    const { status, json } = await service.call('GET', `/search?${query}&api_key=${key}`, 'unused');
    expect([status, json.error]).toEqual([400, expect.stringContaining('null character')]);
  }
  const body = '{"q":"tea","x":"\\ud800"}';
  expect((await service.call('POST', '/search', 'unused', body, { 'x-api-key': key, 'content-type': 'application/json' })).status).toBe(
    400,
  );
  expect((await service.call('GET', '/usage', key)).status).toBe(200);
});
