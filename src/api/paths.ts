// Paths of the API: an optional trailing slash, and which methods each path takes.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { errors } from '../contract/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path exists, this method does not: answered with 405, and without a key, like every wrong method. */
    wrongMethod?: boolean;
  }
}

/** Pages there link to each other relative to their own path, so a slash at the end has a meaning. */
const PAGES = '/docs';

/** The same URL without one slash at the end of its path. */
export function withoutTrailingSlash(url: string): string {
  const query = url.indexOf('?');
  const end = query < 0 ? url.length : query;
  if (end < 2 || url[end - 1] !== '/' || url[end - 2] === '/' || url.startsWith(PAGES)) return url;
  return url.slice(0, end - 1) + url.slice(end);
}

export interface RouteTable {
  /** The methods of a path; none where there is no such path. */
  methodsOf(path: string): string[];
  /** May pages of other origins call it? Never the operator's interface, and never /mcp, which has a list of its own. */
  isOpenToPages(path: string): boolean;
  /** Registers 405 for methods that a plain path such as `/serp/new` would otherwise inherit from `/serp/{id}`. */
  separatePlainPaths(): void;
}

interface KnownRoute {
  readonly url: string;
  readonly pattern: RegExp;
  readonly plain: boolean;
  readonly methods: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
}

const OWN_ORIGINS = '/mcp';

/** Collects the routes that are registered from now on. */
export function createRouteTable(app: FastifyInstance): RouteTable {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method, config = {} }) => {
    if ((config as { wrongMethod?: boolean }).wrongMethod) return;
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
    known.push({ url, pattern, plain: !url.includes(':'), methods: [method].flat(), config: config as Record<string, unknown> });
  });
  /** `/serp/new` also looks like `/serp/{id}`; the plain path is the one that is meant. */
  const routesAt = (path: string): KnownRoute[] => {
    const fitting = known.filter(({ pattern }) => pattern.test(path));
    const plain = fitting.filter((route) => route.plain);
    return plain.length > 0 ? plain : fitting;
  };
  const methodsOf = (path: string): string[] => [...new Set(routesAt(path).flatMap(({ methods }) => methods))];
  return {
    methodsOf,
    isOpenToPages: (path) =>
      routesAt(path).some(({ url, config }) => config.access !== 'operator' && config.adminListener !== true && url !== OWN_ORIGINS),
    separatePlainPaths: () => {
      const plainRoutes = new Map(known.filter(({ plain }) => plain).map((route) => [route.url, route]));
      for (const { url, config } of plainRoutes.values()) {
        const own = methodsOf(url);
        const inherited = known.filter((route) => !route.plain && route.pattern.test(url)).flatMap(({ methods }) => methods);
        const wrong = [...new Set(inherited)].filter(
          (method) => !own.includes(method) && !(method === 'HEAD' && inherited.includes('GET')),
        );
        if (wrong.length === 0) continue;
        app.route({
          // Fastify adds HEAD to GET by itself.
          method: wrong as HTTPMethods[],
          url,
          config: { ...config, wrongMethod: true },
          schema: { hide: true },
          handler: () => {
            throw errors.wrongMethod(own.join(', '));
          },
        });
      }
    },
  };
}
