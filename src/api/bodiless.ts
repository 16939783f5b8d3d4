// Requests without a body: their content type and content encoding mean nothing.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../contract/errors.ts';

const takesBody = (request: FastifyRequest): boolean => request.routeOptions.schema?.body !== undefined;

/** Many HTTP clients send `content-type: application/json` with every request, also with a DELETE that has no body. */
export function ignoreTypeOfNothing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    if (!hasBody && headers['content-type'] !== undefined && !takesBody(request)) delete headers['content-type'];
    done();
  });
}

/** Nothing arrived although a body was announced, as with an empty chunked one: fine where none is needed. */
export function emptyProblem(request: FastifyRequest): ApiError | null {
  return takesBody(request) ? errors.badBody('it is empty') : null;
}

/** `identity` is the name of no encoding at all. */
export function encodingProblem(request: FastifyRequest): ApiError | null {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding.split(',').every((name) => /^(?:identity)?$/i.test(name.trim()))) return null;
  return errors.badBody('it is compressed');
}
