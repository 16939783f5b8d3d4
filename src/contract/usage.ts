// What an account used: credits by day, its lots, and how near it is to its limits.
import Type, { type Static } from 'typebox';
import { DateTime, Nullable, OneOf } from './dialect.ts';
import { KINDS, LIMIT_ACTIONS, MODES } from './vocabulary.ts';

export const UsageQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, default: 30, description: 'Today and the days before it, in UTC.' })),
});

export const Usage = Type.Object({
  mode: OneOf(MODES),
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'In UTC.', examples: ['2026-11-15'] }),
      kind: OneOf([...KINDS, 'lookup'], { description: '`lookup` is WHOIS and technologies.' }),
      engine: Type.Optional(Type.String({ description: 'The engine, keyword source or AI service.' })),
      credits: Type.Integer({ description: 'Charged on that day.' }),
      count: Type.Integer({ description: 'Objects or lookups charged.' }),
      reversed: Type.Integer({ description: 'Of these credits, given back by now.' }),
    }),
  ),
  lots: Type.Array(
    Type.Object({
      id: Type.String(),
      granted: Type.Integer(),
      left: Type.Integer(),
      createdAt: DateTime('When it was granted.'),
      expiresAt: Nullable(DateTime('When it can no longer be spent.')),
    }),
  ),
  balance: Type.Integer(),
  limits: Type.Array(
    Type.Object({
      name: OneOf(['hour', 'day'], { description: 'Credits per hour or per day.' }),
      limit: Type.Integer(),
      used: Type.Integer(),
      resetsAt: Type.Optional(DateTime('When the oldest of what was used no longer counts.')),
      action: OneOf(LIMIT_ACTIONS),
    }),
  ),
  countedTo: DateTime('The days are complete up to here.'),
});
export type Usage = Static<typeof Usage>;
