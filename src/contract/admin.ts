// Schemas of the admin API: accounts, keys, credits, operators, deliveries and the audit log.

import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { MAX_RESULTS } from './serp.ts';
import { CONTRACTS, LIMIT_ACTIONS, MODES, SCOPES } from './vocabulary.ts';

/** Largest amount of credits in one lot, far below the largest exact integer of a double. */
const CREDITS_MAX = 1_000_000_000_000;
const credits = (minimum: number) => Type.Integer({ minimum, maximum: CREDITS_MAX });

export const NewAccount = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' }),
  contract: Type.Optional(OneOf(CONTRACTS, { default: 'current' })),
  credits: Type.Optional(credits(0)),
  limit: Type.Optional(
    Type.Object({
      hour: Type.Optional(credits(0)),
      day: Type.Optional(credits(0)),
      action: Type.Optional(OneOf(LIMIT_ACTIONS, { default: 'reject' })),
      chargeMultiplier: Type.Optional(Type.Number({ minimum: 1, maximum: 1000, default: 1 })),
    }),
  ),
  archive: Type.Optional(Type.Boolean({ default: false })),
  maxResults: Type.Optional(Type.Integer({ enum: [...MAX_RESULTS], default: 100 })),
  rates: Type.Optional(
    Type.Object({
      perMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
      burst: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    }),
  ),
  profile: Type.Optional(
    Type.Object({
      organization: Type.Optional(Type.String({ maxLength: 200 })),
      website: Type.Optional(Type.String({ maxLength: 200 })),
      gender: Type.Optional(Type.String({ maxLength: 50 })),
      countryCode: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    }),
  ),
  prices: Type.Optional(
    Type.Record(Type.String({ maxLength: 60 }), Type.Number({ minimum: 0, maximum: 1_000_000 }), {
      description: 'Prices of this account that replace the defaults, such as `base.serp` or `engine.google`.',
    }),
  ),
});
export type NewAccount = Static<typeof NewAccount>;

export const AccountMade = Type.Object({
  id: Type.String(),
  keys: Type.Object({ live: Type.String(), test: Type.String() }),
  webhookSecret: Type.String({ description: 'Secret to verify callback signatures. Shown once.' }),
});

export const NewCredits = Type.Object({
  total: credits(1),
  expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  mode: Type.Optional(OneOf(MODES, { default: 'live' })),
});
export type NewCredits = Static<typeof NewCredits>;

export const NewKey = Type.Object({
  mode: Type.Optional(OneOf(MODES, { default: 'live' })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A label. The service does not use it.' })),
  scopes: Type.Optional(
    Type.Array(OneOf(SCOPES), {
      maxItems: SCOPES.length,
      description: 'Allowed operations. Omitted: all. `read` allows reading and never spends credits.',
    }),
  ),
  budget: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: CREDITS_MAX,
      description: 'Credits that the key may spend in total. Reversed charges do not count.',
    }),
  ),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'Expiry time.' })),
});
export type NewKey = Static<typeof NewKey>;

export interface Operator {
  readonly id: string;
  readonly name: string;
}

/** The operator behind `ADMIN_TOKEN`. */
export const FIRST_OPERATOR: Operator = { id: 'admin', name: 'admin' };
/** Names that the audit log uses for `ADMIN_TOKEN`, entries without a name, the command line and unknown actors. */
export const RESERVED_OPERATORS: readonly string[] = [FIRST_OPERATOR.name, 'operator', 'command line', 'unknown'];
export const OPERATOR_NAME_MAX = 100;
export const OPERATOR_NAME = "^[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N} ._@+'-]*[\\p{L}\\p{M}\\p{N}])?$";

export const NewOperator = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: OPERATOR_NAME_MAX,
    pattern: OPERATOR_NAME,
    description: "Unique name for the audit log: letters and digits, with spaces and . _ @ + ' - between them.",
  }),
});
export type NewOperator = Static<typeof NewOperator>;

export const OperatorMade = Type.Object({
  id: Type.String(),
  name: Type.String(),
  token: Type.String({ description: 'Shown once.' }),
});

export const OperatorList = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      createdAt: DateTime('Creation time of the token.'),
      lastUsedAt: Nullable(DateTime('Last use, to the minute. Null: never used.')),
      revokedAt: Nullable(DateTime('Revocation time.')),
    }),
  ),
  you: Type.String({ description: 'The operator of this request’s token. `admin` for `ADMIN_TOKEN`, which is not in the list.' }),
});
export type OperatorList = Static<typeof OperatorList>;
export type ListedOperator = OperatorList['items'][number];

export const Ledger = Type.Object({
  balance: Type.Integer(),
  entries: Type.Array(
    Type.Object({
      kind: OneOf(['grant', 'charge', 'reversal', 'expiry']),
      amount: Type.Integer({ description: 'Grants and reversals are positive, charges and expiries negative.' }),
      objectId: Nullable(Type.String()),
      at: Type.String(),
    }),
  ),
});

export const Deliveries = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      objectId: Type.String(),
      attempt: Type.Integer(),
      status: Nullable(Type.Integer({ description: 'Null without an HTTP response.' })),
      at: Type.String(),
      ok: Type.Boolean(),
      reason: Nullable(Type.String()),
      ms: Type.Integer(),
    }),
  ),
});

export const AuditLog = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Type.String(),
      actor: Type.String({ description: 'The operator’s name, `command line`, or `unknown` for rejected requests.' }),
      action: Type.String(),
      subject: Nullable(Type.String()),
      detail: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    }),
  ),
  intact: Type.Boolean({ description: 'False when an entry was changed or is missing.' }),
  entries: Type.Integer(),
  brokenAt: Nullable(Type.Integer({ description: 'The first entry whose hash does not match the entry before it.' })),
  head: Nullable(Type.String({ description: 'The newest hash. Record it elsewhere to detect entries removed from the end.' })),
});
