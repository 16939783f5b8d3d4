// Tells the providers' requests apart: by the host they were sent to, then by their credential (decision 75).
import type { FastifyRequest } from 'fastify';

export type Provider = 'serpapi' | 'serper';

/** Clients with a fixed host reach us by a DNS entry, and send that host. */
const HOSTS: Readonly<Record<string, Provider>> = {
  'serpapi.com': 'serpapi',
  'www.serpapi.com': 'serpapi',
  'google.serper.dev': 'serper',
  'scrape.serper.dev': 'serper',
};
const SCRAPE_HOST = 'scrape.serper.dev';

const isGiven = (value: unknown): boolean => value !== undefined && value !== '';

const hostOf = (header: string | undefined): string => (header ?? '').toLowerCase().replace(/:\d{1,5}$/, '');

/** Returns the provider that the host or the credential names, or null. */
export function namedProviderOf(request: Pick<FastifyRequest, 'headers' | 'query'>): Provider | null {
  const host = hostOf(request.headers.host);
  if (Object.hasOwn(HOSTS, host)) return HOSTS[host]!;
  if (isGiven(request.headers['x-api-key'])) return 'serper';
  const query = (request.query ?? {}) as Record<string, unknown>;
  return isGiven(query.api_key) || isGiven(query.serp_api_key) ? 'serpapi' : null;
}

/** Without a credential, the form is that of the provider which uses the method. */
export const providerOf = (request: FastifyRequest): Provider =>
  namedProviderOf(request) ?? (request.method === 'POST' ? 'serper' : 'serpapi');

/** Returns the key where the provider accepts it. Null when there is none, or two differ. */
export function providerKeyOf(request: FastifyRequest, provider: Provider): string | null {
  if (provider === 'serper') {
    const key = request.headers['x-api-key'];
    return typeof key === 'string' && key !== '' ? key : null;
  }
  const query = request.query as Record<string, unknown>;
  const given = [query.api_key, query.serp_api_key].filter(isGiven);
  return typeof given[0] === 'string' && given.every((key) => key === given[0]) ? given[0] : null;
}

/**
 * Returns the path of a request of a client that writes it differently: one requests pages with the host alone, and one has a
 * trailing blank in its address (seen 2026-11).
 */
export function providerPath(url: string, host: string | undefined): string {
  if (hostOf(host) === SCRAPE_HOST && /^\/(?:\?|$)/.test(url)) return `/webpage${url.slice(1)}`;
  return url.replace(/^(\/account(?:\.json)?)(?:%20|\+)+(?=\?|$)/, '$1');
}
