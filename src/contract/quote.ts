// Quotes: the cost and the expected wait of a request, without creating it.

import { Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { QUOTE_TYPES } from './vocabulary.ts';

/** Makes a create request return a `Quote` instead of creating objects. */
export const dryRunField = {
  dryRun: Type.Optional(
    Type.Boolean({
      description: 'Extension: true returns a Quote with 200. Nothing is stored or charged. All items of a batch must have the same value.',
    }),
  ),
};

export const QuoteRequest = Type.Object(
  {
    type: OneOf(QUOTE_TYPES, { description: 'The type of the create or lookup request.' }),
    request: Type.Unsafe<object | readonly object[]>({
      anyOf: [
        { type: 'object', additionalProperties: true },
        { type: 'array', items: { type: 'object', additionalProperties: true } },
      ],
      description:
        'The body of the create request, or an array of 1 to 1000 bodies for serp and keyword. Lookups: `{"domain": "…"}`, for whois optionally with `source`.',
      example: { keyword: 'red shoes', region: 'US' },
    }),
  },
  { $id: 'QuoteRequest', title: 'QuoteRequest' },
);
export type QuoteRequest = Static<typeof QuoteRequest>;

export const Quote = Type.Object(
  {
    cost: Type.Integer({ description: 'Credits that would be charged within the account’s limits.' }),
    balance: Nullable(Type.Integer({ description: 'Credits that the account can spend now. Null for a key without the scope `read`.' })),
    budgetLeft: Nullable(Type.Integer({ description: 'Credits that this key may still spend. Null when it has no budget.' })),
    enough: Type.Boolean({ description: 'True if the request would be accepted now. Otherwise `warnings` says why.' }),
    expectedWaitSeconds: Nullable(
      Type.Integer({
        description:
          'Expected time until a worker starts the last object, from the queue and its recent throughput. The time of the source is not included. With more than 50,000 objects ahead, it is at least this. Null: unknown.',
      }),
    ),
    route: Type.Array(
      Type.Object({
        source: Type.String({ description: 'The name that `attempts` shows.' }),
        paid: Type.Boolean({ description: 'True if the operator pays for each call to this source.' }),
      }),
      { description: 'The sources in the order in which they would be queried.' },
    ),
    warnings: Type.Array(Type.String()),
  },
  { $id: 'Quote', title: 'Quote' },
);
export type Quote = Static<typeof Quote>;
