// What a request would cost and how long it would wait, asked before it is made.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from './dialect.ts';

export const QUOTE_TYPES = ['serp', 'keyword', 'ai-prompt', 'ai-analysis', 'whois', 'technologies'] as const;
export type QuoteType = (typeof QUOTE_TYPES)[number];

/** On creates: answer what it would cost, and make nothing. */
export const dryRunField = {
  dryRun: Type.Optional(
    Type.Boolean({
      description: 'Extension: true returns a Quote with 200. Nothing is stored or charged. All items of a batch must have the same value.',
    }),
  ),
};

export const QuoteRequest = Type.Object(
  {
    type: OneOf(QUOTE_TYPES, { description: 'Which create or lookup is meant.' }),
    request: Type.Unsafe<object | readonly object[]>({
      anyOf: [
        { type: 'object', additionalProperties: true },
        { type: 'array', items: { type: 'object', additionalProperties: true } },
      ],
      description:
        'The body that the create would get, or an array of 1 to 1000 of them for serp and keyword. Lookups: `{"domain": "…"}`, for whois with `source`.',
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
    enough: Type.Boolean({ description: 'The request would be accepted now; if not, `warnings` say why.' }),
    expectedWaitSeconds: Nullable(
      Type.Integer({
        description:
          'Until a worker takes the last object, by the queue and its recent pace; the source’s own time comes on top. Null: not known.',
      }),
    ),
    route: Type.Array(
      Type.Object({
        source: Type.String({ description: 'As it would stand in `attempts`.' }),
        paid: Type.Boolean({ description: 'The operator pays this source by the call.' }),
      }),
      { description: 'The sources that would be asked, in their order.' },
    ),
    warnings: Type.Array(Type.String()),
  },
  { $id: 'Quote', title: 'Quote' },
);
export type Quote = Static<typeof Quote>;
