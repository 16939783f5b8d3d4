// The list of regions: static and cacheable, compressed once per requested page.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { NO_SUCH_REGIONS } from '../../business/orders/fields.ts';
import type { Regions } from '../../business/regions/regions.ts';
import { errors } from '../../contract/errors.ts';
import { RegionQuery } from '../../contract/region.ts';
import type { RegionType } from '../../contract/vocabulary.ts';
import { acceptsGzip } from '../../platform/compression.ts';
import { createTtlCache } from '../../platform/ttl-cache.ts';
import { queryCheckerOf } from '../validation.ts';
import { reference, responses } from './operation.ts';

const ITEMS_DEFAULT = 100;
const CACHE_SECONDS = 86_400;
/** Compressed pages in memory. The largest, of 1,000 regions, has about 50 KB. */
const PAGES_MAX = 100;
const compress = promisify(gzip) as (text: string) => Promise<Buffer>;

export function regionRoutes(app: FastifyInstance, parts: { readonly regions: Regions }): void {
  const checkQuery = queryCheckerOf<RegionQuery>(RegionQuery);
  const compressed = createTtlCache<Buffer>({ entriesMax: PAGES_MAX, ttlMs: Number.POSITIVE_INFINITY });
  app.get(
    '/region/list',
    {
      config: { lookup: true },
      schema: {
        tags: ['regions'],
        summary: 'List regions',
        querystring: RegionQuery,
        response: responses(reference('RegionList'), [400, 403, 500, 502, 503, 504]),
      },
    },
    async (request, reply) => {
      const { countryCode, type, query, items = ITEMS_DEFAULT, page = 1 } = checkQuery(request.query);
      const filter = {
        ...(countryCode === undefined ? {} : { countryCode: countryCode.toUpperCase() }),
        ...(type === undefined ? {} : { type: (type === 'governorate' ? 'governate' : type) as RegionType }),
        ...(query === undefined || query.trim() === '' ? {} : { query }),
      };
      if (filter.type !== undefined && parts.regions.countOf(filter.type) === 0)
        throw errors.badParameter('type', `is a type without regions: “${filter.type}”`, NO_SUCH_REGIONS);
      const version = `${parts.regions.version}-${Buffer.from(JSON.stringify([filter, items, page])).toString('base64url')}`;
      const isCompressed = acceptsGzip(request.headers['accept-encoding']);
      // Compressed and plain bytes differ, so their tags differ.
      const tags = [`"${version}"`, `"${version}-gzip"`];
      const etag = tags[isCompressed ? 1 : 0]!;
      reply.header('cache-control', `private, max-age=${CACHE_SECONDS}`).header('etag', etag).header('vary', 'accept-encoding');
      if (tags.includes(request.headers['if-none-match'] ?? '')) return reply.code(304).send();
      const write = (): string => JSON.stringify({ page, ...parts.regions.list({ ...filter, items, page }) });
      reply.type('application/json; charset=utf-8');
      if (!isCompressed) return reply.send(write());
      return reply.header('content-encoding', 'gzip').send(await compressed.get(version, () => compress(write())));
    },
  );
}
