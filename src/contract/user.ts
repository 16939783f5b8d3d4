// The account as its owner sees it.
import Type, { type Static } from 'typebox';
import { DateTime, Nullable, OneOf } from './dialect.ts';
import { LIMIT_ACTIONS } from './vocabulary.ts';

export const CreditLimit = Type.Object({
  hour: Nullable(Type.Integer({ description: 'Credits per hour.' })),
  day: Nullable(Type.Integer({ description: 'Credits per day.' })),
  action: OneOf(LIMIT_ACTIONS, { description: 'What happens past the limit.' }),
  chargeMultiplier: Type.Number({ description: 'Multiplies the cost past the limit.' }),
});
export type CreditLimit = Static<typeof CreditLimit>;

const text = () => Nullable(Type.String());

export const User = Type.Object(
  {
    createdAt: DateTime('When the account was made.'),
    emails: Type.Array(Type.Object({ address: Type.String(), verified: Type.Boolean() })),
    profile: Type.Object({ name: text(), organization: text(), website: text(), gender: text(), countryCode: text() }),
    credits: Type.Array(
      Type.Object({
        total: Type.Integer(),
        remaining: Type.Integer(),
        createdAt: DateTime('When the lot was granted.'),
        expiresAt: Nullable(DateTime('When it can no longer be spent.')),
        limit: CreditLimit,
      }),
    ),
  },
  { $id: 'User', title: 'User' },
);
export type User = Static<typeof User>;
