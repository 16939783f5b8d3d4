// Fields that SERP and keyword requests share.

import { OneOf } from './dialect.ts';
import { RegionSearch } from './region.ts';
import Type from './schema.ts';
import { PRIORITIES } from './vocabulary.ts';

/** The longest accepted URL. */
export const URL_LENGTH_MAX = 2048;

export const regionFields = {
  region: Type.Optional(
    Type.Unsafe<string | number>({
      anyOf: [{ type: 'string' }, { type: 'integer' }],
      description:
        'Canonical region name, ISO country code, formatted or local name, or criteria id. Takes precedence over `regionSearch`.',
      example: 'US',
    }),
  ),
  regionSearch: Type.Optional(Type.Unsafe<Partial<RegionSearch>>({ ...RegionSearch, $id: undefined, required: undefined })),
};

export const timingFields = {
  priority: Type.Optional(OneOf(PRIORITIES, { default: 'NORMAL' })),
  asynchronous: Type.Optional(Type.Boolean({ description: 'When omitted: true for LOW and NORMAL, false for REALTIME and INSTANT.' })),
  isRealTime: Type.Optional(Type.Boolean({ description: 'Older variant: the same as priority REALTIME.' })),
  isLowPriority: Type.Optional(Type.Boolean({ description: 'Older variant: the same as priority LOW.' })),
};

/** The default retention of archived objects, 30 days. */
export const FRESHNESS_SECONDS_MAX = 2_592_000;

export const freshnessField = {
  freshness: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: FRESHNESS_SECONDS_MAX,
      description:
        'Extension: reuse the result of an equal request if it is not older than this, in seconds, and its quality is not below 0.7. 0 only joins a running request.',
    }),
  ),
};

export const callbackFields = {
  callback: Type.Optional(
    Type.String({
      description:
        'Absolute http(s) URL that is called when the object is finished. `{:id:}` and `{:type:}` after the host are replaced, percent-encoded or not.',
    }),
  ),
  // No `type`: a value of any JSON type is accepted.
  callbackFormat: Type.Optional(
    Type.Unsafe<unknown>({
      description: '`SIMPLE` or `JSON`. Any other value, of any JSON type, counts as `SIMPLE`.',
      default: 'SIMPLE',
      example: 'JSON',
    }),
  ),
};
