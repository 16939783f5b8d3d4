// DataForSEO-compatible endpoint, version 3: clients change only the host and the password.
import type { FastifyInstance } from 'fastify';
import { Rejected, stateOf } from '../../../products/dataforseo/codes.ts';
import { appendixRoutes } from './appendix.ts';
import { readTaskBodies } from './body.ts';
import { domainTaskRoutes } from './domain-tasks.ts';
import { keywordTaskRoutes } from './keyword-tasks.ts';
import { locationRoutes } from './locations.ts';
import { type DataForSeoParts, routeOf } from './parts.ts';
import { serpListRoutes } from './serp-lists.ts';
import { serpTaskRoutes } from './serp-tasks.ts';

/** Registers the routes in a context of their own, because their bodies may have any content type. */
export function dataForSeoRoutes(app: FastifyInstance, parts: DataForSeoParts): void {
  app.register(async (scope) => {
    readTaskBodies(scope, parts.rations);
    const route = routeOf(scope, parts.log);
    serpTaskRoutes(route, parts);
    serpListRoutes(route, parts);
    keywordTaskRoutes(route, parts);
    domainTaskRoutes(route, parts);
    locationRoutes(route, parts);
    appendixRoutes(route, parts);
    // Everything else of the provider: products that do not exist here, and wrong methods.
    for (const path of ['', '*'])
      route(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], path, async () => {
        throw new Rejected(stateOf(40400));
      });
  });
}
