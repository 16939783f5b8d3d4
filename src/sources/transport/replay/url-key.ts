// The key under which a captured page is found again: method, host, path, the set of URL parameters and the body.
import { createHash } from 'node:crypto';

/** Scheme, fragment, the order of parameters and their encoding do not count. */
export function urlKey(method: string, url: string, body?: string): string {
  const { host, pathname, searchParams } = new URL(url);
  searchParams.sort();
  const content = body === undefined || body === '' ? '' : ` ${createHash('sha256').update(body).digest('base64url')}`;
  return `${method} ${host}${pathname}?${searchParams}${content}`;
}

/** Returns a number below `count` that depends only on the URL, evenly distributed. */
export const choiceBy = (url: string, count: number): number => createHash('sha256').update(url).digest().readUInt32LE(0) % count;
