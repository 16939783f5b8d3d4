// Own pages that compete for one keyword, and changes of the ranking page.
import { isJudged } from '../history/compare.ts';
import { MINUTES_A_DAY } from '../slots.ts';
import type { Slot, StoredPoint } from '../types.ts';

/** Pages by id. Several ids may have one URL, because a changed title makes another page. */
export interface Pages {
  urlOf(pageId: number): string | undefined;
  isOwn(pageId: number): boolean;
}

export interface PageChange {
  readonly slot: Slot;
  readonly before: string;
  readonly after: string;
}

export interface Cannibalised {
  readonly urls: readonly { readonly url: string; readonly days: number; readonly best: number }[];
  /** Changes of the ranking page. */
  readonly changes: number;
}

/** Changes of the ranking page from which on pages compete, although only one is shown at a time. */
const CHANGES_MIN = 2;

/** Consecutive found points with other URLs. `points` are those of one keyword, oldest first. */
export function pageChangesOf(points: readonly StoredPoint[], pages: Pick<Pages, 'urlOf'>): PageChange[] {
  const changes: PageChange[] = [];
  let before: string | undefined;
  for (const { slot, position, pageId } of points) {
    const after = position > 0 ? pages.urlOf(pageId) : undefined;
    if (after === undefined) continue;
    if (before !== undefined && before !== after) changes.push({ slot, before, after });
    before = after;
  }
  return changes;
}

/** The own URLs among the first results of a point. */
const ownUrls = ({ top }: StoredPoint, pages: Pages): Set<string> =>
  new Set(top.filter((id) => pages.isOwn(id)).flatMap((id) => pages.urlOf(id) ?? []));

/** Whether at least two own pages are among the first results of the point. */
export const hasSeveralPages = (point: StoredPoint, pages: Pages): boolean => ownUrls(point, pages).size > 1;

/** Returns null unless own pages compete. `points` are those of one keyword in 30 days, oldest first. */
export function cannibalisedOf(points: readonly StoredPoint[], pages: Pages): Cannibalised | null {
  const judged = points.filter(isJudged);
  const newest = judged.at(-1);
  const changes = pageChangesOf(judged, pages).length;
  if (newest === undefined || (changes < CHANGES_MIN && !hasSeveralPages(newest, pages))) return null;
  const seen = new Map<string, { readonly days: Set<number>; best: number }>();
  const note = (url: string | undefined, slot: Slot, position: number): void => {
    if (url === undefined) return;
    const page = seen.get(url) ?? { days: new Set<number>(), best: position };
    page.days.add(Math.floor(slot / MINUTES_A_DAY));
    page.best = Math.min(page.best, position);
    seen.set(url, page);
  };
  for (const { slot, position, pageId, top } of judged) {
    if (position > 0) note(pages.urlOf(pageId), slot, position);
    top.forEach((id, index) => {
      if (pages.isOwn(id)) note(pages.urlOf(id), slot, index + 1);
    });
  }
  const urls = [...seen].map(([url, { days, best }]) => ({ url, days: days.size, best }));
  return { urls: urls.sort((a, b) => a.best - b.best || b.days - a.days || (a.url < b.url ? -1 : 1)), changes };
}
