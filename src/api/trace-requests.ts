// Spans of HTTP requests. They name the route and the account, but never URLs, keys, bodies or IP addresses.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTraceparent, type Span, type Tracer, traceparentOf } from '../platform/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without tracing, and when nothing of the request is recorded or passed on. */
    trace: Pick<Span, 'traceparent'> | null;
  }
}

/** Returns the given context in the form that we pass on, or null. */
function contextOf({ headers }: FastifyRequest): string | null {
  const context = readTraceparent(headers.traceparent);
  return context && traceparentOf(context);
}

/** Statuses of requests whose token was not accepted, or not checked because of too many bad tokens. */
const REJECTED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Call it before other hooks, so that spans include the check of the key. Without a tracer it adds no hooks. */
export function traceRequests(app: FastifyInstance, tracer: Tracer | null): void {
  app.decorateRequest('trace', null);
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url: route } = request.routeOptions;
    // Health checks and pages would hide the requests of customers.
    if (config.access === 'anybody') return done();
    const parent = contextOf(request);
    const span = tracer.start(`${request.method} ${route ?? 'unknown route'}`, {
      kind: 'server',
      parent,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    // A context that is not recorded is passed on only if the client gave one and may look for it.
    if (span.isRecorded || parent !== null) request.trace = span;
    if (span.isRecorded) spans.set(request, span);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Without a valid key or token anybody could fill the trace. A span that is not ended is not sent.
    const isOperator = request.routeOptions.config.access === 'operator' && !REJECTED.has(reply.statusCode);
    if (request.account === null && !isOperator) return done();
    spans.get(request)?.end({
      attributes: {
        'http.response.status_code': reply.statusCode,
        'sextant.request_id': request.id,
        'sextant.account_id': request.account?.id,
        'sextant.mode': request.account?.mode,
      },
      failure: reply.statusCode >= 500 ? String(reply.statusCode) : null,
    });
    done();
  });
}
