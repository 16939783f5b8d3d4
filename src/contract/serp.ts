// SERP requests and SERP objects.

import { DateTime, EngineNameSchema, Nullable, OneOf } from './dialect.ts';
import { ITEM_ARRAYS } from './items.ts';
import { QUALITY_REASON_NAMES } from './quality.ts';
import { dryRunField } from './quote.ts';
import type { Region } from './region.ts';
import { callbackFields, freshnessField, regionFields, timingFields } from './request.ts';
import Type, { type Static } from './schema.ts';
import { PRIORITIES, VERDICTS } from './vocabulary.ts';

export const SearchEngineParameter = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  value: Type.Optional(Nullable(Type.String({ maxLength: 2048, description: 'Not encoded. Null removes the default of that name.' }))),
});
export type SearchEngineParameter = Static<typeof SearchEngineParameter>;

export const MAX_RESULTS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;

export const SerpRequest = Type.Object(
  {
    keyword: Type.String({ description: 'Searched exactly as sent; 1 to 2,048 characters.', example: 'red shoes' }),
    ...regionFields,
    searchEngine: Type.Optional(EngineNameSchema({ default: 'google' })),
    ...timingFields,
    ...callbackFields,
    maxResults: Type.Optional(
      Type.Integer({
        enum: [...MAX_RESULTS],
        default: 10,
        description: 'Maximum number of organic results. A further page is fetched only if at least half a page is missing.',
      }),
    ),
    isMobile: Type.Optional(Type.Boolean({ default: false, description: 'Ignored when `customUserAgent` is set.' })),
    language: Type.Optional(Type.String({ description: 'ISO 639-1. Omitted: the default of the region’s country.' })),
    saveRawData: Type.Optional(Type.Boolean({ default: false })),
    customUserAgent: Type.Optional(Type.String({ description: 'At most 250 characters of printable ASCII.' })),
    customUrlParameter: Type.Optional(
      Type.Array(SearchEngineParameter, { maxItems: 50, description: 'Encoded like a form, in UTF-8. At most 7,168 bytes in total.' }),
    ),
    customCookieParameter: Type.Optional(
      Type.Array(SearchEngineParameter, {
        maxItems: 50,
        description:
          'Characters that cookies cannot contain are percent-encoded in UTF-8. At most 4,096 bytes each and 7,168 in total, after encoding.',
      }),
    ),
    voiceSearchHighFidelity: Type.Optional(Type.Boolean({ default: false })),
    find: Type.Optional(
      Type.Object(
        {
          domain: Type.String({ maxLength: 253, description: 'Subdomains are included.', example: 'shop.example' }),
          stopWhenFound: Type.Optional(Type.Boolean({ default: true, description: 'Fetch no further page after a match.' })),
        },
        { description: 'Extension: a site to find among the organic results.' },
      ),
    ),
    ...freshnessField,
    ...dryRunField,
  },
  { $id: 'SERPRequest', title: 'SERPRequest' },
);
export type SerpRequest = Static<typeof SerpRequest>;

/** Why a source returned fewer results than requested. */
export const STOPS = ['repeated', 'empty', 'suspect', 'blocked', 'unreachable', 'unparsed'] as const;
export type Stop = (typeof STOPS)[number];

/** One attempt at one source. */
export const Attempt = Type.Object({
  source: Type.String({ description: 'The source that was queried.' }),
  outcome: Type.String({ description: 'valid, empty, suspect, blocked, unreachable or unparsed.' }),
  ms: Type.Integer({ description: 'Duration.' }),
  ageSeconds: Type.Optional(Type.Integer({ description: 'Age of the reused result. Only for the source `reused`.' })),
  stopped: Type.Optional(
    Type.Object(
      {
        page: Type.Integer({ description: 'The page whose results were not used.' }),
        outcome: OneOf(STOPS),
        reason: Type.String({ description: 'The reason as a sentence.' }),
      },
      { description: 'Why the source returned fewer results than requested. Absent when the source had no further page.' },
    ),
  ),
});
export type Attempt = Static<typeof Attempt>;

const items = Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }));

