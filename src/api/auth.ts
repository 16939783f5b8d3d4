// Who is calling: one key, in the query or as a bearer token, checked before the body is read.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';

/** At once for keys that were asked for lately. */
export type FindAccount = (key: string) => Account | null | Promise<Account | null>;

/** The one key of a request; null when there is none, or more than one, or they disagree. */
export function keyOf(request: FastifyRequest): string | null {
  const { facade } = request.routeOptions.config;
  if (facade !== undefined) return facadeKeyOf(request, facade);
  const asked = (request.query as Record<string, unknown>).apikey;
  // Tools for agents often know no other way to send a key.
  const own = request.routeOptions.config.apiKeyHeader ? request.headers['x-api-key'] : undefined;
  const header = request.headers.authorization;
  const bearer = header === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  if (header !== undefined && bearer === undefined) return null;
  if (asked !== undefined && typeof asked !== 'string') return null;
  const given = [asked, bearer, own].filter((key) => key !== undefined);
  if (given.some((key) => key !== given[0])) return null;
  return (given[0] as string | undefined) ?? null;
}

/** Façades take the key where their vendor takes it, and nowhere else. */
function facadeKeyOf(request: FastifyRequest, facade: 'serpapi' | 'serper'): string | null {
  const key = facade === 'serpapi' ? (request.query as Record<string, unknown>).api_key : request.headers['x-api-key'];
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

/** The operator's token, compared without telling by time how much of it was right. */
export function checkOperator(request: FastifyRequest, token: string): void {
  const given = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [left, right] = [Buffer.from(given.padEnd(256).slice(0, 256)), Buffer.from(token.padEnd(256).slice(0, 256))];
  if (given === '' || left.length !== right.length || !timingSafeEqual(left, right)) throw errors.badToken();
}
