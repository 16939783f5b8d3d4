// Schemas of the admin API: layouts of pages, and cases of layouts that parsers may not understand.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { ENGINES } from './vocabulary.ts';

export const CASE_KINDS = ['yield', 'array', 'unparsed', 'suspect'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
export const CASE_STATES = ['open', 'corrected', 'dismissed', 'resolved'] as const;
export type CaseState = (typeof CASE_STATES)[number];
export const DEVICES = ['desktop', 'mobile'] as const;
export type Device = (typeof DEVICES)[number];
export const PAGE_OUTCOMES = ['valid', 'empty', 'unparsed', 'suspect'] as const;
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

const numbers = (description: string) =>
  Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' }, description });
const share = (description: string) => Nullable(Type.Number({ description }));

export const LayoutQuery = Type.Object({ engine: Type.Optional(OneOf(ENGINES, { description: 'Only layouts of this engine.' })) });
export type LayoutQuery = Static<typeof LayoutQuery>;

export const Layout = Type.Object({
  id: Type.String(),
  engine: Type.String(),
  device: OneOf(DEVICES),
  firstSeen: DateTime('When the first page of this layout was parsed.'),
  lastSeen: DateTime('When the newest page was parsed.'),
  pages: Type.Integer({ description: 'Pages since the first one.' }),
  shares: Type.Object(
    {
      hour: share('Since the previous full hour.'),
      day: share('In the day before that.'),
      week: share('In the week before that.'),
    },
    { description: 'Share of the pages of this engine and device, from 0 to 1. Null: no page.' },
  ),
  yield: share('Share of the requested results that the parser found, in a week. Null: no page with results.'),
  neighboursYield: share('The same of the other layouts of this engine and device.'),
  filled: numbers('Share of the pages with items, by array.'),
  unparsed: Type.Integer({ description: 'Pages that could not be parsed, in a week.' }),
  suspect: Type.Integer({ description: 'Pages that did not answer the query, in a week.' }),
  caseId: Nullable(Type.String({ description: 'The case of this layout.' })),
});
export type Layout = Static<typeof Layout>;

export const LayoutList = Type.Object({
  items: Type.Array(Layout, { description: 'By engine and device, the most frequent layouts first, at most 1,000.' }),
});
export type LayoutList = Static<typeof LayoutList>;

const figures = Type.Object(
  {
    pages: Type.Integer({ description: 'Judged pages, or failed ones.' }),
    share: Type.Number({ description: 'Share of the pages of this engine and device since the previous full hour.' }),
    yield: share('Share of the requested results that the parser found.'),
    neighboursYield: share('The same of the other layouts.'),
    arrays: Type.Array(Type.String(), { description: 'Arrays that all other layouts fill and this one never does.' }),
  },
  { description: 'The figures that opened the case.' },
);

export const Case = Type.Object({
  id: Type.String(),
  layoutId: Type.String(),
  engine: Type.String(),
  device: OneOf(DEVICES),
  kind: OneOf(CASE_KINDS, {
    description: '`yield`: finds fewer results. `array`: never fills an array. `unparsed`, `suspect`: most pages fail.',
  }),
  state: OneOf(CASE_STATES, {
    description: '`corrected`: the parser finds as much as elsewhere again. `resolved`: the layout is no longer used.',
  }),
  summary: Type.String({ description: 'What is wrong, as a sentence.' }),
  figures,
  openedAt: DateTime('When the case was opened.'),
  seenAt: DateTime('When its condition was last met.'),
  closedAt: Nullable(DateTime('When it was closed. Null while it is open.')),
  changedBy: Nullable(Type.String({ description: 'The operator who dismissed or reopened it.' })),
  pages: Type.Integer({ description: 'Kept sample pages.' }),
});
export type Case = Static<typeof Case>;

export const CaseList = Type.Object({ items: Type.Array(Case, { description: 'Open cases first, newest first, at most 500.' }) });
export type CaseList = Static<typeof CaseList>;

export const PageEvidence = Type.Object({
  title: Nullable(Type.String()),
  statedQuery: Nullable(Type.String({ description: 'The text in the search box of the page.' })),
  linkedHeadings: Type.Integer({ description: 'Headings that are links or contain one. Most results have one.' }),
  outsideHosts: Type.Integer({ description: 'Other hosts that the page links to, counted up to 500.' }),
  outsideLinks: Type.Integer({ description: 'Links to other hosts.' }),
  headings: Type.Array(Type.String(), { description: 'The first headings, at most 30.' }),
  missedHeadings: Type.Array(Type.String(), {
    description:
      'Headings that are not the title of an item, at most 30. Some are results that the parser missed, others captions of the page.',
  }),
  missedHosts: Type.Array(Type.String(), {
    description: 'Other hosts that the page links to and no item names, at most 30, those with most links first.',
  }),
});
export type PageEvidence = Static<typeof PageEvidence>;

/** What a page shows to people, before it is compared with what the parser found. */
export interface ShownPage extends Pick<PageEvidence, 'title' | 'statedQuery' | 'linkedHeadings' | 'outsideLinks' | 'headings'> {
  /** All other hosts, those with most links first. */
  readonly outsideHosts: readonly string[];
}

export const CasePage = Type.Object({
  n: Type.Integer({ description: 'The number of the page within the case.' }),
  keptAt: DateTime('When it was kept.'),
  expiresAt: DateTime('When it is deleted at the latest. It is deleted with its object.'),
  objectId: Type.String({ description: 'The object whose page it is.' }),
  keyword: Type.String(),
  bytes: Type.Integer({ description: 'Length of the page.' }),
  outcome: OneOf(PAGE_OUTCOMES, { description: 'How the page was parsed.' }),
  reason: Nullable(Type.String({ description: 'Why it could not be parsed.' })),
  found: numbers('Items that the parser found, by array.'),
  firstItems: Type.Unsafe<Record<string, object[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    description: 'The first three items of each array.',
  }),
  shown: Nullable(PageEvidence),
  url: Type.String({ description: 'Where to download the page as text.' }),
});
export type CasePage = Static<typeof CasePage>;

export const CaseDetail = Type.Object({ ...Case.properties, samples: Type.Array(CasePage) });
export type CaseDetail = Static<typeof CaseDetail>;
