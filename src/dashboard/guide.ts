// Serves the built guide at /docs/guide, compressed at build time and with a strict content policy, and its text for language models.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import { acceptsGzip } from '../platform/compression.ts';

/** One entry of `files.json`, which the build writes. */
interface GuideFile {
  readonly file: string;
  readonly type: string;
  readonly tag: string;
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** SVG files contain inline styles. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const OPEN = { config: { access: 'anybody' as const }, schema: { hide: true } };

/** Returns an empty list without a build. All guide URLs then return 404. */
function listIn(folder: string): ReadonlyMap<string, GuideFile> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8')) as Record<string, GuideFile>));
  } catch {
    return new Map();
  }
}

/** Routes of the guide. `folder` is the output of `npm run build`. */
export const guidePages =
  (folder: string) =>
  (app: FastifyInstance): void => {
    const files = listIn(folder);
    const send = async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> => {
      const found = files.get(name);
      if (!found) throw errors.unknownRoute(app.basePath);
      const compressed = acceptsGzip(request.headers['accept-encoding']);
      const tag = `"${found.tag}${compressed ? '-gzip' : ''}"`;
      reply.header('etag', tag);
      reply.header('vary', 'accept-encoding');
      // Browsers cache the page and revalidate it on each use.
      reply.header('cache-control', 'no-cache');
      reply.header('content-security-policy', found.type === 'image/svg+xml' ? PICTURE_POLICY : PAGE_POLICY);
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
      if (compressed) reply.header('content-encoding', 'gzip');
      reply.header('content-type', `${found.type}${found.type.startsWith('text/') ? '; charset=utf-8' : ''}`);
      return reply.send(await readFile(path.join(folder, `${found.file}${compressed ? '.gz' : ''}`)));
    };
    app.get('/docs/guide', OPEN, (request, reply) => send(request, reply, 'index'));
    // Relative links of the first page work only without the trailing slash.
    app.get('/docs/guide/', OPEN, (_request, reply) => reply.redirect('../guide'));
    for (const name of ['llms.txt', 'llms-full.txt']) app.get(`/${name}`, OPEN, (request, reply) => send(request, reply, name));
    app.get<{ Params: { name: string } }>('/docs/guide/:name', OPEN, (request, reply) => send(request, reply, request.params.name));
  };
