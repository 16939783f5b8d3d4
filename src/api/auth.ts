// Who is calling: one key, in the query or as a bearer token, checked before the body is read.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';

export type FindAccount = (key: string) => Promise<Account | null>;

/** The one key of a request; null when there is none, or more than one, or they disagree. */
export function keyOf(request: FastifyRequest): string | null {
  const asked = (request.query as Record<string, unknown>).apikey;
  const header = request.headers.authorization;
  const bearer = header === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  if (header !== undefined && bearer === undefined) return null;
  if (asked !== undefined && typeof asked !== 'string') return null;
  if (asked !== undefined && bearer !== undefined && asked !== bearer) return null;
  return asked ?? bearer ?? null;
}

export async function authenticate(request: FastifyRequest, find: FindAccount): Promise<Account> {
  const key = keyOf(request);
  const account = key ? await find(key) : null;
  if (!account) throw errors.badKey();
  return account;
}

/** The operator's token, compared without telling by time how much of it was right. */
export function checkOperator(request: FastifyRequest, token: string): void {
  const given = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [left, right] = [Buffer.from(given.padEnd(256).slice(0, 256)), Buffer.from(token.padEnd(256).slice(0, 256))];
  if (given === '' || left.length !== right.length || !timingSafeEqual(left, right)) throw errors.badToken();
}
