// Reads the Idempotency-Key header and hashes the body. Equal JSON values have equal hashes.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Order } from '../contract/order.ts';

const KEY_HEADER = 'idempotency-key';

export const hasIdempotencyKey = (request: FastifyRequest): boolean => request.headers[KEY_HEADER] !== undefined;

export const hashOf = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('base64url');

/** Hashes a list of objects one entry at a time. */
export function createListHash(): { add(entry: unknown): void; end(): string } {
  const hash = createHash('sha256');
  let separator = '[';
  return {
    add: (entry) => {
      hash.update(separator + canonical(entry));
      separator = ',';
    },
    end: () => hash.update(separator === '[' ? '[]' : ']').digest('base64url'),
  };
}

/** `hash` is called only for a request with a key. */
export function idempotencyOf(request: FastifyRequest, scope: string, hash: () => string): Order['idempotency'] {
  const key = request.headers[KEY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\u0020-\u007e]{1,255}$/.test(key)) {
    throw errors.badParameter('Idempotency-Key', 'must have 1 to 255 printable characters');
  }
  return { scope, key, hash: hash() };
}

/** Returns equal texts for equal values: JSON with sorted names in every object. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  // NUL is rejected in bodies, so it can separate keywords. JSON of 700 keywords takes several times as long.
  if (Array.isArray(value) && value.length > 0 && value.every(isString)) return `[texts ${value.join('\u0000')}]`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}

const isString = (value: unknown): boolean => typeof value === 'string';
