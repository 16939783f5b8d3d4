// Input and output schemas of the tools.

import { OneOf } from '../contract/dialect.ts';
import { ITEM_ARRAYS } from '../contract/items.ts';
import Type, { type Static } from '../contract/schema.ts';
import { AI_SERVICES, ENGINES, KEYWORD_SOURCES, PRIORITIES, REGION_TYPES, WHOIS_SOURCES } from '../contract/vocabulary.ts';

const ID = '^[0-9a-f]{24}$';
const region = Type.Optional(
  Type.String({ maxLength: 300, description: 'Country code (US, DE) or a canonical name from the tool regions. Default: US.' }),
);
const language = Type.Optional(Type.String({ maxLength: 10, description: 'ISO 639-1. Default: the language of the region.' }));
const top = (defaultCount: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: `Number of items to show. Default: ${defaultCount}.` }));
const fields = Type.Optional(
  Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 50,
    description: 'Show only these fields (dotted paths), to save tokens.',
  }),
);
const waitSeconds = Type.Optional(
  Type.Number({ minimum: 0, maximum: 280, description: 'Time to wait for the result. Default: 45. Afterwards use fetch_result.' }),
);
const closed = { additionalProperties: false };
const domain = Type.String({ minLength: 1, maxLength: 300, description: 'Such as shop.com.' });

const priority = Type.Optional(
  OneOf(PRIORITIES, { description: 'Default: the cheapest that answers in time, mostly NORMAL. REALTIME and INSTANT cost more.' }),
);
export const SearchInput = Type.Object(
  {
    keyword: Type.String({ minLength: 1, maxLength: 2048 }),
    engine: Type.Optional(OneOf(ENGINES, { description: 'Default: google.' })),
    region,
    language,
    results: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 100,
        multipleOf: 10,
        description: 'Depth: 10, 20, … 100. Default: 10. More results cost more.',
      }),
    ),
    mobile: Type.Optional(Type.Boolean()),
    priority,
    sections: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        minItems: 1,
        maxItems: 20,
        description: `Sections to show: ${ITEM_ARRAYS.join(', ')}. Default: organic.`,
      }),
    ),
    fields,
    top: top(10),
    waitSeconds,
  },
  closed,
);
export const FetchInput = Type.Object(
  {
    id: Type.String({
      pattern: `${ID}|^sextant://(?:serp|keyword|ai)/[0-9a-f]{24}$`,
      description: 'An id or a sextant:// link from an earlier result.',
    }),
    kind: Type.Optional(OneOf(['serp', 'keyword', 'ai'], { description: 'Kind of an id without a link. Default: serp.' })),
    sections: SearchInput.properties.sections,
    fields,
    top: top(10),
    waitSeconds,
  },
  closed,
);
export const KeywordsInput = Type.Object(
  {
    keywords: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 1000 }),
    region,
    language,
    source: Type.Optional(OneOf(KEYWORD_SOURCES, { description: 'Default: google.' })),
    suggestions: Type.Optional(Type.Boolean({ description: 'Return similar keywords instead of these.' })),
    priority,
    fields,
    top: top(50),
    waitSeconds,
  },
  closed,
);
export const AskInput = Type.Object(
  {
    prompt: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000, description: 'Send either prompt or url.' })),
    url: Type.Optional(Type.String({ maxLength: 2000, description: 'A page for an SEO analysis, instead of a prompt.' })),
    service: Type.Optional(OneOf(AI_SERVICES, { description: 'Default: perplexity.' })),
    fields,
    waitSeconds,
  },
  closed,
);
export const WhoisInput = Type.Object({ domain, source: Type.Optional(OneOf(WHOIS_SOURCES)), fields }, closed);
export const TechnologiesInput = Type.Object({ domain, fields, top: top(100) }, closed);
export const RegionsInput = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name.' })),
    countryCode: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    type: Type.Optional(OneOf(REGION_TYPES)),
    top: top(10),
    fields,
  },
  closed,
);

export type SearchInput = Static<typeof SearchInput>;
export type FetchInput = Static<typeof FetchInput>;
export type KeywordsInput = Static<typeof KeywordsInput>;
export type AskInput = Static<typeof AskInput>;
export type WhoisInput = Static<typeof WhoisInput>;
export type TechnologiesInput = Static<typeof TechnologiesInput>;
export type RegionsInput = Static<typeof RegionsInput>;

/** Every result has `cost`. The other fields depend on the tool. */
export const Output = Type.Object(
  {
    cost: Type.Union([Type.Integer({ description: 'Credits. 0 if they were refunded.' }), Type.Null()]),
    budgetLeft: Type.Optional(Type.Integer({ description: 'Credits left in the session’s budget, if it has one.' })),
    id: Type.Optional(Type.String()),
    state: Type.Optional(OneOf(['ready', 'waiting', 'faulty'])),
    resource: Type.Optional(Type.String({ description: 'URI of the complete object.' })),
    error: Type.Optional(Type.Unsafe<unknown>({ description: 'The reason if it failed: a text, or code, message and solution.' })),
  },
  { additionalProperties: true },
);
