// What a key with scopes may do: a scope for each product, and `read` for everything that only looks.
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import { SCOPES, type Scope } from '../contract/vocabulary.ts';

/** Routes that cost nothing and tell nothing of the account's data; tools that are reached through /mcp are checked one by one. */
const OPEN: ReadonlySet<string> = new Set(['/heartbeat', '/region/list', '/mcp', '/quote']);
/** Other names of searches. */
const SEARCHES: ReadonlySet<string> = new Set(['/search.json', '/search', '/images', '/news', '/videos', '/places']);

const isProduct = (word: string): word is Scope => word !== 'read' && (SCOPES as readonly string[]).includes(word);

/** The scopes of which one is enough; none when no scope is, null when none is needed. */
export function scopesFor(method: string, route: string): readonly Scope[] | null {
  if (OPEN.has(route)) return null;
  if (SEARCHES.has(route)) return ['serp'];
  const [, first = '', second = ''] = route.split('/');
  const looks = method === 'GET' || method === 'HEAD' || (method === 'POST' && second === 'list');
  if (first === 'whois' || first === 'technologies') return [first];
  if (isProduct(first)) return looks ? [first, 'read'] : [first];
  // Whatever else there is shows the account, or changes it.
  return looks ? ['read'] : [];
}

export function checkScopes(request: FastifyRequest, scopes: readonly Scope[]): void {
  const wanted = scopesFor(request.method, request.routeOptions.url ?? '');
  if (wanted === null || wanted.some((scope) => scopes.includes(scope))) return;
  throw errors.outOfScope(wanted, scopes);
}
