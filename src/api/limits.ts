// Rate limits per IP address and per account, with the RateLimit headers.
import type { FastifyReply } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import { networkOf } from '../platform/network.ts';
import type { Buckets, Pace, PaceState } from '../platform/rate-limit.ts';

export interface RateSettings {
  readonly account: Pace;
  readonly address: Pace;
  /** Bad keys from one IP address. */
  readonly badKeys: Pace;
  /** Bad operator tokens from one IP address. */
  readonly badTokens: Pace;
  /** Number of leading bits of an IPv6 address that identify a client's network. */
  readonly ipv6Prefix: number;
}

export interface Limits {
  /** Checked first. Routes with `lookup` respond with 503 instead of 429, as the contract requires. */
  address(ip: string, reply: FastifyReply, lookup: boolean): void;
  account(account: Account, reply: FastifyReply, lookup: boolean): void;
  badKey(ip: string, reply: FastifyReply): void;
  /** Returns whether an IP address sent too many bad operator tokens. */
  tokensRefused(ip: string): boolean;
  badToken(ip: string, reply: FastifyReply): void;
}

export function show(reply: FastifyReply, name: string, pace: Pace, state: PaceState): void {
  reply.header('RateLimit-Limit', pace.burst);
  reply.header('RateLimit-Remaining', state.remaining);
  reply.header('RateLimit-Reset', state.seconds);
  reply.header('RateLimit-Policy', `"${name}";q=${pace.perMinute};w=60;burst=${pace.burst}`);
}

export function createLimits(buckets: Buckets, settings: RateSettings): Limits {
  const nameOf = (kind: string, ip: string): string => `${kind} ${networkOf(ip, settings.ipv6Prefix)}`;
  const refuse = (seconds: number, lookup: boolean) => (lookup ? errors.rateLimitedForLookup(seconds) : errors.rateLimited(seconds));

  return {
    address: (ip, reply, lookup) => {
      const state = buckets.take(nameOf('ip', ip), settings.address);
      show(reply, 'address', settings.address, state);
      if (!state.allowed) throw refuse(state.seconds, lookup);
    },
    account: (account, reply, lookup) => {
      const pace = {
        perMinute: account.ratePerMinute ?? settings.account.perMinute,
        burst: account.rateBurst ?? account.ratePerMinute ?? settings.account.burst,
      };
      const state = buckets.take(`account ${account.id} ${account.mode}`, pace);
      show(reply, 'account', pace, state);
      if (!state.allowed) throw refuse(state.seconds, lookup);
    },
    badKey: (ip, reply) => {
      const state = buckets.take(nameOf('bad-key', ip), settings.badKeys);
      if (state.allowed) return;
      show(reply, 'bad keys', settings.badKeys, state);
      throw errors.tooManyBadKeys(state.seconds);
    },
    tokensRefused: (ip) => !buckets.peek(nameOf('bad-token', ip), settings.badTokens).allowed,
    badToken: (ip, reply) => {
      const state = buckets.take(nameOf('bad-token', ip), settings.badTokens);
      if (state.allowed) return;
      show(reply, 'bad tokens', settings.badTokens, state);
      throw errors.tooManyBadTokens(state.seconds);
    },
  };
}
