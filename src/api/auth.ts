// Who is calling: one key, in the query or as a bearer token, checked before the body is read.
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';

/** At once for keys that were asked for lately. */
export type FindAccount = (key: string) => Account | null | Promise<Account | null>;

/** Node keeps the first of several Authorization headers; a proxy before it may have looked at another one. */
function authorizationsDiffer(request: FastifyRequest): boolean {
  const { rawHeaders } = request.raw;
  let first: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (first !== undefined && first !== rawHeaders[index + 1]) return true;
    first = rawHeaders[index + 1];
  }
  return false;
}

/** The token of the one Authorization header; undefined without one, null when it says anything else or there are several that differ. */
export function bearerOf(request: FastifyRequest): string | null | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return authorizationsDiffer(request) ? null : (/^Bearer +([^\s]+)$/i.exec(header)?.[1] ?? null);
}

/** The one key of a request; null when there is none, or more than one, or they disagree. */
export function keyOf(request: FastifyRequest): string | null {
  const { compatEndpoint } = request.routeOptions.config;
  if (compatEndpoint !== undefined) return compatKeyOf(request, compatEndpoint);
  const asked = (request.query as Record<string, unknown>).apikey;
  // Tools for agents often know no other way to send a key.
  const own = request.routeOptions.config.apiKeyHeader ? request.headers['x-api-key'] : undefined;
  const bearer = bearerOf(request);
  if (bearer === null) return null;
  if (asked !== undefined && typeof asked !== 'string') return null;
  const given = [asked, bearer, own].filter((key) => key !== undefined);
  if (given.some((key) => key !== given[0])) return null;
  return (given[0] as string | undefined) ?? null;
}

/** Façades take the key where their vendor takes it, and nowhere else. */
function compatKeyOf(request: FastifyRequest, compatEndpoint: 'serpapi' | 'serper'): string | null {
  if (authorizationsDiffer(request)) return null;
  const key = compatEndpoint === 'serpapi' ? (request.query as Record<string, unknown>).api_key : request.headers['x-api-key'];
  return typeof key === 'string' ? key : null;
}

/** Hands the account over, at once if it can; throws when there is none. */
export function authenticate(request: FastifyRequest, find: FindAccount, found: (account: Account) => void): undefined | Promise<void> {
  const key = keyOf(request);
  const judge = (account: Account | null): void => {
    if (!account) throw errors.badKey();
    found(account);
  };
  const account = key ? find(key) : null;
  if (account instanceof Promise) return account.then(judge);
  judge(account);
  return undefined;
}
