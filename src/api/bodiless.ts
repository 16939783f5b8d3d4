// Requests without a body, whose content type and content encoding are ignored.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../contract/errors.ts';

const acceptsBody = (request: FastifyRequest): boolean => request.routeOptions.schema?.body !== undefined;

/** Many HTTP clients send `content-type: application/json` with every request, even with a DELETE without a body. */
export function ignoreTypeWithoutBody(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    if (!hasBody && headers['content-type'] !== undefined && !acceptsBody(request)) delete headers['content-type'];
    done();
  });
}

/** A body was announced but is empty, such as an empty chunked one. It is accepted if the route needs none. */
export function emptyProblem(request: FastifyRequest): ApiError | null {
  return acceptsBody(request) ? errors.badBody('it is empty') : null;
}

/** `identity` means no encoding. */
export function encodingProblem(request: FastifyRequest): ApiError | null {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.split(',').every((name) => /^(?:identity)?$/i.test(name.trim()))) return null;
  return errors.badBody('it is compressed');
}
