// Reads the Idempotency-Key header and hashes the body. Equal JSON values have equal hashes, except for long lists.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Order } from '../contract/order.ts';
import { LongList } from './long-list.ts';

/** `identified` is the value that the key identifies. */
export function idempotencyOf(request: FastifyRequest, scope: string, identified: unknown = request.body): Order['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\u0020-\u007e]{1,255}$/.test(key)) {
    throw errors.badParameter('Idempotency-Key', 'must have 1 to 255 printable characters');
  }
  return { scope, key, hash: hashOf(identified) };
}

export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(value instanceof LongList ? value.text : canonical(value))
    .digest('base64url');

/** Returns JSON with sorted names in every object. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}
