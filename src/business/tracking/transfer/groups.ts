// The last judged point of each keyword in a day, week or month.
import type { Group } from '../../../contract/tracking-history.ts';
import { meaningOf } from '../projects/keyword-row.ts';
import { dayText, MINUTES_A_DAY } from '../slots.ts';
import type { Slot, StoredPoint } from '../types.ts';

type Point = StoredPoint & { readonly keywordId: number };

/** 2000-01-03 was a Monday. */
const FIRST_MONDAY = 2;

/** Returns a value that is equal for all slots of one group. */
export function groupKey(slot: Slot, group: Exclude<Group, 'none'>): string {
  const day = Math.floor(slot / MINUTES_A_DAY);
  if (group === 'day') return String(day);
  return group === 'week' ? String(Math.floor((day - FIRST_MONDAY) / 7)) : dayText(slot).slice(0, 7);
}

const isJudged = ({ code }: Point): boolean => ['found', 'notFound'].includes(meaningOf(code).state);

/** Chunks come in the order of slots. With `none`, they pass unchanged. Otherwise one group is in memory. */
export async function* lastOfGroups(chunks: AsyncIterable<readonly Point[]>, group: Group): AsyncIterable<readonly Point[]> {
  if (group === 'none') return yield* chunks;
  let current = '';
  let last = new Map<number, Point>();
  for await (const chunk of chunks) {
    for (const point of chunk) {
      const key = groupKey(point.slot, group);
      if (key !== current && last.size > 0) {
        yield [...last.values()];
        last = new Map();
      }
      current = key;
      if (isJudged(point)) last.set(point.keywordId, point);
    }
  }
  if (last.size > 0) yield [...last.values()];
}
