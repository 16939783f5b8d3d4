// Domains of a project: reads them from a request and matches URLs against them.
import { domainToASCII } from 'node:url';
import { errors } from '../../../contract/errors.ts';
import type { TrackedDomain } from '../../../contract/tracking.ts';
import type { DomainRule } from '../types.ts';

/** Host and path of a URL in the form that is compared. */
export interface PageAddress {
  /** Lower case, ASCII, without `www.` and without a trailing dot. */
  readonly host: string;
  /** Empty, or begins with `/` and has no trailing slash. */
  readonly path: string;
  /** Empty, or begins with `?`; its parameters are sorted. */
  readonly query: string;
}

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const SCHEME = /^https?:\/\//i;

/** A name such as `www.com` keeps its first label, because the rest alone is not a domain. */
function bareHost(host: string): string {
  const name = host.replace(/\.$/, '');
  return name.startsWith('www.') && name.indexOf('.', 4) > 0 ? name.slice(4) : name;
}

/** Decodes what may be written in two ways, such as `%7E` and `~`. Reserved characters stay encoded. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns null for a text that is not an absolute URL. */
export function addressOf(url: string): PageAddress | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  const query = parsed.search.length > 1 ? `?${parsed.search.slice(1).split('&').sort().join('&')}` : '';
  return { host: bareHost(parsed.hostname), path: decodePath(parsed.pathname).replace(/\/+$/, ''), query };
}

export function matchesAddress({ host, path, query }: PageAddress, rule: DomainRule): boolean {
  if (rule.match === 'site') return host === rule.host || host.endsWith(`.${rule.host}`);
  if (host !== rule.host) return false;
  if (rule.match === 'host') return true;
  if (rule.match === 'prefix') return path === rule.path || path.startsWith(`${rule.path}/`);
  return path + query === rule.path;
}

export function matches(url: string, rule: DomainRule): boolean {
  const address = addressOf(url);
  return address !== null && matchesAddress(address, rule);
}

/**
 * Returns the rule of a domain. Throws an `ApiError` that names the parameter `at`. A scheme is accepted, because people
 * paste URLs.
 */
export function readDomain({ domain, match = 'site' }: TrackedDomain, at = 'domains'): DomainRule {
  const text = domain.trim().replace(SCHEME, '');
  const hasPath = match === 'prefix' || match === 'url';
  const refuse = () =>
    errors.badParameter(
      at,
      hasPath ? 'must be a URL without scheme, port and user' : 'must be a domain',
      hasPath ? 'Send shop.example/path.' : 'Send shop.example, or set match to prefix or url for a path.',
    );
  const end = text.search(/[/?#]/);
  const name = end < 0 ? text : text.slice(0, end);
  const host = /[\s\\@:]/.test(name) ? '' : bareHost(domainToASCII(name).toLowerCase());
  const address = HOST.test(host) && !/\s/.test(text) ? addressOf(`https://${host}${end < 0 ? '' : text.slice(end)}`) : null;
  if (address === null) throw refuse();
  if (!hasPath && address.path + address.query !== '') throw refuse();
  if (match === 'prefix' && address.query !== '') throw refuse();
  return { host, path: match === 'url' ? address.path + address.query : address.path, match };
}
