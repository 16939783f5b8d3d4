// Headers that every response has.
import type { FastifyReply, FastifyRequest } from 'fastify';

const HSTS = 'max-age=31536000';

/** `hsts`: sends Strict-Transport-Security over TLS. */
export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply, { hsts }: { readonly hsts: boolean }): void {
  // `https` only if a trusted proxy says so. Browsers ignore the header over plain HTTP anyway.
  if (hsts && request.protocol === 'https') reply.header('strict-transport-security', HSTS);
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('cache-control', 'no-store');
  reply.header('x-frame-options', 'DENY');
  // The documentation sets its own policy. Other responses are never pages.
  if (!request.url.startsWith('/docs')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
