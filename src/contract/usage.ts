// Usage of an account: credits per day, lots, and use of its limits.

import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { KINDS, LIMIT_ACTIONS, MODES } from './vocabulary.ts';

export const UsageQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, default: 30, description: 'Number of days including today, in UTC.' })),
});

export const Usage = Type.Object({
  mode: OneOf(MODES),
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'In UTC.', examples: ['2026-11-15'] }),
      kind: OneOf([...KINDS, 'lookup'], { description: '`lookup` is WHOIS and technologies.' }),
      engine: Type.Optional(Type.String({ description: 'The engine, keyword source or AI service.' })),
      credits: Type.Integer({ description: 'Credits charged on that day.' }),
      count: Type.Integer({ description: 'Number of charged objects or lookups.' }),
      reversed: Type.Integer({ description: 'Credits of this row that were reversed.' }),
    }),
  ),
  lots: Type.Array(
    Type.Object({
      id: Type.String(),
      granted: Type.Integer(),
      left: Type.Integer(),
      createdAt: DateTime('Time of the grant.'),
      expiresAt: Nullable(DateTime('Expiry time.')),
    }),
  ),
  balance: Type.Integer(),
  limits: Type.Array(
    Type.Object({
      name: OneOf(['hour', 'day'], { description: 'Credits per hour or per day.' }),
      limit: Type.Integer(),
      used: Type.Integer(),
      resetsAt: Type.Optional(DateTime('When the oldest counted use leaves the window.')),
      action: OneOf(LIMIT_ACTIONS),
    }),
  ),
  countedTo: DateTime('The data is complete up to this time.'),
});
export type Usage = Static<typeof Usage>;
