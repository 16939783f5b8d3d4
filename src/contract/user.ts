// The account as `GET /user` returns it.

import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { LIMIT_ACTIONS } from './vocabulary.ts';

export const CreditLimit = Type.Object({
  hour: Nullable(Type.Integer({ description: 'Credits per hour.' })),
  day: Nullable(Type.Integer({ description: 'Credits per day.' })),
  action: OneOf(LIMIT_ACTIONS, { description: 'What happens when the limit is exceeded.' }),
  chargeMultiplier: Type.Number({ description: 'Multiplies the cost above the limit.' }),
});
export type CreditLimit = Static<typeof CreditLimit>;

const text = () => Nullable(Type.String());

export const User = Type.Object(
  {
    createdAt: DateTime('Creation time of the account.'),
    emails: Type.Array(Type.Object({ address: Type.String(), verified: Type.Boolean() })),
    profile: Type.Object({ name: text(), organization: text(), website: text(), gender: text(), countryCode: text() }),
    credits: Type.Array(
      Type.Object({
        total: Type.Integer(),
        remaining: Type.Integer(),
        createdAt: DateTime('Time of the grant.'),
        expiresAt: Nullable(DateTime('Expiry time.')),
        limit: CreditLimit,
      }),
    ),
  },
  { $id: 'User', title: 'User' },
);
export type User = Static<typeof User>;
