// The keywords whose change between two slots matters most.
import type { Change } from '../../../contract/tracking-keywords.ts';
import { changeOf } from '../history/compare.ts';
import type { Curve, StoredPoint } from '../types.ts';
import { shareOf } from './curve.ts';

export interface Standing {
  readonly keywordId: number;
  /** Volume, or 1 when keywords are not weighted by volume. */
  readonly weight: number;
  readonly before: StoredPoint | null;
  readonly after: StoredPoint;
}

export interface Mover {
  readonly keywordId: number;
  readonly after: StoredPoint;
  readonly change: Change;
}

export interface Movers {
  readonly winners: readonly Mover[];
  readonly losers: readonly Mover[];
}

const UP: ReadonlySet<Change['movement']> = new Set(['up', 'entered']);
const DOWN: ReadonlySet<Change['movement']> = new Set(['down', 'left']);

/** Sorted by the expected change of clicks, then by positions. Only comparable points count. At most `count` of each. */
export function moversOf(standings: readonly Standing[], curve: Curve, count: number): Movers {
  const moved = standings.flatMap(({ keywordId, weight, before, after }) => {
    const change = changeOf(before, after);
    if (before === null || change === null) return [];
    const clicks = weight * (shareOf(curve, after.position, false) - shareOf(curve, before.position, false));
    return [{ keywordId, after, change, clicks: Math.abs(clicks), steps: Math.abs(change.value ?? 0) }];
  });
  moved.sort((a, b) => b.clicks - a.clicks || b.steps - a.steps || a.keywordId - b.keywordId);
  const first = (movements: ReadonlySet<Change['movement']>): Mover[] =>
    moved
      .filter(({ change }) => movements.has(change.movement))
      .slice(0, count)
      .map(({ keywordId, after, change }) => ({ keywordId, after, change }));
  return { winners: first(UP), losers: first(DOWN) };
}
