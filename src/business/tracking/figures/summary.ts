// The summary of a project over a period: figures, competitors, movers, features, pages.
import { FEATURES } from '../../../contract/tracking.ts';
import type { Summary, SummaryQuery } from '../../../contract/tracking-history.ts';
import type { Db } from '../../../platform/db.ts';
import { isJudged } from '../history/compare.ts';
import type { KeywordPoint } from '../history/rows.ts';
import type { History, SlotRange, Summaries } from '../interfaces.ts';
import { dayText } from '../slots.ts';
import type { Curve, ProjectRow, Slot, SlotFigures } from '../types.ts';
import { cannibalisedOf, hasSeveralPages, type Pages, pageChangesOf } from './cannibalisation.ts';
import { readCompeting } from './competing.ts';
import { curveOf } from './curve.ts';
import { competitorFiguresOf, figuresOf } from './figures.ts';
import { isFiltered, keywordsOf, periodOf, variantOf } from './filter.ts';
import { type FiguresKeyword, readKeywords, readPages, readSlotPoints } from './inputs.ts';
import { type Mover, moversOf } from './movers.ts';
import { createOverview } from './overview.ts';
import { pagesOf } from './pages.ts';
import { ALL_VARIANTS, chooseSlots, readFigures } from './rows.ts';
import { isByVolume, sumSlot } from './sums.ts';

const MOVERS_MAX = 20;
const CANNIBALISED_MAX = 50;
const PAGE_CHANGES_MAX = 100;
const PAGES_MAX = 100;

const TODAY = { name: 'tracking_summary_today', text: 'select calendar_slot(p, tracking_now()) as slot from projects p where p.id = $1' };

type Keywords = ReadonlyMap<number, FiguresKeyword>;

export function createSummaries(db: Db, history: Pick<History, 'ofProject'>): Summaries {
  /** The sums of chosen slots, oldest first. */
  const sumsOf = async (project: ProjectRow, query: SummaryQuery, range: SlotRange, keywords: Keywords): Promise<SlotFigures[]> => {
    const variantId = variantOf(query) ?? ALL_VARIANTS;
    const slots = await chooseSlots(db, project, range, variantId, query.group ?? 'day');
    if (!isFiltered(query)) return readFigures(db, project, slots, variantId);
    // No figure of a summary needs the count of keywords with several pages.
    const rules = { competitors: project.settings.competitors.length, isOwn: () => false };
    const sums: SlotFigures[] = [];
    for (const slot of slots) sums.push(sumSlot(await readSlotPoints(history, project, slot), keywords, { slot, ...rules }));
    return sums.filter(({ counts }) => counts[0]! > 0);
  };
  const judgedAt = async (project: ProjectRow, slot: Slot | undefined, keywords: Keywords): Promise<KeywordPoint[]> =>
    slot === undefined
      ? []
      : (await readSlotPoints(history, project, slot)).filter((point) => isJudged(point) && keywords.has(point.keywordId));

  const summary = async (project: ProjectRow, query: SummaryQuery): Promise<Summary> => {
    const [today] = await db.query<{ slot: Slot }>(TODAY, [project.id]);
    const range = periodOf(query, today?.slot ?? 0);
    const keywords = keywordsOf(await readKeywords(db, project), query, project.settings.brandTerms);
    const sums = await sumsOf(project, query, range, keywords);
    const curve = curveOf(project.settings);
    const [first, last] = [sums.length > 1 ? sums[0] : undefined, sums.at(-1)];
    const after = await judgedAt(project, last?.slot, keywords);
    const before = new Map((await judgedAt(project, first?.slot, keywords)).map((point) => [point.keywordId, point]));
    const afterPages = await readPages(db, project, after);
    const suspects = after.filter((point) => hasSeveralPages(point, afterPages)).map(({ keywordId }) => keywordId);
    const competing = await readCompeting(db, history, project, range.to, suspects, new Set(keywords.keys()));
    const pages = await readPages(db, project, [...competing.values()].flat());
    const byVolume = last !== undefined && isByVolume(last);
    const standings = after.map((point) => ({
      keywordId: point.keywordId,
      weight: byVolume ? (keywords.get(point.keywordId)!.volume ?? 0) : 1,
      before: before.get(point.keywordId) ?? null,
      after: point,
    }));
    const { winners, losers } = moversOf(standings, curve, MOVERS_MAX);
    const shown = (mover: Mover) => moverOf(mover, keywords, afterPages);
    return {
      ...figuresPart(project, sums, curve),
      winners: winners.map(shown),
      losers: losers.map(shown),
      ...competingPart(competing, keywords, pages),
      pages: pagesOf(rankingOf(after, keywords, afterPages), curve).slice(0, PAGES_MAX),
    };
  };
  return { summary, overview: createOverview(db) };
}

/** Everything that the sums alone say. */
function figuresPart({ settings }: ProjectRow, sums: readonly SlotFigures[], curve: Curve) {
  const counted = settings.competitors.flatMap((competitor, index) => (competitor ? [{ ...competitor, index }] : []));
  const indexes = counted.map(({ index }) => index);
  const days = sums.map((one) => ({ day: dayText(one.slot), figures: figuresOf(one, curve, indexes) }));
  const last = sums.at(-1);
  return {
    now: days.at(-1)?.figures ?? null,
    before: days.length > 1 ? days[0]!.figures : null,
    days,
    competitors: counted.map(({ host, path, name, index }) => ({
      domain: host + path,
      name: name || host,
      ...(last ? competitorFiguresOf(last, curve, index, indexes) : { visibility: null, shareOfVoice: null }),
      days: sums.map((one) => ({ day: dayText(one.slot), visibility: competitorFiguresOf(one, curve, index, indexes).visibility })),
    })),
    features: FEATURES.flatMap((feature, bit) => {
      const [present, owned] = [last?.present[bit] ?? 0, last?.owned[bit] ?? 0];
      return present > 0 || owned > 0 ? [{ feature, present, owned }] : [];
    }),
  };
}

function competingPart(competing: ReadonlyMap<number, readonly KeywordPoint[]>, keywords: Keywords, pages: Pages) {
  const all = [...competing].map(([id, points]) => ({ id: String(id), keyword: keywords.get(id)!.keyword, points }));
  const changes = all.flatMap(({ id, keyword, points }) =>
    pageChangesOf(points, pages).map(({ slot, before, after }) => ({ slot, change: { id, keyword, day: dayText(slot), before, after } })),
  );
  const cannibalised = all.flatMap(({ id, keyword, points }) => {
    const found = cannibalisedOf(points, pages);
    return found ? [{ id, keyword, urls: [...found.urls], changes: found.changes }] : [];
  });
  return {
    cannibalised: cannibalised.sort((a, b) => b.changes - a.changes || b.urls.length - a.urls.length).slice(0, CANNIBALISED_MAX),
    pageChanges: changes
      .sort((a, b) => b.slot - a.slot)
      .slice(0, PAGE_CHANGES_MAX)
      .map(({ change }) => change),
  };
}

const moverOf = ({ keywordId, after, change }: Mover, keywords: Keywords, pages: Pages) => ({
  id: String(keywordId),
  keyword: keywords.get(keywordId)!.keyword,
  position: after.position || null,
  url: pages.urlOf(after.pageId) ?? null,
  change,
});

const rankingOf = (points: readonly KeywordPoint[], keywords: Keywords, pages: Pages) =>
  points.flatMap((point) => {
    const url = pages.urlOf(point.pageId);
    return url === undefined ? [] : [{ point, url, volume: keywords.get(point.keywordId)!.volume }];
  });
