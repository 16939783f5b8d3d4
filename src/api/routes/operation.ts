// Shared by all routes: documented responses, access and the authenticated caller.
import type {} from '@fastify/swagger';
import type { FastifyRequest } from 'fastify';
import type { Operator } from '../../contract/admin.ts';
import { errors } from '../../contract/errors.ts';
import type { Account } from '../../contract/order.ts';
import Type, { type TSchema } from '../../contract/schema.ts';
import type { Provider } from '../compat/provider.ts';

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null;
    operator: Operator | null;
  }
  interface FastifyContextConfig {
    /** Access: with a key, with the admin token, or public. */
    readonly access?: 'key' | 'operator' | 'anybody';
    /** Responds with 503 instead of 429. */
    readonly lookup?: boolean;
    /** A null in the body is a value and not an omission. */
    readonly keepsNulls?: boolean;
    /** The key may also come in the header x-api-key. */
    readonly apiKeyHeader?: boolean;
    /** Public, but only on the admin listener if there is one. */
    adminListener?: boolean;
    /** Uses the format of that provider, or of the one that the request names. */
    readonly compatEndpoint?: Provider | 'any' | 'dataforseo';
  }
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'A parameter is invalid. The message names it.',
  402: 'No credits left, or a credit limit is reached.',
  403: 'Bad API key, or no access.',
  404: 'Object not found.',
  429: 'Too many requests.',
  500: 'Internal server error.',
  502: 'The database or a source could not be reached.',
  503: 'Too many requests.',
  504: 'The database or a source did not respond in time.',
};

export function failures(statuses: readonly number[]): Record<number, object> {
  return Object.fromEntries(statuses.map((status) => [status, { description: MEANINGS[status] ?? 'Error', ...Type.Ref('Error') }]));
}

/** Documents the responses of an operation: success, and the statuses of the contract. */
export function responses(success: TSchema, statuses: readonly number[]): Record<number, object> {
  return { 200: { description: 'Success.', ...success }, ...failures(statuses) };
}

export const CREATE_STATUSES = [400, 402, 403, 429, 500, 502, 504] as const;
/** Reading a SERP also lists 402 in the contract. */
export const FETCH_STATUSES = [403, 404, 429, 500, 502, 504] as const;
export const LIST_STATUSES = [400, 403, 429, 500, 502, 504] as const;

/** Returns the account that authentication has set, for routes with access `key`. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('the route is not behind authentication');
  return request.account;
}

/** Returns the operator's name for the audit log, for routes with access `operator`. */
export function operatorOf(request: FastifyRequest): string {
  if (request.operator === null) throw new Error('the route is not behind authentication');
  return request.operator.name;
}

/** Returns the value. Throws 404 when it is missing. */
export function known<T>(value: T | null | false): T {
  if (value === null || value === false) throw errors.notFound();
  return value;
}

/** Our ids consist of letters and digits. Throws 404 for anything else, because the database may not accept it. */
export function idOf(text: string): string {
  if (!/^[0-9A-Za-z]{1,64}$/.test(text)) throw errors.notFound();
  return text;
}

export const idPath = Type.Object({ id: Type.String({ description: 'The object’s id.' }) });
export const reference = (name: string): TSchema => Type.Ref(name);
export const idsBody = { type: 'array', minItems: 1, maxItems: 1000, items: { type: 'string' }, description: '1 to 1000 ids.' };
export const batchOf = (name: string): object => ({
  type: 'array',
  minItems: 1,
  maxItems: 1000,
  items: Type.Ref(name),
  description: '1 to 1000 requests, all or nothing. No object may have more than 100 properties, no request more than 2000 values.',
});
