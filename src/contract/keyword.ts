// Keyword requests and keyword objects.

import { DateTime, Nullable, OneOf } from './dialect.ts';
import { dryRunField } from './quote.ts';
import type { Region } from './region.ts';
import { callbackFields, freshnessField, regionFields, timingFields } from './request.ts';
import Type, { type Static } from './schema.ts';
import { timelineFields } from './serp.ts';
import { type Contract, KEYWORD_SOURCES, type KeywordSource, PRIORITIES } from './vocabulary.ts';

export const KeywordRequest = Type.Object(
  {
    keywords: Type.Optional(
      Type.Array(Type.String(), {
        description: '1 to 20 keywords of at most 80 characters. Older accounts: 700 (200 with suggestions) of at most 75.',
        example: ['red shoes'],
      }),
    ),
    url: Type.Optional(Type.String({ description: 'A site to analyse. Needs `source` google and `suggestions` true.' })),
    ...regionFields,
    ...timingFields,
    language: Type.Optional(Type.String({ description: 'ISO 639-1. Omitted or unknown: no filter.' })),
    source: Type.Optional(
      OneOf(KEYWORD_SOURCES, { default: 'google', description: 'yandex and naver work only if the operator enabled them.' }),
    ),
    searchPartners: Type.Optional(Type.Boolean({ description: 'Default: true; false for older accounts.' })),
    suggestions: Type.Optional(Type.Boolean({ default: false })),
    ...callbackFields,
    ...freshnessField,
    ...dryRunField,
  },
  { $id: 'KeywordRequest', title: 'KeywordRequest' },
);
export type KeywordRequest = Static<typeof KeywordRequest>;

/** `KeywordRequest` with any `source`. Only the service knows its sources, and its error lists them. */
export const KeywordRequestShape = Type.Object({ ...KeywordRequest.properties, source: Type.Optional(Type.String()) });

/** Yandex needs one request per keyword. */
const YANDEX_COUNT_MAX = 200;

/** Returns the maximum number and length of keywords, which depend on the account's contract. */
export function keywordLimits(
  contract: Contract,
  suggestions: boolean,
  source: KeywordSource,
): { readonly countMax: number; readonly lengthMax: number } {
  if (contract === 'current') return { countMax: 20, lengthMax: 80 };
  const countMax = suggestions ? 200 : 700;
  return { countMax: source === 'yandex' ? Math.min(countMax, YANDEX_COUNT_MAX) : countMax, lengthMax: 75 };
}

const KeywordMonth = Type.Object({ year: Type.Integer(), month: Type.Integer(), searchVolume: Nullable(Type.Number()) });

const KeywordResult = Type.Object({
  keyword: Type.String(),
  competition: Nullable(Type.Number({ description: '0 to 1 for google, at least 1 for baidu and naver, null for yandex.' })),
  costPerClick: Nullable(Type.Number({ description: 'Dollars for google, yuan for baidu, null for others.' })),
  searchVolume: Nullable(Type.Integer()),
  searchVolumeMobileRatio: Nullable(Type.Number({ description: 'Null if the source does not report it.' })),
  monthlySearchVolumes: Nullable(Type.Array(KeywordMonth, { description: 'The last 12 months.' })),
});

export const KeywordDataSchema = Type.Object(
  { totalResults: Type.Integer(), results: Type.Array(KeywordResult) },
  { title: 'KeywordData' },
);

export const Keyword = Type.Object(
  {
    id: Type.String(),
    keywords: Nullable(Type.Array(Type.String())),
    url: Nullable(Type.String()),
    region: Type.Unsafe<Region>(Type.Ref('Region')),
    regionSearch: Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
    priority: OneOf(PRIORITIES),
    asynchronous: Type.Boolean(),
    language: Nullable(Type.String()),
    source: OneOf(KEYWORD_SOURCES),
    searchPartners: Type.Boolean(),
    suggestions: Type.Boolean(),
    scheduledTo: DateTime('Expected processing time. After a failed attempt: the next attempt. After completion: the time of processing.'),
    ...timelineFields,
    data: Nullable(KeywordDataSchema),
  },
  { $id: 'Keyword', title: 'Keyword' },
);
export type Keyword = Static<typeof Keyword>;
