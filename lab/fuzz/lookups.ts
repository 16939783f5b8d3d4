// Draws requests that read: lookups, the account, regions, and URLs that do not exist.
import type { Random } from '../random.ts';
import { type Asked, type Draw, JSON_TYPE } from './asked.ts';
import { BAD_DOMAINS, GOOD_DOMAINS } from './domains.ts';
import { NASTY_PATHS, textOf } from './values.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

/** Any method and URL must get a proper response. */
export const strange = (random: Random, path: string): Asked => {
  const method = random.pick(METHODS);
  const withBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && random.chance(0.3);
  return {
    operation: null,
    method,
    path,
    ...(withBody ? { headers: random.chance(0.5) ? JSON_TYPE : {}, body: random.pick(['{}', '', 'x', '[1]']) } : {}),
  };
};

export const lookup =
  (kind: 'whois' | 'technologies'): Draw =>
  (random) => {
    const operation = `get /${kind}/{domain}`;
    const dice = random.next();
    // A lookup costs credits, so HEAD is no short form of GET.
    if (random.chance(0.02))
      return { operation: null, method: 'HEAD', path: `/${kind}/${encodeURIComponent(random.pick(GOOD_DOMAINS))}`, expect: 405 };
    if (dice < 0.35)
      return {
        operation,
        method: 'GET',
        path: `/${kind}/${encodeURIComponent(random.pick(GOOD_DOMAINS))}${random.chance(0.2) && kind === 'whois' ? `?source=${random.pick(['auto', 'whois'])}` : ''}`,
        expect: kind === 'whois' ? 200 : undefined,
      };
    if (dice < 0.75)
      return {
        operation,
        method: 'GET',
        path: `/${kind}/${encodeURIComponent(random.pick(BAD_DOMAINS))}`,
        expect: 400,
        parameter: 'domain',
      };
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
export const account: Draw = (random) => {
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
