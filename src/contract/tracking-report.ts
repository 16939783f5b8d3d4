// Tracking: the report behind a share link, and orders of search volumes.
import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { SHARE_SECTIONS } from './tracking-alerts.ts';
import { Summary } from './tracking-history.ts';
import { TrackedKeyword } from './tracking-keywords.ts';

const { now, before, days, competitors, winners, losers, features, cannibalised, pageChanges, pages } = Summary.properties;
// A note is for the team, not for readers of a report.
const { note: _note, ...shownKeyword } = TrackedKeyword.properties;

/** Only the sections of the link are present. It has no ids of accounts, keys and objects. */
export const ShareReport = Type.Object(
  {
    title: Type.String(),
    domains: Type.Array(Type.String()),
    sections: Type.Array(OneOf(SHARE_SECTIONS)),
    tags: Type.Array(Type.String()),
    from: Type.String({ description: 'First day of the report.' }),
    to: Type.String({ description: 'Last day of the report.' }),
    expiresAt: Nullable(DateTime('End of the link.')),
    now: Type.Optional(now),
    before: Type.Optional(before),
    days: Type.Optional(days),
    competitors: Type.Optional(competitors),
    winners: Type.Optional(winners),
    losers: Type.Optional(losers),
    features: Type.Optional(features),
    pages: Type.Optional(pages),
    cannibalised: Type.Optional(cannibalised),
    pageChanges: Type.Optional(pageChanges),
    keywords: Type.Optional(Type.Array(Type.Object(shownKeyword), { description: 'At most 10,000.' })),
  },
  { $id: 'ShareReport', title: 'ShareReport' },
);
export type ShareReport = Static<typeof ShareReport>;

export const RanksCsvQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, description: 'Default and maximum: those of the link.' })),
});
export type RanksCsvQuery = Static<typeof RanksCsvQuery>;

export const OrderVolumes = Type.Object({ dryRun: Type.Optional(Type.Boolean({ description: 'Only returns the price.' })) });
export type OrderVolumes = Static<typeof OrderVolumes>;
export const OrderedVolumes = Type.Object({
  keywords: Type.Integer({ description: 'Keywords without a search volume of this month.' }),
  orders: Type.Integer({ description: 'Keyword requests that were created, or would be.' }),
  cost: Type.Integer({ description: 'Credits.' }),
});
export type OrderedVolumes = Static<typeof OrderedVolumes>;
