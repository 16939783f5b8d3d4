// Merges a customer's custom parameters into an engine's request. Locked parameters stay.
import { cookiePair } from '../../contract/parameters.ts';
import type { Parameter, SerpQuery } from '../serp.ts';

/** Merges the custom parameters into the defaults: the same name replaces, `null` removes, a locked name is ignored. */
function merged(defaults: Readonly<Record<string, string>>, own: readonly Parameter[], locked: readonly string[]): Map<string, string> {
  const result = new Map(Object.entries(defaults));
  const untouchable = new Set(locked.map((name) => name.toLowerCase()));
  for (const { name, value } of own) {
    if (untouchable.has(name.toLowerCase())) continue;
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  return result;
}

/** Returns `base` with the defaults of the engine, overridden by the customer's URL parameters. */
export function urlWith(base: string, defaults: Record<string, string>, query: SerpQuery, locked: readonly string[]): string {
  const url = new URL(base);
  for (const [name, value] of merged(defaults, query.urlParameters, locked)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns the cookie header with the engine's cookies, overridden by the customer's, or null when there are none. */
export function cookieWith(defaults: Record<string, string>, query: SerpQuery): string | null {
  const pairs = [...merged(defaults, query.cookieParameters, [])].map(([name, value]) => cookiePair(name, value));
  return pairs.length === 0 ? null : pairs.join('; ');
}
