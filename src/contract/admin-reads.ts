// What the operator sees and changes: accounts one by one, settings, and how the whole is doing.
import Type, { type Static } from 'typebox';
import { NewAccount } from './admin.ts';
import { DateTime, Nullable, OneOf } from './dialect.ts';
import { CONTRACTS, LIMIT_ACTIONS, MODES, PRIORITIES, SCOPES } from './vocabulary.ts';

const { name, email, archive, maxResults, prices, profile } = NewAccount.properties;
const credits = () =>
  Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description: 'Null takes the limit away.' })));

/** Everything of an account that can be changed; what is left out stays as it is. */
export const AccountChange = Type.Object({
  name: Type.Optional(name),
  email: Type.Optional(email),
  limit: Type.Optional(
    Type.Object({
      hour: credits(),
      day: credits(),
      action: Type.Optional(OneOf(LIMIT_ACTIONS)),
      chargeMultiplier: Type.Optional(Type.Number({ minimum: 1, maximum: 1000 })),
    }),
  ),
  rates: Type.Optional(
    Type.Object({
      perMinute: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Null: the usual rate.' }))),
      burst: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
    }),
  ),
  archive,
  maxResults,
  prices,
  profile,
});
export type AccountChange = Static<typeof AccountChange>;

export const AccountDetail = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  contract: OneOf(CONTRACTS),
  createdAt: DateTime('When it was made.'),
  limit: Type.Object({
    hour: Nullable(Type.Integer()),
    day: Nullable(Type.Integer()),
    action: OneOf(LIMIT_ACTIONS),
    chargeMultiplier: Type.Number(),
  }),
  rates: Type.Object({ perMinute: Nullable(Type.Integer()), burst: Nullable(Type.Integer()) }),
  archive: Type.Boolean(),
  maxResults: Type.Integer(),
  prices: Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
  profile: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  balance: Type.Object({ live: Type.Integer(), test: Type.Integer() }),
  keys: Type.Integer({ description: 'Keys that are not revoked.' }),
});
export type AccountDetail = Static<typeof AccountDetail>;

export const KeyList = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The public part.' }),
      mode: OneOf(MODES),
      name: Nullable(Type.String()),
      scopes: Nullable(Type.Array(OneOf(SCOPES), { description: 'What it may do; null for everything.' })),
      budget: Nullable(Type.Integer({ description: 'Credits it may spend in all; null for no bound.' })),
      spent: Type.Integer({ description: 'Of its budget; 0 for keys without one.' }),
      createdAt: DateTime('When it was made.'),
      expiresAt: Nullable(DateTime('When it stops working.')),
      revokedAt: Nullable(DateTime('When it was revoked.')),
    }),
  ),
});
export type KeyList = Static<typeof KeyList>;

export const ORIGINS = ['default', 'environment', 'file'] as const;

export const SettingList = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Nullable(Type.String({ description: 'Secrets are not shown; null means not set.' })),
      origin: OneOf(ORIGINS),
      reason: Type.String(),
    }),
  ),
});
export type SettingList = Static<typeof SettingList>;

const seconds = Type.Number({ description: 'Seconds.' });
const count = () => Type.Integer();

export const Overview = Type.Object({
  at: DateTime('When it was looked at.'),
  sample: Type.Object({
    objects: Type.Integer({ description: 'The newest finished objects that the figures of engines are made from.' }),
    since: DateTime('None of them was requested before.'),
  }),
  engines: Type.Array(
    Type.Object({
      engine: Type.String(),
      source: Type.String(),
      mode: OneOf(MODES),
      ok: count(),
      blocked: Type.Integer({ description: 'Walls, and answers that were not believed.' }),
      unreachable: count(),
      unreadable: count(),
      p50Ms: count(),
      p95Ms: count(),
      fill: Type.Unsafe<Record<string, number>>({
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'Result pages of this engine: `organic` is found of asked for, every other the share of pages that had any.',
      }),
      resting: Type.Optional(DateTime('The lane is left alone until then.')),
    }),
  ),
  queue: Type.Array(Type.Object({ priority: OneOf(PRIORITIES), waiting: count(), running: count(), oldestSeconds: seconds })),
  callbacks: Type.Object({
    pending: count(),
    oldestSeconds: seconds,
    failing: Type.Array(Type.Object({ host: Type.String(), count: count(), lastReason: Nullable(Type.String()) })),
  }),
  workers: Type.Array(Type.Object({ token: Type.String(), seenSeconds: seconds, running: count() })),
  database: Type.Object({
    version: Type.String(),
    bytes: count(),
    connections: count(),
    connectionsMax: count(),
    drift: Type.Integer({ description: 'Accounts whose lots and ledger differ; must be 0.' }),
    usageBehindSeconds: Type.Number({ description: 'How far the count of usage is behind; about a minute is usual.' }),
  }),
  process: Type.Object({ waits: count(), streams: count() }, { description: 'Of the API process that answered.' }),
});
export type Overview = Static<typeof Overview>;
