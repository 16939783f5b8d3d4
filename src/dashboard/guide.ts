// Shows the built pages of the guide at /docs/guide: packed as they were built, with a tag, under a strict policy for scripts.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import { takesGzip } from '../platform/packing.ts';

/** One file of the guide, as its builder lists it. */
interface GuideFile {
  readonly file: string;
  readonly type: string;
  readonly tag: string;
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** Drawings carry their own few rules of style. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const OPEN = { config: { access: 'anybody' as const }, schema: { hide: true } };

/** A checkout that was never built has no guide; then its addresses are unknown, like any other. */
function listIn(folder: string): ReadonlyMap<string, GuideFile> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8')) as Record<string, GuideFile>));
  } catch {
    return new Map();
  }
}

/** The guide of one installation, from the folder that `npm run build` writes. */
export const guidePages =
  (folder: string) =>
  (app: FastifyInstance): void => {
    const files = listIn(folder);
    const send = async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> => {
      const found = files.get(name);
      if (!found) throw errors.unknownRoute();
      const packed = takesGzip(request.headers['accept-encoding']);
      const tag = `"${found.tag}${packed ? '-gzip' : ''}"`;
      reply.header('etag', tag);
      reply.header('vary', 'accept-encoding');
      // A browser keeps its copy and asks each time whether it is still right.
      reply.header('cache-control', 'no-cache');
      reply.header('content-security-policy', found.type === 'image/svg+xml' ? PICTURE_POLICY : PAGE_POLICY);
      if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
      if (packed) reply.header('content-encoding', 'gzip');
      reply.header('content-type', `${found.type}${found.type.startsWith('text/') ? '; charset=utf-8' : ''}`);
      return reply.send(await readFile(path.join(folder, `${found.file}${packed ? '.gz' : ''}`)));
    };
    app.get('/docs/guide', OPEN, (request, reply) => send(request, reply, 'index'));
    // Links of the first page count from one step higher, so it has one address only.
    app.get('/docs/guide/', OPEN, (_request, reply) => reply.redirect('../guide'));
    app.get<{ Params: { name: string } }>('/docs/guide/:name', OPEN, (request, reply) => send(request, reply, request.params.name));
  };
