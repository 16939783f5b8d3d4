// The period and the keywords of a summary.
import { errors } from '../../../contract/errors.ts';
import type { SummaryQuery } from '../../../contract/tracking-history.ts';
import type { SlotRange } from '../interfaces.ts';
import { dayStart, MINUTES_A_DAY, readSlot } from '../slots.ts';
import type { Slot } from '../types.ts';
import type { FiguresKeyword } from './inputs.ts';
import type { FigureGroup } from './rows.ts';

const DAYS_DEFAULT = 30;
/** Groups in one response. */
const GROUPS_MAX = 400;
const GROUP_DAYS: Readonly<Record<FigureGroup, number>> = { day: 1, week: 7, month: 30 };
/** With a filter by keyword, figures are computed from points, which are many. */
const FILTERED_DAYS_MAX = 92;
const ID_MAX = 2_147_483_647;

/** Returns the slots from the first to the last day. Throws 400 for a period that is too long. */
export function periodOf(query: SummaryQuery, today: Slot): SlotRange {
  const last = query.to === undefined ? dayStart(today) : readSlot('to', query.to);
  const from = query.from === undefined ? last - DAYS_DEFAULT * MINUTES_A_DAY : readSlot('from', query.from);
  if (from > last) throw errors.badParameter('to', 'must not be before from');
  const days = (last - from) / MINUTES_A_DAY + 1;
  const daysMax = isFiltered(query) ? FILTERED_DAYS_MAX : GROUPS_MAX * GROUP_DAYS[query.group ?? 'day'];
  if (days > daysMax)
    throw errors.badParameter('from', `is more than ${daysMax} days before to`, 'Send a shorter period, or group by week or month.');
  return { from, to: last + MINUTES_A_DAY };
}

/** Ids of variants are integers of four bytes. Throws 400 for a number that cannot be one. */
export function variantOf({ variant }: SummaryQuery): number | null {
  if (variant === undefined) return null;
  if (Number(variant) > ID_MAX) throw errors.badParameter('variant', 'is not known', 'Leave it out to get the figures of all keywords.');
  return Number(variant);
}

/** Sums are stored by variant, but not by tag or brand. */
export const isFiltered = ({ tag, brand = 'with' }: SummaryQuery): boolean => tag !== undefined || brand !== 'with';

export const isBrand = (keyword: string, terms: readonly string[]): boolean =>
  terms.some((term) => keyword.toLowerCase().includes(term.toLowerCase()));

export function keywordsOf(
  keywords: readonly FiguresKeyword[],
  { tag, variant, brand = 'with' }: SummaryQuery,
  brandTerms: readonly string[],
): Map<number, FiguresKeyword> {
  // Several tags are separated by commas, as a share link has them.
  const tags = tag?.toLowerCase().split(',');
  const wanted = keywords.filter(
    (one) =>
      (tags === undefined || one.tags.some((each) => tags.includes(each.toLowerCase()))) &&
      (variant === undefined || one.variantId === Number(variant)) &&
      (brand === 'with' || isBrand(one.keyword, brandTerms) === (brand === 'only')),
  );
  return new Map(wanted.map((one) => [one.id, one]));
}
