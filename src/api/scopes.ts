// Permissions of keys with scopes: one scope per product, and `read` for reading.
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import { type Kind, type Lookup, SCOPES, type Scope } from '../contract/vocabulary.ts';
import { METHODS, UNSUPPORTED, WEBPAGE } from './compat/serper/methods.ts';

/** Routes that are free and show no data of the account. The tools behind /mcp are checked one by one. */
const OPEN: ReadonlySet<string> = new Set(['/heartbeat', '/region/list', '/mcp']);
/** Search routes of the compatibility endpoints. */
const SEARCHES: ReadonlySet<string> = new Set(
  ['search.json', 'search.html', 'search', ...METHODS.map(({ name }) => name), WEBPAGE, ...UNSUPPORTED].map((name) => `/${name}`),
);

/** First segments of the routes of tracking. */
const TRACKING: ReadonlySet<string> = new Set(['projects', 'tracking']);

const isProduct = (word: string): word is Scope => word !== 'read' && (SCOPES as readonly string[]).includes(word);

/** Products of the DataForSEO-compatible endpoint by the first segments of its paths. */
const TASKS: readonly (readonly [start: string, scope: Scope])[] = [
  ['/v3/serp/', 'serp'],
  ['/v3/keywords_data/', 'keyword'],
  ['/v3/domain_analytics/whois/', 'whois'],
  ['/v3/domain_analytics/technologies/', 'technologies'],
];

/** Reading a task, and lists about tasks, also works with `read`. */
function scopesOfTasks(method: string, route: string): readonly Scope[] | null {
  if (route === '/v3/*' || route.endsWith('/languages') || route.includes('/locations')) return null;
  const product = TASKS.find(([start]) => route.startsWith(start))?.[1];
  if (product === undefined) return method === 'GET' ? ['read'] : ['serp', 'keyword'];
  return method === 'GET' || route === '/v3/serp/id_list' || route === '/v3/serp/errors' ? [product, 'read'] : [product];
}

/** Returns the scopes of which one is needed. Empty: no scope is enough. Null: none is needed. */
export function scopesFor(method: string, route: string): readonly Scope[] | null {
  if (OPEN.has(route)) return null;
  if (SEARCHES.has(route)) return ['serp'];
  if (route.startsWith('/searches/')) return ['serp', 'read'];
  if (route.startsWith('/v3/')) return scopesOfTasks(method, route);
  // The product is in the body, and the route checks it.
  if (route === '/quote') return SCOPES;
  const [, first = '', second = ''] = route.split('/');
  const reads = method === 'GET' || method === 'HEAD' || (method === 'POST' && (second === 'list' || route === '/tracking/forecast'));
  if (TRACKING.has(first)) return reads ? ['tracking', 'read'] : ['tracking'];
  if (first === 'whois' || first === 'technologies') return [first];
  if (isProduct(first)) return reads ? [first, 'read'] : [first];
  // All other routes show or change the account.
  return reads ? ['read'] : [];
}

/** Returns whether the key may read the account, such as its balance. */
export const mayRead = ({ scopes }: Pick<Account, 'scopes'>): boolean => scopes === undefined || scopes.includes('read');

/** A quote needs the scope of the product, or `read`. */
export function checkQuoteScope(account: Account, kind: Kind | Lookup): void {
  if (!mayRead(account) && !account.scopes!.includes(kind)) throw errors.outOfScope([kind, 'read'], account.scopes!);
}

export function checkScopes(request: FastifyRequest, scopes: readonly Scope[]): void {
  const wanted = scopesFor(request.method, request.routeOptions.url ?? '');
  if (wanted === null || wanted.some((scope) => scopes.includes(scope))) return;
  throw errors.outOfScope(wanted, scopes);
}
