// Compares the URLs of requests and captures: exactly, or as searches.
import { createHash } from 'node:crypto';

/** Scheme, fragment, the order of parameters and their encoding do not count. */
export function urlKey(method: string, url: string, body?: string): string {
  const { host, pathname, searchParams } = new URL(url);
  searchParams.sort();
  const content = body === undefined || body === '' ? '' : ` ${createHash('sha256').update(body).digest('base64url')}`;
  return `${method} ${host}${pathname}?${searchParams}${content}`;
}

/** Host and path, under which similar URLs are found. */
export function pathKey(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The parameters that decide whether two URLs of an engine are the same search. */
export interface SearchParameters {
  /** The query, the paging and the tab: equal, or missing in both. */
  readonly identifying: ReadonlySet<string>;
  /** Its first page may also have no number. */
  readonly paging: string | undefined;
}

/**
 * Returns whether a captured URL is the search of a request. A browser adds parameters of its own and leaves out those of
 * Sextant, so other parameters count only if both URLs have them. `start` is the first URL of the search.
 */
export function isSameSearch(request: string, captured: string, start: string, { identifying, paging }: SearchParameters): boolean {
  const [wanted, found] = [new URL(request).searchParams, new URL(captured).searchParams];
  const first = paging === undefined ? null : new URL(start).searchParams.get(paging);
  const pageOf = (number: string | null): string => number ?? first ?? '0';
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    const [a, b] = [wanted.get(name), found.get(name)];
    if (name === paging) {
      if (pageOf(a) !== pageOf(b)) return false;
    } else if (a !== b && (identifying.has(name) || (a !== null && b !== null))) return false;
  }
  return true;
}

/** Returns a number below `count` that depends only on the URL, evenly distributed. */
export const choiceBy = (url: string, count: number): number => createHash('sha256').update(url).digest().readUInt32LE(0) % count;
