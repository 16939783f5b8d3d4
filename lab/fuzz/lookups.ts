// Draws requests that read: lookups, the account, regions, the operator's interface, and addresses that are none.

import { BAD_DOMAINS, GOOD_DOMAINS } from './domains.ts';
import { BAD_FILTERS, OBJECT_FILTERS } from './reads.ts';
import { NASTY_PATHS, textOf } from './values.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

/** Whatever the method and the address: some proper answer. */
export const strange = (random, path) => {
  const method = random.pick(METHODS);
  const withBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && random.chance(0.3);
  return {
    operation: null,
    method,
    path,
    ...(withBody ? { headers: random.chance(0.5) ? JSON_TYPE : {}, body: random.pick(['{}', '', 'x', '[1]']) } : {}),
  };
};

export const lookup = (kind) => (random) => {
  const operation = `get /${kind}/{domain}`;
  const dice = random.next();
  const method = random.chance(0.05) ? 'HEAD' : 'GET';
  if (dice < 0.35)
    return {
      operation,
      method,
      path: `/${kind}/${encodeURIComponent(random.pick(GOOD_DOMAINS))}${random.chance(0.2) && kind === 'whois' ? `?source=${random.pick(['auto', 'whois'])}` : ''}`,
      expect: kind === 'whois' ? 200 : undefined,
    };
  if (dice < 0.75)
    return { operation, method: 'GET', path: `/${kind}/${encodeURIComponent(random.pick(BAD_DOMAINS))}`, expect: 400, parameter: 'domain' };
  if (dice < 0.85 && kind === 'whois')
    return {
      operation,
      method: 'GET',
      path: `/whois/shop.example?${random.pick(['source=', 'source=WHOIS', 'source=x', 'source=auto&source=whois', 'source[]=auto', 'source=website', 'source=%00', 'source=__proto__'])}`,
    };
  if (dice < 0.92) return { operation, method: 'GET', path: `/${kind}/${encodeURIComponent(textOf(random))}` };
  return strange(random, `/${kind}/${random.pick(NASTY_PATHS)}`);
};

const QUERIES = [
  '',
  '%25%25_%5C',
  'berlin',
  'a',
  '%00',
  '%F0%9F%92%A9',
  'x'.repeat(200),
  'austin,%20tex',
  ',',
  ',,,',
  '%20',
  '%E6%9D%B1%E4%BA%AC',
  '(a+)+$',
  "'",
  '__proto__',
];
export const account = (random) => {
  const dice = random.next();
  if (dice < 0.15)
    return {
      operation: 'get /user',
      method: random.pick(['GET', 'HEAD']),
      path: `/user${random.pick(['', '?x=1', '?__proto__=1', '?a[b]=c', '?&&&', '?%00=%00'])}`,
      expect: 200,
    };
  if (dice < 0.2) return { operation: 'get /heartbeat', method: 'GET', path: '/heartbeat', expect: 200 };
  if (dice < 0.5)
    return {
      operation: 'get /region/list',
      method: 'GET',
      path: `/region/list?query=${random.pick(QUERIES)}&items=${random.pick([1, 10, 1000])}&page=${random.pick([1, 2, 1_000_000_000])}`,
      expect: 200,
    };
  if (dice < 0.6)
    return {
      operation: 'get /region/list',
      method: 'GET',
      path: `/region/list?countryCode=${random.pick(['US', 'us', 'DE', 'ZZ'])}&type=${random.pick(['city', 'country', 'governorate', 'postal%20code'])}`,
      expect: 200,
    };
  if (dice < 0.8)
    return {
      operation: 'get /region/list',
      method: 'GET',
      expect: 400,
      path: `/region/list?${random.pick(['items=0', 'items=1001', 'items=-1', 'items=x', 'items=1.5', 'items=1e9', 'items=', 'page=0', 'page=-1', 'page=x', 'page=', 'type=planet', 'type=', 'type=City', 'items=1&items=2', 'page=1&page=1', 'type=city&type=city', 'items=999999999999999999999', 'type=__proto__', `query=${'x'.repeat(201)}`])}`,
    };
  return strange(
    random,
    random.pick([
      '/user',
      '/region/list',
      '/serp/new',
      '/serp/new/list',
      '/serp/list',
      '/ai/list',
      '/ai/send-prompt',
      '/',
      '/nothing',
      '//user',
      '/user/',
      '/USER',
      '/docs/../user',
      '/serp',
      '/serp/',
      '/openapi.json',
      '/healthz',
      '/readyz',
      '/%75ser',
      '/user;x=1',
      '/user%2f',
      '/admin',
      '/admin/accounts',
      '/metrics/x',
      '/docs/static/..%2f..%2fpackage.json',
    ]),
  );
};

