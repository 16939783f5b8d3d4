// The last point of each keyword in a day, week or month, judged if there is one.
import type { Group } from '../../../contract/tracking-history.ts';
import { isJudged } from '../history/compare.ts';
import { groupOf } from '../history/grouping.ts';
import type { KeywordPoint } from '../history/rows.ts';

/**
 * Points of one keyword come in the order of slots. With `none`, chunks pass unchanged. Otherwise one point per keyword is in memory. A
 * group without a judged point has its last one, so that a gap keeps its reason.
 */
export async function* lastOfGroups(chunks: AsyncIterable<readonly KeywordPoint[]>, group: Group): AsyncIterable<readonly KeywordPoint[]> {
  if (group === 'none') return yield* chunks;
  const last = new Map<number, { readonly key: number; readonly point: KeywordPoint }>();
  for await (const chunk of chunks) {
    const finished: KeywordPoint[] = [];
    for (const point of chunk) {
      const key = groupOf(point.slot, group);
      const known = last.get(point.keywordId);
      const isSame = known?.key === key;
      if (known && !isSame) finished.push(known.point);
      if (!isSame || isJudged(point) || !isJudged(known.point)) last.set(point.keywordId, { key, point });
    }
    if (finished.length > 0) yield finished;
  }
  yield [...last.values()].map(({ point }) => point);
}
