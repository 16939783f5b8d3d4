// Tracking: tracked keywords, how they are added, changed and listed.
import { DateTime, EngineNameSchema, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import {
  CHECK_STATES,
  DEVICES,
  FEATURES,
  Forecast,
  KEYWORD_CHARACTERS_MAX,
  KEYWORDS_AT_ONCE_MAX,
  ProjectDefaults,
  Schedule,
  TAGS_MAX,
  tag,
  variantFields,
} from './tracking.ts';

export const NewTrackedKeyword = Type.Object({
  keyword: Type.String({ minLength: 1, maxLength: KEYWORD_CHARACTERS_MAX }),
  ...variantFields,
  devices: Type.Optional(Type.Array(OneOf(DEVICES), { minItems: 1, maxItems: 2, description: 'One keyword is tracked per device.' })),
  tags: Type.Optional(Type.Array(tag, { maxItems: TAGS_MAX })),
  targetUrl: Type.Optional(Type.String({ maxLength: 2048 })),
  starred: Type.Optional(Type.Boolean()),
  enabled: Type.Optional(Type.Boolean()),
  volume: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
  note: Type.Optional(Type.String({ maxLength: 500 })),
});
export type NewTrackedKeyword = Static<typeof NewTrackedKeyword>;

export const AddKeywords = Type.Object(
  {
    keywords: Type.Array(NewTrackedKeyword, { minItems: 1, maxItems: KEYWORDS_AT_ONCE_MAX }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Checks and prices without saving.' })),
    checkNow: Type.Optional(Type.Boolean({ description: 'Also starts a run of the added keywords.' })),
  },
  { $id: 'AddKeywords', title: 'AddKeywords' },
);
export type AddKeywords = Static<typeof AddKeywords>;

/** Prices a project before it is created. */
export const ForecastRequest = Type.Object(
  {
    defaults: Type.Optional(ProjectDefaults),
    schedule: Type.Optional(Schedule),
    keywords: Type.Array(NewTrackedKeyword, { minItems: 1, maxItems: KEYWORDS_AT_ONCE_MAX }),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Multiplies the keywords, to price a long list by a sample.' }),
    ),
  },
  { $id: 'ForecastRequest', title: 'ForecastRequest' },
);
export type ForecastRequest = Static<typeof ForecastRequest>;

export const AddedKeywords = Type.Object(
  {
    added: Type.Integer(),
    ids: Type.Array(Type.String(), { description: 'Of the added keywords. Empty for a dry run.' }),
    duplicates: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Index in the request, from 0.' }),
        keyword: Type.String(),
        id: Nullable(Type.String({ description: 'The keyword that exists already. Null: it is earlier in the same request.' })),
      }),
    ),
    forecast: Type.Object({ before: Forecast, after: Forecast }),
    run: Nullable(Type.String({ description: 'The slot of the run, with `checkNow`.' })),
  },
  { $id: 'AddedKeywords', title: 'AddedKeywords' },
);
export type AddedKeywords = Static<typeof AddedKeywords>;

/** Changes of several keywords. Engine, region, language and device cannot change: they belong to the series. */
export const ChangeKeywords = Type.Object(
  {
    ids: Type.Array(Type.String({ pattern: '^[1-9]\\d{0,9}$' }), { minItems: 1, maxItems: KEYWORDS_AT_ONCE_MAX }),
    addTags: Type.Optional(Type.Array(tag, { maxItems: TAGS_MAX })),
    removeTags: Type.Optional(Type.Array(tag, { maxItems: TAGS_MAX })),
    enabled: Type.Optional(Type.Boolean()),
    starred: Type.Optional(Type.Boolean()),
    targetUrl: Type.Optional(Nullable(Type.String({ maxLength: 2048 }))),
    volume: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }))),
    note: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  },
  { $id: 'ChangeKeywords', title: 'ChangeKeywords' },
);
export type ChangeKeywords = Static<typeof ChangeKeywords>;

export const KEYWORD_SORTS = [
  'keyword',
  'position',
  'change1',
  'change7',
  'change30',
  'best',
  'volume',
  'visits',
  'checkedAt',
  'createdAt',
] as const;
export type KeywordSort = (typeof KEYWORD_SORTS)[number];

