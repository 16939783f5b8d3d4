// How fast one address and one account may call, told in headers on every answer.
import type { FastifyReply } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import type { Buckets, Pace, PaceState } from '../platform/pace.ts';

export interface RateSettings {
  readonly account: Pace;
  readonly address: Pace;
  /** Wrong keys from one address. */
  readonly badKeys: Pace;
}

export interface Limits {
  /** Before anything else. `lookup` routes answer 503 instead of 429, as the contract says. */
  address(ip: string, reply: FastifyReply, lookup: boolean): void;
  account(account: Account, reply: FastifyReply, lookup: boolean): void;
  badKey(ip: string, reply: FastifyReply): void;
}

export function createLimits(buckets: Buckets, settings: RateSettings): Limits {
  const show = (reply: FastifyReply, name: string, pace: Pace, state: PaceState): void => {
    reply.header('RateLimit-Limit', pace.burst);
    reply.header('RateLimit-Remaining', state.remaining);
    reply.header('RateLimit-Reset', state.seconds);
    reply.header('RateLimit-Policy', `"${name}";q=${pace.perMinute};w=60;burst=${pace.burst}`);
  };
  const refuse = (seconds: number, lookup: boolean) => (lookup ? errors.tooFastForLookup(seconds) : errors.tooFast(seconds));

  return {
    address: (ip, reply, lookup) => {
      const state = buckets.take(`ip ${ip}`, settings.address);
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
      const state = buckets.take(`bad key ${ip}`, settings.badKeys);
      if (state.allowed) return;
      show(reply, 'bad keys', settings.badKeys, state);
      throw errors.tooManyBadKeys(state.seconds);
    },
  };
}
