// Reads the Idempotency-Key header and hashes the body. Equal JSON values have equal hashes.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Order } from '../contract/order.ts';

/** `hash` identifies the body. It is called only for a request with a key. */
export function idempotencyOf(
  request: FastifyRequest,
  scope: string,
  hash: () => string = () => hashOf(request.body),
): Order['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\u0020-\u007e]{1,255}$/.test(key)) {
    throw errors.badParameter('Idempotency-Key', 'must have 1 to 255 printable characters');
  }
  return { scope, key, hash: hash() };
}

export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('base64url');

/** For long lists: hashes the requests as they are stored, because writing all their values as JSON again would take as long as parsing them. */
export function hashOfStored(requests: Iterable<string>): string {
  const hash = createHash('sha256');
  // JSON contains no line breaks, so they separate the requests.
  for (const request of requests) hash.update(request).update('\n');
  return hash.digest('base64url');
}

/** Returns JSON with sorted names in every object. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}
