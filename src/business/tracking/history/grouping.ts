// Chooses one point per day, week or month.
import type { Group } from '../../../contract/tracking-history.ts';
import { MINUTES_A_DAY } from '../slots.ts';
import type { Slot, StoredPoint } from '../types.ts';
import { isJudged } from './compare.ts';
import { monthStart } from './months.ts';

/** 2000-01-03 was a Monday. */
const FIRST_MONDAY = 2;
const WEEK_DAYS = 7;

/** Returns a number that all slots of the same day, week or month share. Weeks begin on Monday. */
export function groupOf(slot: Slot, group: Group): number {
  if (group === 'none') return slot;
  if (group === 'month') return monthStart(slot);
  const day = Math.floor(slot / MINUTES_A_DAY);
  return group === 'day' ? day : Math.floor((day - FIRST_MONDAY) / WEEK_DAYS);
}

/**
 * Returns the last judged entry of each group, or its last entry when none is judged, so that a gap keeps its reason. Entries
 * are in the order of slots.
 */
export function groupPoints<Entry extends { readonly slot: Slot }>(
  entries: readonly Entry[],
  group: Group,
  storedOf: (entry: Entry) => StoredPoint | null,
): readonly Entry[] {
  if (group === 'none') return entries;
  const chosen = new Map<number, Entry>();
  const isJudgedEntry = (entry: Entry): boolean => {
    const stored = storedOf(entry);
    return stored !== null && isJudged(stored);
  };
  for (const entry of entries) {
    const key = groupOf(entry.slot, group);
    const known = chosen.get(key);
    if (!known || isJudgedEntry(entry) || !isJudgedEntry(known)) chosen.set(key, entry);
  }
  return [...chosen.values()];
}
