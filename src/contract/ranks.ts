// Where a domain stood in stored result pages.
import Type, { type Static } from 'typebox';
import { DateTime, EngineNameSchema, Nullable, OneOf } from './dialect.ts';

export const RanksQuery = Type.Object({
  domain: Type.String({ minLength: 3, maxLength: 253, description: 'Its subdomains count, too.', examples: ['shop.example'] }),
  keywords: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 100, description: 'Only these; sent once per keyword.' }),
  ),
  engine: Type.Optional(EngineNameSchema()),
  region: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'A country code, a region’s id, or its name or canonical name.' }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, default: 30, description: 'As far as objects are kept.' })),
  after: Type.Optional(Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The `next` of the answer before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Result pages to look at.' })),
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
          at: DateTime('When the engine was asked.'),
          id: Type.String({ description: 'The SERP.' }),
          position: Nullable(Type.Integer({ description: 'The best one, from 1; null when it is not among the results looked at.' })),
          url: Type.Optional(Type.String()),
          depth: Type.Integer({ description: 'How many organic results were looked at.' }),
        }),
        { description: 'The oldest first.' },
      ),
    }),
  ),
  features: Type.Array(
    Type.Object({ type: Type.String(), share: Type.Number({ description: 'Of the result pages looked at, from 0 to 1.' }) }),
    { description: 'What else was on these pages, the most frequent first.' },
  ),
  looked: Type.Integer({ description: 'Result pages that were looked at for this answer.' }),
  next: Nullable(
    Type.String({ description: 'Older result pages are left: send it as `after` and join the series. Null when all were looked at.' }),
  ),
});
export type Ranks = Static<typeof Ranks>;
