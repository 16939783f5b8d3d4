// Paths of the API: the optional trailing slash, and the methods of each path.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { errors } from '../contract/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path exists but not with this method. Responds with 405, without authentication. */
    wrongMethod?: boolean;
  }
}

/** Pages below it use relative links, so a trailing slash matters. */
const PAGES = '/docs';

/** Returns the URL without one trailing slash in its path. */
export function withoutTrailingSlash(url: string): string {
  const query = url.indexOf('?');
  const end = query < 0 ? url.length : query;
  if (end < 2 || url[end - 1] !== '/' || url[end - 2] === '/' || url.startsWith(PAGES)) return url;
  return url.slice(0, end - 1) + url.slice(end);
}

export interface RouteTable {
  /** Returns the methods of a path. Empty for an unknown path. */
  methodsOf(path: string): string[];
  /** Returns whether other origins may call it. Never the admin API, and never /mcp, which has its own list. */
  isOpenToPages(path: string): boolean;
  /** Registers 405 for methods that a plain path such as `/serp/new` would inherit from `/serp/{id}`. */
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

/** Collects all routes registered after this call. */
export function createRouteTable(app: FastifyInstance): RouteTable {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method, config = {} }) => {
    if ((config as { wrongMethod?: boolean }).wrongMethod) return;
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
    known.push({ url, pattern, plain: !url.includes(':'), methods: [method].flat(), config: config as Record<string, unknown> });
  });
  /** `/serp/new` also matches `/serp/{id}`. The plain path takes precedence. */
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
          // Fastify adds HEAD to GET automatically.
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
