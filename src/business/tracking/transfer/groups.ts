// The last point of each keyword in a day, week or month, judged if there is one.
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

/**
 * Points of one keyword come in the order of slots. With `none`, chunks pass unchanged. Otherwise one point per keyword is in memory. A
 * group without a judged point has its last one, so that a gap keeps its reason.
 */
export async function* lastOfGroups(chunks: AsyncIterable<readonly Point[]>, group: Group): AsyncIterable<readonly Point[]> {
  if (group === 'none') return yield* chunks;
  const last = new Map<number, { readonly key: string; readonly point: Point }>();
  for await (const chunk of chunks) {
    const finished: Point[] = [];
    for (const point of chunk) {
      const key = groupKey(point.slot, group);
      const known = last.get(point.keywordId);
      const isSame = known?.key === key;
      if (known && !isSame) finished.push(known.point);
      if (!isSame || isJudged(point) || !isJudged(known.point)) last.set(point.keywordId, { key, point });
    }
    if (finished.length > 0) yield finished;
  }
  yield [...last.values()].map(({ point }) => point);
}
