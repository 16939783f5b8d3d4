// Tracking: history, summaries, runs and exports.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { CHECK_STATES, FEATURES, type Project } from './tracking.ts';
import { Change } from './tracking-keywords.ts';

const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description, examples: ['2026-11-18'] });

/** One check in the history of a keyword. */
export const Point = Type.Object(
  {
    slot: Type.String({ description: 'Calendar time of the slot, such as 2026-11-18T00:00.' }),
    state: OneOf(CHECK_STATES),
    reason: Type.Optional(Type.String({ description: 'Why the check failed or was skipped.' })),
    imported: Type.Optional(Type.Boolean({ description: 'True for points that were imported or generated. They were not charged.' })),
    position: Nullable(Type.Integer()),
    rank: Nullable(Type.Integer()),
    depth: Nullable(Type.Integer({ description: 'Number of positions that were checked. Null without a result.' })),
    url: Nullable(Type.String()),
    title: Nullable(Type.String()),
    features: Type.Array(OneOf(FEATURES)),
    owned: Type.Array(OneOf(FEATURES)),
    citedAs: Nullable(Type.Integer()),
    competitors: Type.Array(Nullable(Type.Integer()), { description: 'Positions, in the order of the project’s competitors.' }),
    top: Type.Optional(Type.Array(Type.String(), { description: 'URLs of the first results, with `top=true`.' })),
    objectId: Nullable(Type.String({ description: 'The SERP. Null once it is removed.' })),
  },
  { $id: 'Point', title: 'Point' },
);
export type Point = Static<typeof Point>;

export const GROUPS = ['none', 'day', 'week', 'month'] as const;
export type Group = (typeof GROUPS)[number];
export const HistoryQuery = Type.Object({
  from: Type.Optional(day('Default: 90 days before `to`.')),
  to: Type.Optional(day('Default: today in the project’s calendar.')),
  group: Type.Optional(OneOf(GROUPS, { default: 'none', description: 'The last judged point of each day, week or month.' })),
  top: Type.Optional(Type.Boolean()),
});
export type HistoryQuery = Static<typeof HistoryQuery>;

export const KeywordHistory = Type.Object(
  {
    keywordId: Type.String(),
    from: Type.String(),
    to: Type.String(),
    competitors: Type.Array(Type.String()),
    points: Type.Array(Type.Unsafe<Point>(Type.Ref('Point')), { description: 'Oldest first.' }),
  },
  { $id: 'KeywordHistory', title: 'KeywordHistory' },
);
export type KeywordHistory = Static<typeof KeywordHistory>;

/** Names of the elements of `slot_figures.counts`. Append only. */
export const FIGURE_COUNTS = [
  'keywords',
  'found',
  'notFound',
  'failed',
  'skipped',
  'answers',
  'cited',
  'withoutVolume',
  'positions',
  'severalPages',
] as const;
export type FigureCount = (typeof FIGURE_COUNTS)[number];

export const Figures = Type.Object({
  keywords: Type.Integer({ description: 'Keywords with a judged check.' }),
  failed: Type.Integer(),
  skipped: Type.Integer(),
  ranked: Type.Number({ description: 'Share of keywords that were found, from 0 to 1.' }),
  average: Nullable(Type.Number({ description: 'Average position of the found keywords.' })),
  averageWithAbsent: Nullable(Type.Number({ description: 'The same; a keyword that was not found counts as its depth plus 1.' })),
  distribution: Type.Object({
    top3: Type.Integer(),
    top10: Type.Integer({ description: 'Positions 4 to 10.' }),
    top20: Type.Integer({ description: 'Positions 11 to 20.' }),
    top100: Type.Integer({ description: 'Positions 21 to 100.' }),
    none: Type.Integer(),
  }),
  visibility: Nullable(Type.Number({ description: 'From 0 to 1; 1 means first everywhere.' })),
  shareOfVoice: Nullable(Type.Number({ description: 'Own estimated clicks as a share of those of the domain and its competitors.' })),
  visits: Nullable(Type.Number({ description: 'Estimated visits per month. Null without volumes.' })),
  weightedBy: OneOf(['volume', 'keyword'], {
    description: '`keyword`: fewer than half of the keywords have a volume, so all count the same.',
  }),
  curve: Type.String({ description: 'Name of the CTR curve.' }),
  aiAnswers: Type.Integer({ description: 'Keywords whose page has an AI answer.' }),
  aiCited: Nullable(Type.Number({ description: 'Share of those answers that cite the domain.' })),
  depth: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
});
export type Figures = Static<typeof Figures>;

const mover = Type.Object({
  id: Type.String(),
  keyword: Type.String(),
  position: Nullable(Type.Integer()),
  url: Nullable(Type.String()),
  change: Change,
});