const related = Type.Optional(
  Type.Array(
    Type.Object(
      {
        position: Type.Integer(),
        rank: Nullable(Type.Integer({ description: 'Always null: related searches are not results.' })),
        page: Type.Integer({ description: 'The result page that showed it first.' }),
        keyword: Type.String(),
        url: Nullable(Type.String({ description: 'The result page of that keyword, as linked.' })),
      },
      { additionalProperties: true },
    ),
    { description: 'Extension: related searches. Absent only in results that a version before 1.0 stored.' },
  ),
);

export const SerpDataSchema = Type.Object(
  {
    totalResults: Nullable(Type.Integer({ description: 'The engine’s estimate of all matches.' })),
    raw: Type.Array(Type.String(), { description: 'One string per fetched page, when `saveRawData` is true.' }),
    ...Object.fromEntries(ITEM_ARRAYS.map((name) => [name, name === 'related' ? related : items])),
  },
  { title: 'SERPData' },
);

/** Fields of every object that is created first and finished later. */
export const timelineFields = {
  archivable: Type.Boolean({ description: 'The object is stored longer than the normal retention.' }),
  callback: Nullable(Type.String()),
  callbackFormat: Type.String(),
  callbackExecuted: Type.Boolean(),
  callbackFailed: Type.Boolean(),
  isRealTime: Type.Boolean({ description: 'Older variant: true for REALTIME and INSTANT.' }),
  isLowPriority: Type.Boolean({ description: 'Older variant: true for LOW.' }),
  isOverLimit: Type.Boolean({ description: 'The request exceeded the account’s credit limits.' }),
  ready: Type.Boolean({ description: 'True when the data is available.' }),
  isFromApi: Type.Boolean({ description: 'False for objects created in the dashboard.' }),
  queued: Type.Boolean({ description: 'A worker has claimed the object.' }),
  createdAt: DateTime('Creation time.'),
  generatedAt: Nullable(DateTime('When the source was queried.')),
  faulty: Type.Boolean({ description: 'The object failed. Its credits were reversed.' }),
  verdict: Nullable(
    OneOf(VERDICTS, {
      description:
        'Extension: whether the result answers the query. Only valid and empty results are charged. Null until the object is finished, and when no source could be reached.',
    }),
  ),
  attempts: Type.Array(Attempt, { description: 'Extension: all source attempts.' }),
  error: Nullable(Type.String({ description: 'Extension: why a faulty object failed, as a sentence.' })),
  freshness: Type.Optional(Type.Integer({ description: 'Extension: only if the request had it.' })),
};

export const Serp = Type.Object(
  {
    id: Type.String({ description: 'Unique id, 24 lower-case hex characters.' }),
    keyword: Type.String(),
    region: Type.Unsafe<Region>(Type.Ref('Region')),
    regionSearch: Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
    priority: OneOf(PRIORITIES),
    asynchronous: Type.Boolean(),
    searchEngine: EngineNameSchema(),
    maxResults: Type.Integer(),
    isMobile: Type.Boolean(),
    language: Nullable(Type.String()),
    saveRawData: Type.Boolean(),
    customUserAgent: Nullable(Type.String()),
    customUrlParameter: Type.Array(SearchEngineParameter),
    customCookieParameter: Type.Array(SearchEngineParameter),
    voiceSearchHighFidelity: Type.Boolean(),
    ...timelineFields,
    pages: Nullable(Type.Integer({ description: 'Extension: number of result pages that the results come from.' })),
    quality: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'Extension: confidence in the result, with two decimals. Null until the object is finished, for faulty objects, and for AI answers and single pages.',
      }),
    ),
    qualityReasons: Type.Array(OneOf(QUALITY_REASON_NAMES), { description: 'Extension: the evidence that lowered the quality.' }),
    find: Type.Optional(
      Type.Object(
        {
          domain: Type.String(),
          stopWhenFound: Type.Boolean(),
          position: Nullable(Type.Integer({ description: 'Null: not among the checked results, or not finished yet.' })),
          url: Nullable(Type.String()),
          page: Nullable(Type.Integer({ description: 'The result page on which it was found.' })),
          resultsChecked: Nullable(Type.Integer({ description: 'Number of organic results that were checked.' })),
          cost: Type.Integer({ description: 'Credits charged for the object.' }),
        },
        { description: 'Extension: only if the request had `find`.' },
      ),
    ),
    data: Nullable(SerpDataSchema),
  },
  { $id: 'SERP', title: 'SERP' },
);
export type Serp = Static<typeof Serp>;
