// The prefix of all URLs (BASE_PATH). Routes do not know it; links that the service writes contain it (decision 80).
import type { FastifyRequest } from 'fastify';
import { withoutTrailingSlash } from './paths.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Empty, or a path such as `/sx`. */
    readonly basePath: string;
  }
}

/** Probes and scrapers on the same network also find these without the prefix. */
const AT_ROOT = /^\/(?:healthz|readyz|metrics)\/?(?:\?|$)/;
/** No route matches it. */
const NO_ROUTE = '//';
/** The origin in a request line such as `GET http://host/path HTTP/1.1`. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Returns what turns the URL of a request into the URL of a route: no prefix, and no trailing slash. */
export function createToRoute(basePath: string): (url: string) => string {
  if (basePath === '') return withoutTrailingSlash;
  return (url) => {
    const target = url.startsWith('/') ? url : url.replace(ORIGIN, '');
    if (!target.startsWith(basePath)) return AT_ROOT.test(target) ? withoutTrailingSlash(target) : NO_ROUTE;
    const rest = target.slice(basePath.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? withoutTrailingSlash(rest) : NO_ROUTE;
  };
}

/** Returns the URL of a path of this service, as the client of this request reaches it. */
export function urlFor({ server, protocol, hostname, port }: FastifyRequest, path: string): string {
  return `${protocol}://${port ? `${hostname}:${port}` : hostname}${server.basePath}${path}`;
}