export const SummaryQuery = Type.Object({
  from: Type.Optional(day('Default: 30 days before `to`.')),
  to: Type.Optional(day('Default: today.')),
  group: Type.Optional(OneOf(['day', 'week', 'month'], { default: 'day' })),
  tag: Type.Optional(Type.String({ maxLength: 50, description: 'At most 92 days.' })),
  variant: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,9}$', description: 'One engine, region, language and device.' })),
  brand: Type.Optional(OneOf(['with', 'without', 'only'], { default: 'with', description: 'Keywords with brand terms. At most 92 days.' })),
});
export type SummaryQuery = Static<typeof SummaryQuery>;

export const Summary = Type.Object(
  {
    now: Nullable(Figures),
    before: Nullable(Figures),
    days: Type.Array(Type.Object({ day: Type.String(), figures: Figures })),
    competitors: Type.Array(
      Type.Object({
        domain: Type.String(),
        name: Type.String(),
        visibility: Nullable(Type.Number()),
        shareOfVoice: Nullable(Type.Number()),
        days: Type.Array(Type.Object({ day: Type.String(), visibility: Nullable(Type.Number()) })),
      }),
    ),
    winners: Type.Array(mover),
    losers: Type.Array(mover),
    features: Type.Array(Type.Object({ feature: OneOf(FEATURES), present: Type.Integer(), owned: Type.Integer() })),
    cannibalised: Type.Array(
      Type.Object({
        id: Type.String(),
        keyword: Type.String(),
        urls: Type.Array(Type.Object({ url: Type.String(), days: Type.Integer(), best: Type.Integer() })),
        changes: Type.Integer({ description: 'Changes of the ranking URL within 30 days.' }),
      }),
    ),
    pageChanges: Type.Array(
      Type.Object({ id: Type.String(), keyword: Type.String(), day: Type.String(), before: Type.String(), after: Type.String() }),
    ),
    pages: Type.Array(
      Type.Object({ url: Type.String(), keywords: Type.Integer(), average: Type.Number(), visits: Nullable(Type.Number()) }),
    ),
  },
  { $id: 'Summary', title: 'Summary' },
);
export type Summary = Static<typeof Summary>;

export const ProjectOverview = Type.Object(
  {
    project: Type.Unsafe<Project>(Type.Ref('Project')),
    now: Nullable(Figures),
    before: Nullable(Figures),
    visibility: Type.Array(Nullable(Type.Number()), { description: 'Of the last 30 days, oldest first. Null: no judged check.' }),
    unreadAlerts: Type.Integer(),
  },
  { $id: 'ProjectOverview', title: 'ProjectOverview' },
);
export type ProjectOverview = Static<typeof ProjectOverview>;
export const ProjectList = Type.Object({ items: Type.Array(Type.Unsafe<ProjectOverview>(Type.Ref('ProjectOverview'))) });

export const RunKeywords = Type.Object({
  ids: Type.Optional(
    Type.Array(Type.String({ pattern: '^[1-9]\\d{0,9}$' }), { minItems: 1, maxItems: 1000, description: 'Default: all.' }),
  ),
  maxResults: Type.Optional(Type.Integer({ minimum: 10, maximum: 100, multipleOf: 10 })),
  dryRun: Type.Optional(Type.Boolean()),
});
export type RunKeywords = Static<typeof RunKeywords>;

export const SlotRun = Type.Object(
  {
    slot: Type.String(),
    kind: OneOf(['schedule', 'catchUp', 'manual', 'backfill']),
    state: OneOf(['running', 'done', 'missed', 'paused']),
    reason: Nullable(Type.String()),
    dueAt: DateTime('Start of the window.'),
    depth: Type.Integer(),
    placed: Type.Integer({ description: 'Checks that were ordered.' }),
    skipped: Type.Integer(),
    pending: Type.Integer({ description: 'Checks without an outcome.' }),
    found: Type.Integer(),
    notFound: Type.Integer(),
    failed: Type.Integer(),
    cost: Type.Integer({ description: 'Credits charged and not reversed, while the objects exist.' }),
  },
  { $id: 'SlotRun', title: 'SlotRun' },
);
export type SlotRun = Static<typeof SlotRun>;
export const SlotRunList = Type.Object({ items: Type.Array(Type.Unsafe<SlotRun>(Type.Ref('SlotRun'))), next: Nullable(Type.String()) });

export const TRACKING_EXPORTS = ['keywords', 'history', 'competitors', 'top'] as const;
export const TrackingExportQuery = Type.Object({
  content: Type.Optional(OneOf(TRACKING_EXPORTS, { default: 'keywords' })),
  format: Type.Optional(OneOf(['csv', 'jsonl'], { default: 'csv' })),
  from: Type.Optional(day('Default: 30 days before `to`.')),
  to: Type.Optional(day('Default: today.')),
  group: Type.Optional(OneOf(GROUPS, { default: 'none' })),
  tags: Type.Optional(Type.String({ maxLength: 2000 })),
});
export type TrackingExportQuery = Static<typeof TrackingExportQuery>;
