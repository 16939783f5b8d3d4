// Schemas of the admin API: account details and changes, keys, settings and the overview.

import { NewAccount } from './admin.ts';
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { CONTRACTS, LIMIT_ACTIONS, MODES, PRIORITIES, SCOPES } from './vocabulary.ts';

const { name, email, archive, maxResults, prices, profile } = NewAccount.properties;
const credits = () =>
  Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description: 'Null removes the limit.' })));

const NOTES_LENGTH_MAX = 4000;

/** Changeable fields of an account. Omitted fields keep their values. */
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
      perMinute: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Null: the service default.' }))),
      burst: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
    }),
  ),
  archive,
  maxResults,
  prices,
  profile,
  notes: Type.Optional(Type.String({ maxLength: NOTES_LENGTH_MAX, description: 'Notes for operators. Customers never see them.' })),
});
export type AccountChange = Static<typeof AccountChange>;

export const AccountDetail = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  contract: OneOf(CONTRACTS),
  createdAt: DateTime('Creation time.'),
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
  notes: Type.Optional(Type.String({ description: 'Notes for operators. Omitted when there are none.' })),
});
export type AccountDetail = Static<typeof AccountDetail>;

export const KeyList = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The public part of the key.' }),
      mode: OneOf(MODES),
      name: Nullable(Type.String()),
      scopes: Nullable(Type.Array(OneOf(SCOPES), { description: 'Allowed operations. Null: all.' })),
      budget: Nullable(Type.Integer({ description: 'Credits that the key may spend in total. Null: no limit.' })),
      spent: Type.Integer({ description: 'Credits spent from the budget. 0 for keys without a budget.' }),
      createdAt: DateTime('Creation time.'),
      expiresAt: Nullable(DateTime('Expiry time.')),
      revokedAt: Nullable(DateTime('Revocation time.')),
      lastUsedAt: Nullable(DateTime('Last use, to the minute. Null: not used since this is recorded.')),
    }),
  ),
});
export type KeyList = Static<typeof KeyList>;

export const ORIGINS = ['default', 'environment', 'file'] as const;

export const SettingList = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Nullable(Type.String({ description: 'Secrets are not shown. Null: not set.' })),
      origin: OneOf(ORIGINS),
      reason: Type.String(),
    }),
  ),
});
export type SettingList = Static<typeof SettingList>;

const seconds = Type.Number({ description: 'Seconds.' });
const count = () => Type.Integer();

const age = (description: string) => Type.Number({ description });
const queue = (description: string) =>
  Type.Array(
    Type.Object({
      priority: OneOf(PRIORITIES),
      waiting: count(),
      running: count(),
      oldestSeconds: age('Age of the oldest unfinished object, since it first became due. A retry does not reset it.'),
    }),
    { description },
  );

export const Overview = Type.Object({
  at: DateTime('Time of these figures.'),
  sample: Type.Object({
    objects: Type.Integer({ description: 'Number of newest finished objects behind the figures of `engines`.' }),
    since: DateTime('Creation time of the oldest of them.'),
  }),
  engines: Type.Array(
    Type.Object({
      engine: Type.String(),
      source: Type.String(),
      mode: OneOf(MODES),
      ok: count(),
      blocked: Type.Integer({ description: 'Block pages and suspect results.' }),
      unreachable: count(),
      unreadable: count(),
      p50Ms: count(),
      p95Ms: count(),
      fill: Type.Unsafe<Record<string, number>>({
        type: 'object',
        additionalProperties: { type: 'number' },
        description:
          'Yield of the parser. `organic`: share of the requested results that were found. Others: share of result pages with such items.',
      }),
      resting: Type.Optional(DateTime('End of the cooldown of this source.')),
    }),
  ),
  modes: Type.Array(
    Type.Object({
      mode: OneOf(MODES),
      queue: queue('Jobs by priority.'),
      callbacks: Type.Object({
        pending: count(),
        failing: Type.Integer({ description: 'Callbacks with at least one failed attempt.' }),
        oldestSeconds: age('Age of the oldest callback that is not delivered, since its result.'),
      }),
    }),
    { description: 'Live before test. In a queue of more than 5,000 objects, the division by mode is estimated.' },
  ),
  queue: queue('Jobs of both modes by priority.'),
  labels: Type.Array(
    Type.Object({
      label: Type.String(),
      waiting: count(),
      running: count(),
      oldestSeconds: seconds,
      workers: Type.Integer({ description: 'Workers with this label. Its jobs wait while there are none.' }),
    }),
    { description: 'Labels of jobs and workers.' },
  ),
  callbacks: Type.Object({
    pending: count(),
    oldestSeconds: age('Age of the oldest callback that is not delivered, since its result.'),
    failing: Type.Array(Type.Object({ host: Type.String(), count: count(), lastReason: Nullable(Type.String()) })),
  }),
  workers: Type.Array(
    Type.Object({
      token: Type.String(),
      seenSeconds: seconds,
      running: count(),
      labels: Type.Array(Type.String(), { description: 'Labels whose jobs it runs.' }),
      labelsOnly: Type.Boolean({ description: 'It runs no jobs without a label.' }),
    }),
  ),
  database: Type.Object({
    version: Type.String(),
    bytes: count(),
    connections: count(),
    connectionsMax: count(),
    drift: Type.Integer({ description: 'Accounts whose ledger and balance disagree. Must be 0.' }),
    usageBehindSeconds: Type.Number({ description: 'Delay of the usage data. About a minute is normal.' }),
  }),
  process: Type.Object(
    { waits: count(), streams: count() },
    { description: 'Waiting clients and open streams of the API process that sent this response.' },
  ),
});
export type Overview = Static<typeof Overview>;
