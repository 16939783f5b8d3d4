// Hostile and odd requests to the DataForSEO-compatible endpoints never end in an internal error.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { SERP_ENDPOINTS } from '../../../products/dataforseo/endpoints.ts';

let service: TestService;
let authorization: string;
beforeAll(async () => {
  const limits = { IP_RATE_PER_MINUTE: '1000000', IP_RATE_BURST: '1000000', RATE_PER_MINUTE: '1000000', RATE_BURST: '1000000' };
  service = await startTestService({ SYNC_WAIT_SECONDS: '0', BODY_MB_PER_MINUTE: '10000', ...limits }, false);
  const key = (await service.account({ credits: 1_000_000 })).test;
  authorization = `Basic ${Buffer.from(`login:${key}`).toString('base64')}`;
});
afterAll(() => service.stop());

const NAMES =
  'keyword keywords location_code location_name location_coordinate language_code language_name device depth block_depth max_crawl_pages priority tag pingback_url postback_url postback_data search_param url stop_crawl_on_match target target_type remove_from_url search_partners datetime_from datetime_to sort limit offset include_metadata filtered_function filters id __proto__ constructor toString'.split(
    ' ',
  );
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1,
  2,
  20,
  101,
  1.5,
  1e308,
  '',
  ' ',
  '1',
  'true',
  'en',
  'zh_CN',
  'Chinese (Simplified)',
  'US',
  'United States',
  '52.5,13.4,10z',
  '91,181',
  'mobile',
  'html',
  'regular',
  'desc',
  '2026-11-17 06:41:56 +00:00',
  '9999-99-99',
  '+275760-09-13',
  '&tbs=qdr:d&x',
  'https://www.google.com/search?q=%E0%A4%A&uule=w+CAIQICIKQmVybGlu',
  'https://www.google.com/maps/search/%',
  'http://127.0.0.1/$id?$tag#x',
  'http://[::1',
  'https://user:p$tag@shop.example/$id',
  '*.*.*/*',
  '%',
  '%00',
  '%ud800',
  '\u0007',
  'x'.repeat(3000),
  '../../etc/passwd',
  'postback_url',
  [],
  [[]],
  [null],
  ['tea', 1],
  ['domain', '=', 'shop.example'],
  [['domain', '=', '..']],
  [{ match_value: 'shop.example', match_type: 'domain' }],
  [{ match_value: null }],
  {},
  { toString: 1, valueOf: 1 },
  { length: 3 },
  [{ toString: 1, valueOf: 1 }],
];
const OTHERS = [
  'serp/id_list',
  'serp/errors',
  'appendix/webhook_resend',
  'domain_analytics/whois/overview/live',
  'domain_analytics/technologies/domain_technologies/live',
  'serp/nothing/live',
  ...['search_volume', 'keywords_for_keywords', 'keywords_for_site'].flatMap((name) =>
    ['task_post', 'live'].map((way) => `keywords_data/google_ads/${name}/${way}`),
  ),
];
const PATHS = [
  ...SERP_ENDPOINTS.flatMap(({ path, live, levels }) => [
    `${path}/task_post`,
    ...(live ? levels.map((level) => `${path}/live/${level}`) : []),
  ]),
  ...OTHERS,
  ...OTHERS,
];

const value = fc.constantFrom(...VALUES);
/** Some tasks are valid but for a field or two, others only have odd fields. */
const task = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 }))
  .map(([isGood, fields]) =>
    Object.fromEntries([
      ...(isGood ? Object.entries({ keyword: 'tea', keywords: ['tea'], target: 'shop.example', location_code: 2840 }) : []),
      ...fields,
    ]),
  );
const body = fc.oneof(
  { weight: 8, arbitrary: fc.array(task, { minLength: 1, maxLength: 2 }) },
  task,
  value,
  fc.array(value, { maxLength: 2 }),
);

test('tasks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), body, async (path, payload) => {
      const text = JSON.stringify(payload);
      const response = await service.call('POST', `/v3/${path}`, 'unused', text, { authorization, 'content-type': 'application/json' });
      const { status, json } = response;
      const cause = service.lines.filter((line) => line.includes('request failed')).at(-1);
      expect([200, 402, 404], `${status} ${path} ${text} ${response.text} ${cause}`).toContain(status);
      expect(json).toMatchObject({ version: expect.any(String), status_code: expect.any(Number), status_message: expect.any(String) });
      const codes = [json.status_code, ...(json.tasks ?? []).map(({ status_code }: { status_code: number }) => status_code)];
      expect(codes, `${path} ${text} ${response.text}`).not.toContain(50000);
    }),
    { numRuns: 400 },
  );
}, 120_000);

test('paths', async () => {
  const part = fc.constantFrom('x', '%00', '%', '..', '%2e%2e', 'us', 'ZZ', '0'.repeat(24), '00000000-0000-0000-0000-000000000000', 'ü');
  const start = fc.constantFrom(
    'serp/google/locations',
    'serp/google/organic/task_get/advanced',
    'keywords_data/google_ads/search_volume/task_get',
  );
  await fc.assert(
    fc.asyncProperty(start, part, async (path, end) => {
      const { status, text } = await service.call('GET', `/v3/${path}/${end}`, 'unused', undefined, { authorization });
      expect([200, 400, 404], `${status} ${path}/${end} ${text}`).toContain(status);
    }),
    { numRuns: 60 },
  );
});
