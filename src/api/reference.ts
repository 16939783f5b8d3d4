// The API reference at /docs and the document behind it.

import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip, etagOf } from '../platform/compression.ts';
import { OPENAPI } from './openapi.ts';

export async function referencePages(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { openapi: OPENAPI, refResolver: { buildLocalReference: (json) => String(json.$id) } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Do not store credentials beyond the page.
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: false },
    staticCSP: true,
    theme: {
      title: 'Sextant API',
      css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }],
      // Earlier versions stored credentials there.
      js: [{ filename: 'forget.js', content: "try { localStorage.removeItem('authorized') } catch {}" }],
    },
  });
  openApiRoute(app);
}

export function openApiRoute(app: FastifyInstance): void {
  let made: { plain: Buffer; packed: Buffer; etag: string } | undefined;
  const make = () => {
    const plain = Buffer.from(JSON.stringify(app.swagger()));
    return { plain, packed: gzipSync(plain), etag: etagOf(plain) };
  };
  app.get('/openapi.json', { config: { access: 'anybody' }, schema: { hide: true } }, async (request, reply) => {
    made ??= make();
    reply.header('etag', made.etag).header('vary', 'accept-encoding').header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === made.etag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(made.plain);
    return reply.header('content-encoding', 'gzip').send(made.packed);
  });
}
