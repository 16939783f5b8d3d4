// What a key with scopes may do: a scope for each product, and `read` for everything that only looks.
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import { type Kind, type Lookup, SCOPES, type Scope } from '../contract/vocabulary.ts';

/** Routes that cost nothing and tell nothing of the account's data; tools that are reached through /mcp are checked one by one. */
const OPEN: ReadonlySet<string> = new Set(['/heartbeat', '/region/list', '/mcp']);
/** Other names of searches. */
const SEARCHES: ReadonlySet<string> = new Set(['/search.json', '/search', '/images', '/news', '/videos', '/places']);

const isProduct = (word: string): word is Scope => word !== 'read' && (SCOPES as readonly string[]).includes(word);

/** The scopes of which one is enough; none when no scope is, null when none is needed. */
export function scopesFor(method: string, route: string): readonly Scope[] | null {
  if (OPEN.has(route)) return null;
  if (SEARCHES.has(route)) return ['serp'];
  // Which product's price is asked for stands in the body; the route looks at it.
  if (route === '/quote') return SCOPES;
  const [, first = '', second = ''] = route.split('/');
  const looks = method === 'GET' || method === 'HEAD' || (method === 'POST' && second === 'list');
  if (first === 'whois' || first === 'technologies') return [first];
  if (isProduct(first)) return looks ? [first, 'read'] : [first];
  // Whatever else there is shows the account, or changes it.
  return looks ? ['read'] : [];
}

/** Looking at the account: its balance and whatever else it shows. */
export const mayRead = ({ scopes }: Pick<Account, 'scopes'>): boolean => scopes === undefined || scopes.includes('read');

/** Prices are told to those who may buy, and to those who may look at the account. */
export function checkQuoteScope(account: Account, kind: Kind | Lookup): void {
  if (!mayRead(account) && !account.scopes!.includes(kind)) throw errors.outOfScope([kind, 'read'], account.scopes!);
}

export function checkScopes(request: FastifyRequest, scopes: readonly Scope[]): void {
  const wanted = scopesFor(request.method, request.routeOptions.url ?? '');
  if (wanted === null || wanted.some((scope) => scopes.includes(scope))) return;
  throw errors.outOfScope(wanted, scopes);
}
