// The report behind a share link: only the sections and tags of the link.
import type { Share } from '../../../contract/tracking-alerts.ts';
import type { Summary } from '../../../contract/tracking-history.ts';
import type { ShareReport } from '../../../contract/tracking-report.ts';
import type { SlotRange, Summaries, TrackedKeywords } from '../interfaces.ts';
import { dayText, MINUTES_A_DAY } from '../slots.ts';
import type { ProjectRow } from '../types.ts';

type Section = Share['sections'][number];

/** Fields of the summary by section. Keywords are read separately. */
const FIELDS: Readonly<Record<Exclude<Section, 'keywords'>, readonly (keyof Summary)[]>> = {
  summary: ['now', 'before', 'days'],
  competitors: ['competitors'],
  movers: ['winners', 'losers'],
  features: ['features'],
  pages: ['pages', 'cannibalised', 'pageChanges'],
};
/** Summaries of some keywords are computed from points, which allows fewer days. */
const TAGGED_DAYS_MAX = 92;
const KEYWORDS_MAX = 10_000;

export async function reportOf(
  project: ProjectRow,
  share: Share,
  range: SlotRange,
  { summaries, keywords }: { readonly summaries: Summaries; readonly keywords: TrackedKeywords },
): Promise<ShareReport> {
  const { sections, tags } = share;
  const first = tags.length > 0 ? Math.max(range.from, range.to - TAGGED_DAYS_MAX * MINUTES_A_DAY) : range.from;
  const [from, to] = [dayText(first), dayText(range.to - MINUTES_A_DAY)];
  const fields = sections.flatMap((section) => (section === 'keywords' ? [] : FIELDS[section]));
  // Several tags mean keywords with one of them, as in the list of keywords.
  const tag = tags.length > 0 ? { tag: tags.join(',') } : {};
  const summary = fields.length > 0 ? await summaries.summary(project, { from, to, group: 'day', ...tag }) : null;
  const shown = sections.includes('keywords') ? { keywords: await readKeywords(project, tags, keywords) } : {};
  return {
    title: share.title ?? project.name,
    domains: project.settings.domains.map(({ given }) => given.domain),
    sections,
    tags,
    from,
    to,
    expiresAt: share.expiresAt,
    ...Object.fromEntries(fields.map((name) => [name, summary![name]])),
    ...shown,
  };
}

async function readKeywords(
  project: ProjectRow,
  tags: readonly string[],
  keywords: TrackedKeywords,
): Promise<NonNullable<ShareReport['keywords']>> {
  const filter = tags.length > 0 ? { anyTag: tags.join(',') } : {};
  const { items } = await keywords.list(project, { ...filter, sort: 'keyword', limit: KEYWORDS_MAX });
  return items.map(({ note: _note, ...shown }) => shown);
}
