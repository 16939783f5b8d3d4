// Decides which points may be compared, and what changed between them.
import type { PointCode } from '../../../contract/tracking.ts';
import type { Change } from '../../../contract/tracking-keywords.ts';
import type { JudgedPoint, StoredPoint } from '../types.ts';

export type Judged = Pick<StoredPoint, 'code' | 'position' | 'depth'>;

const JUDGED: ReadonlySet<PointCode> = new Set([1, 2, 31, 32]);

/** Returns whether the point says something about the position. */
export const isJudged = ({ code }: Pick<StoredPoint, 'code'>): boolean => JUDGED.has(code);

/** Failed checks, as opposed to skipped ones. */
export const isFailed = ({ code }: Pick<StoredPoint, 'code'>): boolean => code >= 10 && code < 20;

/** The same rule as `comparable_points()`: a point without the domain must have been deep enough to show the other position. */
export const isComparable = (a: Judged, b: Judged): boolean =>
  isJudged(a) && isJudged(b) && (a.position > 0 || b.position <= a.depth) && (b.position > 0 || a.position <= b.depth);

/** Returns null when a change cannot be known. */
export function changeOf(before: Judged | null, after: Judged): Change | null {
  return before !== null && isComparable(before, after) ? movementOf(before.position, after.position) : null;
}

/** The change between the positions of comparable points. 0: not found. */
export function movementOf(before: number, after: number): Change {
  if (before === 0) return { value: null, movement: after === 0 ? 'absent' : 'entered' };
  if (after === 0) return { value: null, movement: 'left' };
  const value = before - after;
  return { value, movement: value > 0 ? 'up' : value < 0 ? 'down' : 'same' };
}

/** Judged points of a keyword's state. Rules can compare with them. */
export const RECENT_MAX = 3;

/** Returns the point in the form that rules compare. `url` is the URL of its page. */
export function toJudged(point: StoredPoint, url: string | null): JudgedPoint {
  const { top: _, ...rest } = point;
  const ahead = point.competitors.flatMap((position, index) =>
    position > 0 && (point.position === 0 || position < point.position) ? [index] : [],
  );
  return { ...rest, url, ahead };
}
