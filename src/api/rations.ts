// Limits the bytes of bodies, and the CPU time for rejected bodies, per account and IP address.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import { networkOf } from '../platform/network.ts';
import type { Buckets, RateLimit } from '../platform/rate-limit.ts';
import { show } from './limits.ts';

/** The limit of one account, and of all accounts that call from one IP address. */
interface Shared {
  readonly account: RateLimit;
  readonly address: RateLimit;
}

export interface BodyLimitSettings {
  /** Bytes. */
  readonly bodies: Shared;
  /** Milliseconds of CPU time for bodies of requests that end with 4xx. */
  readonly rejected: Shared;
  /** Number of leading bits of an IPv6 address that identify a client's network. */
  readonly ipv6Prefix: number;
}

export interface BodyLimits {
  /** Called before a body is read. Throws when the account or its IP address has used up its bytes or its time. */
  check(account: Account | null, ip: string, reply: FastifyReply): void;
  /** Counts bytes of a body. */
  sent(account: Account | null, ip: string, bytes: number): void;
  /** Counts the time that a rejected request took. */
  rejected(account: Account | null, ip: string, ms: number): void;
}

const KINDS = ['bodies', 'rejected'] as const;
type Kind = (typeof KINDS)[number];

export function createBodyLimits(buckets: Buckets, settings: BodyLimitSettings): BodyLimits {
  // The first word of a bucket's name selects the table that it shares.
  const ofAccount = (kind: Kind, { id, mode }: Account): string => `${kind}-account ${id} ${mode}`;
  const ofAddress = (kind: Kind, ip: string): string => `${kind}-ip ${networkOf(ip, settings.ipv6Prefix)}`;
  const count = (kind: Kind, account: Account | null, ip: string, amount: number): void => {
    if (amount <= 0) return;
    if (account) buckets.spend(ofAccount(kind, account), settings[kind].account, amount);
    buckets.spend(ofAddress(kind, ip), settings[kind].address, amount);
  };
  const judge = (kind: Kind, scope: keyof Shared, bucket: string, reply: FastifyReply): void => {
    const rate = settings[kind][scope];
    const state = buckets.peek(bucket, rate);
    if (state.allowed) return;
    show(reply, `${scope} ${kind}`, rate, state);
    throw kind === 'bodies' ? errors.tooManyBytes(rate.perMinute / 1_000_000, state.seconds) : errors.tooMuchRejected(state.seconds);
  };
  return {
    sent: (account, ip, bytes) => count('bodies', account, ip, bytes),
    rejected: (account, ip, ms) => count('rejected', account, ip, ms),
    check: (account, ip, reply) => {
      for (const kind of KINDS) {
        if (account) judge(kind, 'account', ofAccount(kind, account), reply);
        judge(kind, 'address', ofAddress(kind, ip), reply);
      }
    },
  };
}

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
