// The API reference at /docs, with Swagger UI, and the document behind it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import { acceptsGzip, etagOf } from '../platform/compression.ts';
import { OPENAPI } from './openapi.ts';
import { completeOpenApi } from './openapi-complete.ts';
import { PAGE_SCRIPT, PAGE_STYLE, REFERENCE_POLICY, referencePage } from './reference-page.ts';

/** Only the files of this package are used: its own page has no viewport for phones and an inline style. */
const SWAGGER_UI = path.join(path.dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');

interface Content {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly etag: string;
}

const OPEN = { config: { access: 'anybody' as const }, schema: { hide: true } };
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const compress = promisify(gzip);
const contentOf = async (plain: Buffer): Promise<Content> => ({ plain, compressed: await compress(plain), etag: etagOf(plain) });
const fileOf = (name: string) => async (): Promise<Content> => contentOf(await readFile(path.join(SWAGGER_UI, name)));
const textOf = (text: string) => (): Promise<Content> => contentOf(Buffer.from(text));

const FILES: Readonly<Record<string, readonly [type: string, load: () => Promise<Content>]>> = {
  'swagger-ui-bundle.js': [SCRIPT, fileOf('swagger-ui-bundle.js')],
  'swagger-ui.css': [STYLE, fileOf('swagger-ui.css')],
  'page.js': [SCRIPT, textOf(PAGE_SCRIPT)],
  'page.css': [STYLE, textOf(PAGE_STYLE)],
};

/** `basePath` is empty, or a path such as `/sx`: then it is the only server of the document. */
export async function referencePages(app: FastifyInstance, basePath: string): Promise<void> {
  await app.register(swagger, {
    openapi: basePath === '' ? OPENAPI : { ...OPENAPI, servers: [{ url: basePath }] },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transformObject: (made) => ('openapiObject' in made ? completeOpenApi(made.openapiObject) : made.swaggerObject),
  });
  pageRoutes(app);
  openApiRoute(app);
}

export function pageRoutes(app: FastifyInstance): void {
  // Read and compressed at the first request: most processes never serve them.
  const loaded = new Map<string, Promise<Content>>();
  for (const [url, root] of [
    ['/docs', './'],
    ['/docs/', '../'],
  ] as const)
    app.get(url, OPEN, async (_request, reply) =>
      reply.header('content-security-policy', REFERENCE_POLICY).type('text/html; charset=utf-8').send(referencePage(root)),
    );
  app.get<{ Params: { file: string } }>('/docs/static/:file', OPEN, async (request, reply) => {
    const { file } = request.params;
    if (!Object.hasOwn(FILES, file)) throw errors.unknownRoute(app.basePath);
    const [type, load] = FILES[file]!;
    const content = loaded.get(file) ?? load();
    loaded.set(file, content);
    content.catch(() => loaded.delete(file));
    reply.header('content-security-policy', REFERENCE_POLICY);
    return send(request, reply, type, await content);
  });
}

export function openApiRoute(app: FastifyInstance): void {
  let made: Content | undefined;
  const make = (): Content => {
    const plain = Buffer.from(JSON.stringify(app.swagger()));
    return { plain, compressed: gzipSync(plain), etag: etagOf(plain) };
  };
  app.get('/openapi.json', OPEN, async (request, reply) => {
    made ??= make();
    return send(request, reply, 'application/json; charset=utf-8', made);
  });
}

/** Browsers cache the content and revalidate it on each use. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, { plain, compressed, etag }: Content): FastifyReply {
  reply.header('etag', etag).header('vary', 'accept-encoding').header('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(type);
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(compressed);
}
