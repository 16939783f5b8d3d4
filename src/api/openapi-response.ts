// Serves the OpenAPI document, which is rendered and compressed once per process.
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { tagOf, takesGzip } from '../platform/compression.ts';

export function openApiRoute(app: FastifyInstance): void {
  let made: { plain: Buffer; packed: Buffer; etag: string } | undefined;
  const make = () => {
    const plain = Buffer.from(JSON.stringify(app.swagger()));
    return { plain, packed: gzipSync(plain), etag: tagOf(plain) };
  };
  app.get('/openapi.json', { config: { access: 'anybody' }, schema: { hide: true } }, async (request, reply) => {
    made ??= make();
    reply.header('etag', made.etag).header('vary', 'accept-encoding').header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === made.etag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(made.plain);
    return reply.header('content-encoding', 'gzip').send(made.packed);
  });
}
