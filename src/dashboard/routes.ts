// Serves the dashboard: its page at `/`, its hashed assets, the page of shared reports, and the sandboxed frame for raw pages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import { type BuiltFile, encodingOf, readFiles, withBasePath } from './files.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Test results and engines send small images as data URIs. All others come through the image proxy.
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** A raw page may use its own styles. It gets no scripts, no network access and an opaque origin. */
const FRAME_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');
const FOREVER = 'public, max-age=31536000, immutable';

/** `basePath` is empty, or a path such as `/sx`. */
export function dashboardPages(folder: string, basePath = ''): (app: FastifyInstance) => void {
  const files = readFiles(folder);
  const [page, frame] = [readPage(files, 'index.html', basePath), readPage(files, 'raw-page.html', basePath)];
  const options = { config: { access: 'anybody' }, schema: { hide: true } } as const;

  // Without a build, `/` redirects to the API reference.
  if (!page || !frame) return (app) => app.get('/', options, (_request, reply) => reply.redirect(`${basePath}/docs`, 302));
  return (app) => {
    app.get('/', options, async (request, reply) => {
      // API clients that request `/` get a JSON error.
      if (wantsJson(request.headers.accept)) throw errors.unknownRoute(basePath);
      reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache').header('vary', 'accept, accept-encoding');
      return send(page, request, reply);
    });
    app.get('/raw-page.html', options, async (request, reply) => {
      reply.header('content-security-policy', FRAME_POLICY).header('x-frame-options', 'SAMEORIGIN');
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding');
      return send(frame, request, reply);
    });
    app.get<{ Params: { file: string } }>('/assets/:file', options, async (request, reply) => {
      const file = files.get(`assets/${request.params.file}`);
      if (!file) throw errors.unknownRoute(basePath);
      // The frame has an opaque origin, so its script request is cross-origin.
      reply.header('access-control-allow-origin', '*').header('cache-control', FOREVER).header('vary', 'accept-encoding');
      return send(file, request, reply);
    });
  };
}

/** Returns what sends the page of a shared report, or null without a build. Its script reads the report from the same URL as JSON. */
export function sharePage(folder: string, basePath = ''): ((request: FastifyRequest, reply: FastifyReply) => FastifyReply) | null {
  const page = readPage(readFiles(folder), 'share.html', basePath);
  if (!page) return null;
  return (request, reply) => {
    reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache').header('vary', 'accept, accept-encoding');
    return send(page, request, reply);
  };
}

function readPage(files: ReturnType<typeof readFiles>, name: string, basePath: string): BuiltFile | null {
  const page = files.get(name);
  return page ? withBasePath(page, basePath) : null;
}

const wantsJson = (accept: string | undefined): boolean => /\bapplication\/json\b/.test(accept ?? '') && !/text\/html/.test(accept ?? '');

function send(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = encodingOf(file, request.headers['accept-encoding']);
  reply.header('etag', file.etag);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file.bytes.get(encoding));
}