const list = (description: string) => Type.Optional(Type.String({ maxLength: 2000, description: `${description} Separated by commas.` }));
export const KeywordsQuery = Type.Object({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Text in the keyword.' })),
  tags: list('Keywords with all of these tags.'),
  anyTag: list('Keywords with one of these tags.'),
  noTag: list('Keywords without these tags.'),
  engine: Type.Optional(EngineNameSchema()),
  device: Type.Optional(OneOf(DEVICES)),
  state: Type.Optional(OneOf(CHECK_STATES)),
  feature: Type.Optional(OneOf(FEATURES)),
  owned: Type.Optional(Type.Boolean({ description: 'With `feature`: owned by the domain, or not.' })),
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Best position of the filter.' })),
  to: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  moved: Type.Optional(OneOf(['up', 'down', 'entered', 'left'], { description: 'Change within 7 days.' })),
  url: Type.Optional(Type.String({ maxLength: 500, description: 'Text in the ranking URL.' })),
  enabled: Type.Optional(Type.Boolean()),
  starred: Type.Optional(Type.Boolean()),
  sort: Type.Optional(OneOf(KEYWORD_SORTS, { default: 'keyword' })),
  descending: Type.Optional(Type.Boolean()),
  after: Type.Optional(Type.String({ maxLength: 200, description: 'The `next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 100 })),
});
export type KeywordsQuery = Static<typeof KeywordsQuery>;

/** A change between two comparable checks. `value` is positive when the position improved. */
export const Change = Type.Object({
  value: Nullable(Type.Integer({ description: 'Null when one of the checks did not find the domain.' })),
  movement: OneOf(['up', 'down', 'same', 'entered', 'left', 'absent']),
});
export type Change = Static<typeof Change>;

export const TrackedKeyword = Type.Object(
  {
    id: Type.String(),
    keyword: Type.String(),
    searchEngine: EngineNameSchema(),
    region: Type.String({ description: 'The region’s canonical name.' }),
    language: Type.String(),
    device: OneOf(DEVICES),
    tags: Type.Array(Type.String()),
    starred: Type.Boolean(),
    enabled: Type.Boolean(),
    targetUrl: Nullable(Type.String()),
    note: Nullable(Type.String()),
    volume: Nullable(Type.Integer({ description: 'Searches per month.' })),
    state: Nullable(OneOf(CHECK_STATES, { description: 'Of the last check. Null: not checked yet.' })),
    reason: Nullable(Type.String({ description: 'Why the last check failed or was skipped.' })),
    checkedAt: Nullable(Type.String({ description: 'Calendar time of the last slot, such as 2026-11-18T00:00.' })),
    failures: Type.Integer({ description: 'Failed checks in a row.' }),
    position: Nullable(Type.Integer({ description: 'Organic position of the last judged check. Null: not found.' })),
    rank: Nullable(Type.Integer({ description: 'Position on the page with all elements.' })),
    depth: Nullable(Type.Integer({ description: 'Number of positions that were checked.' })),
    url: Nullable(Type.String()),
    title: Nullable(Type.String()),
    change1: Nullable(Change),
    change7: Nullable(Change),
    change30: Nullable(Change),
    best: Nullable(Type.Integer()),
    bestOn: Nullable(Type.String({ description: 'The day of the best position.' })),
    features: Type.Array(OneOf(FEATURES)),
    owned: Type.Array(OneOf(FEATURES), { description: 'Features that show the domain.' }),
    citedAs: Nullable(Type.Integer({ description: 'Place among the citations of the AI answer.' })),
    visits: Nullable(Type.Number({ description: 'Estimated visits per month. Null without a volume.' })),
    createdAt: DateTime('When tracking began.'),
  },
  { $id: 'TrackedKeyword', title: 'TrackedKeyword' },
);
export type TrackedKeyword = Static<typeof TrackedKeyword>;

export const TrackedKeywordList = Type.Object(
  {
    items: Type.Array(Type.Unsafe<TrackedKeyword>(Type.Ref('TrackedKeyword'))),
    total: Type.Integer({ description: 'Keywords that match the filter.' }),
    next: Nullable(Type.String()),
  },
  { $id: 'TrackedKeywordList', title: 'TrackedKeywordList' },
);
export type TrackedKeywordList = Static<typeof TrackedKeywordList>;

/** Formats of an import. `auto` reads the names of the columns. */
export const IMPORT_FORMATS = ['auto', 'sextant', 'lines', 'serpbear', 'serposcope', 'searchConsole', 'ryte', 'serpstatHistory'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export const ImportKeywords = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 3_500_000, description: 'The content of the file: CSV, TSV, or one keyword per line.' }),
    format: Type.Optional(OneOf(IMPORT_FORMATS, { default: 'auto' })),
    columns: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Column of the file by field, instead of the guess.' }),
    ),
    dryRun: Type.Optional(Type.Boolean()),
  },
  { $id: 'ImportKeywords', title: 'ImportKeywords' },
);
export type ImportKeywords = Static<typeof ImportKeywords>;

export const Imported = Type.Object(
  {
    format: OneOf(IMPORT_FORMATS),
    columns: Type.Record(Type.String(), Type.String()),
    ignored: Type.Array(Type.String(), { description: 'Columns that are not used.' }),
    lines: Type.Integer(),
    points: Type.Integer({ description: 'Imported points of the past. They are never charged.' }),
    problems: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), { description: 'At most 100.' }),
    result: Type.Unsafe<AddedKeywords>(Type.Ref('AddedKeywords')),
  },
  { $id: 'Imported', title: 'Imported' },
);
export type Imported = Static<typeof Imported>;
