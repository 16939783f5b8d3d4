// Draws requests that only read: lists, exports, timelines, usage and ranks.

import type { Random } from '../random.ts';
import type { Asked, Draw, Known } from './asked.ts';

export const OBJECT_FILTERS = [
  '',
  'kind=serp',
  'state=faulty',
  'engine=bing',
  'region=US',
  'q=tea',
  'q=%25_%5C',
  'from=2026-01-01',
  'to=2099-01-01T00:00:00%2B0100',
  'limit=1',
];
export const BAD_FILTERS = [
  'kind=',
  'kind=serp&kind=ai',
  'state=gone',
  'engine=__proto__',
  'region=%00',
  'q=',
  'q=a%00b',
  `q=${'x'.repeat(201)}`,
  'from=0000-01-01',
  'from=2026-02-30',
  'from=9999-12-31T23:59:59Z',
  'to=now',
  'from=2026-01-02&to=2026-01-01',
];
/** Ids that do not exist, and ids of another account. */
const strangeIds = (random: Random, known: Known): string =>
  random.pick([...known.foreign, 'ffffffffffffffffffffffff', '0', 'x', '%00', '__proto__', '%F0%9F%92%A9', 'x'.repeat(300)]);

/** Streams have their own tests, because they end only when their object does. */
export const reads: Draw = (random, known) => {
  const own = (): string => random.pick(known.ids.any.length > 0 ? known.ids.any : ['ffffffffffffffffffffffff']);
  const get = (operation: string, path: string, expect: NonNullable<Asked['expect']>): Asked => ({
    operation,
    method: 'GET',
    path,
    expect,
    mustNotHold: known.foreign,
  });
  return random.pick<() => Asked>([
    () => get('get /objects', `/objects?${random.pick(OBJECT_FILTERS)}&${random.pick(['', 'after=ffffffffffffffffffffffff'])}`, 200),
    () => get('get /objects', `/objects?${random.pick([...BAD_FILTERS, 'limit=0', 'limit=201', 'after=x', 'after=%00'])}`, 400),
    () =>
      get(
        'get /objects/export',
        `/objects/export?${random.pick([...OBJECT_FILTERS.slice(0, -1), `ids=${own()}`])}&content=${random.pick(['requests', 'results'])}&format=${random.pick(['jsonl', 'csv'])}`,
        [200, 429],
      ),
    () =>
      get(
        'get /objects/export',
        `/objects/export?${random.pick([...BAD_FILTERS, 'format=xml', 'format=', 'content=', 'ids=', 'ids=x'])}`,
        400,
      ),
    () => get('get /objects/{id}/life', `/objects/${own()}/life`, [200, 404]),
    () => ({ ...get('get /objects/{id}/life', `/objects/${strangeIds(random, known)}/life`, 404), mustNotHold: [] }),
    () => get('get /objects/{id}/images', `/objects/${own()}/images`, [200, 404]),
    () => ({ ...get('get /objects/{id}/images', `/objects/${strangeIds(random, known)}/images`, 404), mustNotHold: [] }),
    () => ({ ...get('get /objects/{id}/stream', `/objects/${strangeIds(random, known)}/stream`, 404), mustNotHold: [] }),
    () => ({
      operation: 'get /objects/{id}/deliveries',
      method: 'GET',
      path: `/objects/${strangeIds(random, known)}/deliveries`,
      expect: 404,
    }),
    () => ({ operation: 'get /objects/{id}/deliveries', method: 'GET', path: `/objects/${own()}/deliveries` }),
    () => ({ operation: 'post /objects/{id}/resend', method: 'POST', path: `/objects/${strangeIds(random, known)}/resend`, expect: 404 }),
    () => ({ operation: 'post /objects/{id}/resend', method: 'POST', path: `/objects/${own()}/resend` }),
    () => get('get /usage', `/usage?days=${random.pick([1, 30, 400])}`, 200),
    () => get('get /usage', `/usage?days=${random.pick(['0', '401', 'x', '', '1&days=2'])}`, 400),
    () =>
      get(
        'get /ranks',
        `/ranks?domain=${random.pick(['shop.example', 'https://a.b/c', 'xn--mgba.example'])}&limit=${random.pick([1, 5])}`,
        200,
      ),
    () =>
      get(
        'get /ranks',
        `/ranks?${random.pick(['', 'domain=x', 'domain=%00.a', 'domain=a.b&keywords=', 'domain=a.b&keywords=%00', 'domain=a.b&days=0', 'domain=a.b&limit=201', 'domain=1.1.1.1:x&engine=x'])}`,
        400,
      ),
  ])();
};
