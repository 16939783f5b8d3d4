// Schemas of the admin API: finished objects by a source that was attempted for them.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import { objectFilter } from './listing.ts';
import Type, { type Static } from './schema.ts';
import { Attempt } from './serp.ts';
import { SOURCE_NAME } from './sources.ts';
import { KINDS, MODES, VERDICTS } from './vocabulary.ts';

export const AttemptQuery = Type.Object({
  source: Type.String({
    pattern: SOURCE_NAME,
    description: 'The name of the source, as in `attempts`. It includes its proxies: `page` includes `page-DE-1`.',
  }),
  engine: objectFilter.engine,
  from: objectFilter.from,
  to: objectFilter.to,
  after: Type.Optional(Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The `next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
export type AttemptQuery = Static<typeof AttemptQuery>;

export const AttemptedObject = Type.Object({
  id: Type.String(),
  account: Type.String({ description: 'The id of the account.' }),
  kind: OneOf(KINDS),
  mode: OneOf(MODES),
  createdAt: DateTime('Creation time.'),
  faulty: Type.Boolean({ description: 'The charge was reversed.' }),
  verdict: Nullable(OneOf(VERDICTS)),
  quality: Nullable(Type.Number({ description: 'The quality of the result, from 0 to 1. Null: nothing can be said.' })),
  attempts: Type.Array(Attempt),
});
export type AttemptedObject = Static<typeof AttemptedObject>;

export const AttemptedObjectList = Type.Object({
  items: Type.Array(AttemptedObject, { description: 'Newest first.' }),
  next: Nullable(Type.String({ description: 'Send it as `after`. Null: there are no further objects. A page may be empty.' })),
});
export type AttemptedObjectList = Static<typeof AttemptedObjectList>;
