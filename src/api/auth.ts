// Authentication: one key, in the query or as a bearer token, checked before the body is read.
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import { type Provider, providerKeyOf, providerOf } from './compat/provider.ts';

/** Synchronous for recently used keys. */
export type FindAccount = (key: string) => Account | null | Promise<Account | null>;

/** Node uses the first of several Authorization headers. A proxy in front may have checked another one. */
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

/** Returns the bearer token, undefined without a header, or null when the header is not usable or several differ. */
export function bearerOf(request: FastifyRequest): string | null | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return authorizationsDiffer(request) ? null : (/^Bearer +([^\s]+)$/i.exec(header)?.[1] ?? null);
}

/** Returns the key of a request, or null when there is none or several differ. */
export function keyOf(request: FastifyRequest): string | null {
  const { compatEndpoint } = request.routeOptions.config;
  if (compatEndpoint !== undefined) return compatKeyOf(request, compatEndpoint);
  const queryKey = (request.query as Record<string, unknown>).apikey;
  // Many agent tools can send a key only in this header.
  const headerKey = request.routeOptions.config.apiKeyHeader ? request.headers['x-api-key'] : undefined;
  const bearer = bearerOf(request);
  if (bearer === null) return null;
  if (queryKey !== undefined && typeof queryKey !== 'string') return null;
  const given = [queryKey, bearer, headerKey].filter((key) => key !== undefined);
  if (given.some((key) => key !== given[0])) return null;
  return (given[0] as string | undefined) ?? null;
}

/** Compatibility endpoints accept the key only where the provider does. */
function compatKeyOf(request: FastifyRequest, compatEndpoint: Provider | 'any' | 'dataforseo'): string | null {
  if (authorizationsDiffer(request)) return null;
  if (compatEndpoint === 'dataforseo') return basicPasswordOf(request);
  return providerKeyOf(request, compatEndpoint === 'any' ? providerOf(request) : compatEndpoint);
}

/** The key is the password. The login may be any name. */
function basicPasswordOf({ headers }: FastifyRequest): string | null {
  const credentials = /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  const password = credentials === undefined ? null : /^[^:]*:(.+)$/s.exec(Buffer.from(credentials, 'base64').toString('utf8'))?.[1];
  return password ?? null;
}

/** Calls `found` with the account, synchronously if possible. Throws when there is none. */
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
