// CORS for the origins that the operator listed: exact origins, never with credentials.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteTable } from './paths.ts';

export interface Cors {
  /** Responds to a preflight for this path. Returns false when it is none, or its origin is not allowed. */
  preflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): boolean;
}

const ANY = '*';
const MAX_AGE_SECONDS = 7200;
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'sextant-repeat-equal',
  'sextant-replay-seconds',
  'traceparent',
  'x-api-key',
].join(', ');
/** Response headers beyond those that browsers always expose. */
const EXPOSED_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Credits-Cost',
  'Allow',
  'ETag',
  'Content-Disposition',
  'Sextant-Ignored',
].join(', ');

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0]!;

export function createCors(app: FastifyInstance, origins: readonly string[], routes: () => RouteTable): Cors {
  const any = origins.includes(ANY);
  const allowed = new Set(origins);
  const originFor = (request: FastifyRequest): string | null => {
    const { origin } = request.headers;
    if (origin === undefined || !(any || allowed.has(origin)) || !routes().isOpenToPages(pathOf(request))) return null;
    return any ? ANY : origin;
  };
  if (origins.length === 0) return { preflight: () => false };

  app.addHook('onRequest', (request, reply, done) => {
    const origin = originFor(request);
    if (origin !== null) reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS);
    done();
  });
  // The response depends on the origin even without one, so a shared cache must not reuse it for another page.
  if (!any)
    app.addHook('onSend', (_request, reply, payload, done) => {
      const vary = reply.getHeader('vary');
      reply.header('vary', vary === undefined ? 'origin' : `${String(vary)}, origin`);
      done(null, payload);
    });
  return {
    preflight: (request, reply, methods) => {
      const requestedMethod = request.headers['access-control-request-method'];
      if (request.method !== 'OPTIONS' || requestedMethod === undefined || originFor(request) === null) return false;
      reply
        .code(204)
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', MAX_AGE_SECONDS);
      if (!any) reply.header('vary', 'access-control-request-method, access-control-request-headers');
      reply.send();
      return true;
    },
  };
}
