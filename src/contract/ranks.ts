// Positions of a domain in stored result pages.

import { DateTime, EngineNameSchema, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';

export const RanksQuery = Type.Object({
  domain: Type.String({ minLength: 3, maxLength: 253, description: 'Subdomains are included.', examples: ['shop.example'] }),
  keywords: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
      maxItems: 100,
      description: 'Only these keywords. Repeat the parameter for each keyword.',
    }),
  ),
  engine: Type.Optional(EngineNameSchema()),
  region: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'A country code, a region’s id, or its name or canonical name.' }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, default: 30, description: 'Only stored objects are included.' })),
  after: Type.Optional(Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The `next` of the previous response.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Number of result pages to check.' })),
});
export type RanksQuery = Static<typeof RanksQuery>;

export const Ranks = Type.Object({
  domain: Type.String(),
  series: Type.Array(
    Type.Object({
      keyword: Type.String(),
      engine: EngineNameSchema(),
      region: Type.String({ description: 'The region’s canonical name.' }),
      device: OneOf(['desktop', 'mobile']),
      points: Type.Array(
        Type.Object({
          at: DateTime('When the engine was queried.'),
          id: Type.String({ description: 'The SERP.' }),
          position: Nullable(
            Type.Integer({ description: 'The best position, from 1. Null when the domain is not among the checked results.' }),
          ),
          url: Type.Optional(Type.String()),
          depth: Type.Integer({ description: 'Number of organic results that were checked.' }),
        }),
        { description: 'Oldest first.' },
      ),
    }),
  ),
  features: Type.Array(
    Type.Object({ type: Type.String(), share: Type.Number({ description: 'Share of the checked result pages, from 0 to 1.' }) }),
    { description: 'Other item types on these pages, most frequent first.' },
  ),
  looked: Type.Integer({ description: 'Number of result pages checked for this response.' }),
  next: Nullable(
    Type.String({ description: 'Send it as `after` to check older result pages, then join the series. Null when all were checked.' }),
  ),
});
export type Ranks = Static<typeof Ranks>;
