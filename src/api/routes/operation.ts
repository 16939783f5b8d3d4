// What routes have in common: documented answers, and who is calling.
import type {} from '@fastify/swagger';
import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { Operator } from '../../contract/admin.ts';
import { errors } from '../../contract/errors.ts';
import type { Account } from '../../contract/order.ts';

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null;
    operator: Operator | null;
  }
  interface FastifyContextConfig {
    /** Who may call: holders of a key, the operator, or anybody. */
    readonly access?: 'key' | 'operator' | 'anybody';
    /** Answers 503 where others answer 429. */
    readonly lookup?: boolean;
    /** A null in the body is a value and not an omission. */
    readonly keepsNulls?: boolean;
    /** The key may also come in the header x-api-key. */
    readonly apiKeyHeader?: boolean;
    /** Open to anybody, but only at the operator's own listener where there is one. */
    adminListener?: boolean;
    /** Speaks the wire format of that vendor. */
    readonly compatEndpoint?: 'serpapi' | 'serper';
  }
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'A parameter failed validation; the message names it.',
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

/** The answers of an operation: success, and every status of its list in the contract. */
export function answers(success: TSchema, statuses: readonly number[]): Record<number, object> {
  return { 200: { description: 'Success.', ...success }, ...failures(statuses) };
}

export const CREATE_STATUSES = [400, 402, 403, 429, 500, 502, 504] as const;
/** Reading a SERP also lists 402 in the contract. */
export const FETCH_STATUSES = [403, 404, 429, 500, 502, 504] as const;
export const LIST_STATUSES = [400, 403, 429, 500, 502, 504] as const;

/** Set by the authentication that every route with access `key` went through. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('the route is not behind authentication');
  return request.account;
}

/** The same for routes with access `operator`: the name that goes into the audit log. */
export function operatorOf(request: FastifyRequest): string {
  if (request.operator === null) throw new Error('the route is not behind authentication');
  return request.operator.name;
}

/** What was looked for; 404 when it is not there. */
export function known<T>(value: T | null | false): T {
  if (value === null || value === false) throw errors.notFound();
  return value;
}

/** Ids of ours are letters and digits; anything else is unknown, and some of it the database would not even take. */
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