const BAD_TIMES = ['0000-01-01T00:00:00Z', '2026-01-01', 'x', '', '2026-13-01T00:00:00Z', '2026-02-30T25:00:00Z', 5, true];
const ODD_TIMES = [
  '9999-12-31T23:59:59Z',
  '2099-01-01T00:00:00+23:59',
  '2099-01-01T00:00:00-18:00',
  '0001-01-01T00:00:00Z',
  '2099-01-01T24:00:00Z',
  '2099-01-01T00:00:00.123456789123456789Z',
];
export const operator = (random, known) => {
  const id = () =>
    random.pick([known.account, '0', '-1', '999999999', '9999999999', '1e3', 'x', '%00', '__proto__', '%F0%9F%92%A9', 'x'.repeat(1000)]);
  const headers = { authorization: `Bearer ${known.token}`, ...JSON_TYPE };
  const make = (operation, method, path, body, expect, parameter) => ({
    operation,
    method,
    path,
    headers,
    key: null,
    expect,
    parameter,
    ...(body === undefined ? {} : { body: JSON.stringify(body), value: body }),
  });
  return random.pick([
    () =>
      make(
        'post /admin/accounts/{id}/credits',
        'POST',
        `/admin/accounts/${id()}/credits`,
        { total: random.pick([0, -1, 1.5, 1e13, '5', null, true, []]) },
        400,
        'total',
      ),
    () =>
      make(
        'post /admin/accounts/{id}/credits',
        'POST',
        `/admin/accounts/${id()}/credits`,
        { total: 1, expiresAt: random.pick(BAD_TIMES) },
        400,
        'expiresAt',
      ),
    () =>
      make('post /admin/accounts/{id}/credits', 'POST', `/admin/accounts/${known.spare}/credits`, {
        total: 1,
        expiresAt: random.pick(ODD_TIMES),
      }),
    () =>
      make(
        'post /admin/accounts/{id}/keys',
        'POST',
        `/admin/accounts/${id()}/keys`,
        { mode: random.pick(['LIVE', '', 5, '__proto__']) },
        400,
        'mode',
      ),
    () =>
      make(
        'get /admin/accounts/{id}/ledger',
        'GET',
        `/admin/accounts/${id()}/ledger?limit=${random.pick(['1', '0', '-1', 'x', '100001', '1e5', ''])}&mode=${random.pick(['test', 'live', 'TEST', ''])}`,
      ),
    () => make('delete /admin/keys/{keyId}', 'DELETE', `/admin/keys/${id()}`),
    () => make('get /admin/deliveries', 'GET', `/admin/deliveries?objectId=${id()}`),
    () => make('post /admin/deliveries/{objectId}/resend', 'POST', `/admin/deliveries/${id()}/resend`),
    () => make('post /admin/objects/{objectId}/reparse', 'POST', `/admin/objects/${id()}/reparse`),
    () => make('get /admin/accounts/{id}', 'GET', `/admin/accounts/${id()}`),
    () => make('get /admin/accounts/{id}/keys', 'GET', `/admin/accounts/${id()}/keys`),
    () =>
      make(
        'get /admin/accounts/{id}/usage',
        'GET',
        `/admin/accounts/${id()}/usage?days=${random.pick(['1', '0', 'x'])}&mode=${random.pick(['test', 'TEST'])}`,
      ),
    () =>
      make(
        'patch /admin/accounts/{id}',
        'PATCH',
        `/admin/accounts/${known.spare}`,
        random.pick([
          { name: '' },
          { name: null },
          { email: 'x' },
          { limit: { hour: -1 } },
          { limit: { x: 1 } },
          { limit: null },
          { credits: 1 },
          { rates: { burst: 0 } },
          { prices: { a: -1 } },
        ]),
        400,
      ),
    () =>
      make('patch /admin/accounts/{id}', 'PATCH', `/admin/accounts/${known.spare}`, { limit: { hour: random.pick([null, 0, 5]) } }, 200),
    () => make('patch /admin/accounts/{id}', 'PATCH', `/admin/accounts/${id()}`, {}),
    () =>
      make(
        'get /admin/objects',
        'GET',
        `/admin/objects?${random.pick([...OBJECT_FILTERS, 'mode=test'])}&account=${known.account}`,
        undefined,
        200,
      ),
    () =>
      make(
        'get /admin/objects',
        'GET',
        `/admin/objects?${random.pick([...BAD_FILTERS, 'account=x', 'account=0', 'mode=both'])}`,
        undefined,
        400,
      ),
    () => make('get /admin/objects/{id}/life', 'GET', `/admin/objects/${id()}/life`, undefined, 404),
    () => make('get /admin/objects/{id}/stream', 'GET', `/admin/objects/${id()}/stream`, undefined, 404),
    () => make('get /admin/overview', 'GET', '/admin/overview', undefined, 200),
    () => make('get /admin/settings', 'GET', '/admin/settings', undefined, 200),
    () => make('get /admin/audit', 'GET', `/admin/audit?limit=${random.pick(['1', '0', 'x', '-5', '1&limit=2'])}`),
    () =>
      make(
        'post /admin/accounts',
        'POST',
        '/admin/accounts',
        {
          name: 'A',
          email: 'a@b.example',
          ...random.pick([
            { name: '' },
            { email: 'x' },
            { credits: -1 },
            { credits: 1e13 },
            { limit: { hour: -1 } },
            { maxResults: 15 },
            { rates: { perMinute: 0 } },
            { prices: { 'base.serp': -1 } },
            { profile: { countryCode: 'us' } },
            { contract: 'x' },
          ]),
        },
        400,
      ),
    // The operator's door with a customer's key.
    () => ({ ...make('get /admin/accounts', 'GET', '/admin/accounts', undefined, 403), headers: { authorization: `Bearer ${known.key}` } }),
  ])();
};
