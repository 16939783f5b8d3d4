// The list of regions: static, so clients may keep it.
import type { FastifyInstance } from 'fastify';
import type { Regions } from '../../business/regions/regions.ts';
import { RegionQuery } from '../../contract/region.ts';
import type { RegionType } from '../../contract/vocabulary.ts';
import { queryCheckerOf } from '../validation.ts';
import { answers, reference } from './operation.ts';

const ITEMS_DEFAULT = 100;
const CACHE_SECONDS = 86_400;

export function regionRoutes(app: FastifyInstance, parts: { readonly regions: Regions }): void {
  const checkQuery = queryCheckerOf<RegionQuery>(RegionQuery);
  app.get(
    '/region/list',
    {
      config: { lookup: true },
      schema: {
        tags: ['regions'],
        summary: 'List regions',
        querystring: RegionQuery,
        response: answers(reference('RegionList'), [400, 403, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { countryCode, type, query, items = ITEMS_DEFAULT, page = 1 } = checkQuery(request.query);
      const filter = {
        ...(countryCode === undefined ? {} : { countryCode: countryCode.toUpperCase() }),
        ...(type === undefined ? {} : { type: (type === 'governorate' ? 'governate' : type) as RegionType }),
        ...(query === undefined || query.trim() === '' ? {} : { query }),
      };
      const etag = `"${parts.regions.version}-${Buffer.from(JSON.stringify([filter, items, page])).toString('base64url')}"`;
      reply.header('cache-control', `private, max-age=${CACHE_SECONDS}`).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return { page, ...parts.regions.list({ ...filter, items, page }) };
    },
  );
}
