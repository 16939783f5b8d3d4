// Rate limits per IP address and per account, with the RateLimit headers.
import type { FastifyReply } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import { networkOf } from '../platform/network.ts';
import type { Buckets, RateLimit, RateLimitState } from '../platform/rate-limit.ts';

export interface RateSettings {
  readonly account: RateLimit;
  readonly address: RateLimit;
  /** Bad keys from one IP address. */
  readonly badKeys: RateLimit;
  /** Bad operator tokens from one IP address. */
  readonly badTokens: RateLimit;
  /** Number of leading bits of an IPv6 address that identify a client's network. */
  readonly ipv6Prefix: number;
}

export interface Limits {
  /** Checked first. Routes with `lookup` respond with 503 instead of 429, as the contract requires. */
  address(ip: string, reply: FastifyReply, lookup: boolean): void;
  account(account: Account, reply: FastifyReply, lookup: boolean): void;
  badKey(ip: string, reply: FastifyReply): void;
  /** Returns whether an IP address sent too many bad operator tokens. */
  tokensRejected(ip: string): boolean;
  badToken(ip: string, reply: FastifyReply): void;
}

export function show(reply: FastifyReply, name: string, rate: RateLimit, state: RateLimitState): void {
  reply.header('RateLimit-Limit', rate.burst);
  reply.header('RateLimit-Remaining', state.remaining);
  reply.header('RateLimit-Reset', state.seconds);
  reply.header('RateLimit-Policy', `"${name}";q=${rate.perMinute};w=60;burst=${rate.burst}`);
}

export function createLimits(buckets: Buckets, settings: RateSettings): Limits {
  const nameOf = (kind: string, ip: string): string => `${kind} ${networkOf(ip, settings.ipv6Prefix)}`;
  const reject = (seconds: number, lookup: boolean) => (lookup ? errors.rateLimitedForLookup(seconds) : errors.rateLimited(seconds));

  return {
    address: (ip, reply, lookup) => {
      const state = buckets.take(nameOf('ip', ip), settings.address);
      show(reply, 'address', settings.address, state);
      if (!state.allowed) throw reject(state.seconds, lookup);
    },
    account: (account, reply, lookup) => {
      const rate = {
        perMinute: account.ratePerMinute ?? settings.account.perMinute,
        burst: account.rateBurst ?? account.ratePerMinute ?? settings.account.burst,
      };
      const state = buckets.take(`account ${account.id} ${account.mode}`, rate);
      show(reply, 'account', rate, state);
      if (!state.allowed) throw reject(state.seconds, lookup);
    },
    badKey: (ip, reply) => {
      const state = buckets.take(nameOf('bad-key', ip), settings.badKeys);
      if (state.allowed) return;
      show(reply, 'bad keys', settings.badKeys, state);
      throw errors.tooManyBadKeys(state.seconds);
    },
    tokensRejected: (ip) => !buckets.peek(nameOf('bad-token', ip), settings.badTokens).allowed,
    badToken: (ip, reply) => {
      const state = buckets.take(nameOf('bad-token', ip), settings.badTokens);
      if (state.allowed) return;
      show(reply, 'bad tokens', settings.badTokens, state);
      throw errors.tooManyBadTokens(state.seconds);
    },
  };
}
