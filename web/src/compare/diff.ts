// The differences between one list of two results: what moved, what is new and what is lost.
import { pageUrl } from '../../../src/contract/page-url.ts';

export interface ComparedItem {
  readonly position: number;
  readonly title?: string | null;
  readonly question?: string | null;
  readonly text?: string | null;
  readonly url?: string | null;
  readonly domain?: string | null;
}

/** `unchecked`: the other result is shorter, so that it does not say whether the item is there. */
export type Change = 'same' | 'up' | 'down' | 'new' | 'lost' | 'unchecked';
export const CHANGES: readonly Change[] = ['up', 'down', 'new', 'lost', 'same', 'unchecked'];

export interface Difference {
  /** Unique within one comparison. */
  readonly key: string;
  readonly change: Change;
  /** The item of the first result, or null. */
  readonly before: ComparedItem | null;
  /** The item of the second result, or null. */
  readonly after: ComparedItem | null;
  /** Positions gained from the first to the second result. 0 unless the item moved. */
  readonly gained: number;
}

export interface ComparedList {
  readonly items: readonly ComparedItem[];
  /** The last position that the result covers. Infinity if the list is complete. */
  readonly depth: number;
}

/** Items are matched by URL. Those without one are matched by their text. */
function identityOf({ url, title, question, text }: ComparedItem): string {
  if (url) return pageUrl(url);
  return `text:${(title ?? question ?? text ?? '').trim().toLowerCase()}`;
}

/** Returns a key for each item. Repeated items are counted, so that the first matches the first and the second the second. */
function keysOf(items: readonly ComparedItem[]): Map<string, ComparedItem> {
  const counts = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const identity = identityOf(item);
      const count = (counts.get(identity) ?? 0) + 1;
      counts.set(identity, count);
      return [count === 1 ? identity : `${identity} #${count}`, item];
    }),
  );
}

function changeOf(before: ComparedItem | null, after: ComparedItem | null, depths: { before: number; after: number }): Change {
  if (before && after) return before.position === after.position ? 'same' : before.position > after.position ? 'up' : 'down';
  if (after) return after.position > depths.before ? 'unchecked' : 'new';
  return before!.position > depths.after ? 'unchecked' : 'lost';
}

/** Returns the items of the second list in its order, each followed by the items that were at its position and are gone. */
export function diffOf(before: ComparedList, after: ComparedList): Difference[] {
  const [first, second] = [keysOf(before.items), keysOf(after.items)];
  const depths = { before: before.depth, after: after.depth };
  const differences = [...new Set([...second.keys(), ...first.keys()])].map((key): Difference => {
    const [old, now] = [first.get(key) ?? null, second.get(key) ?? null];
    return { key, change: changeOf(old, now, depths), before: old, after: now, gained: old && now ? old.position - now.position : 0 };
  });
  const orderOf = ({ after: now, before: old }: Difference) => now?.position ?? old!.position + 0.5;
  return differences.sort((a, b) => orderOf(a) - orderOf(b));
}

export function countChanges(differences: readonly Difference[]): Readonly<Record<Change, number>> {
  const counts = Object.fromEntries(CHANGES.map((change) => [change, 0])) as Record<Change, number>;
  for (const { change } of differences) counts[change]++;
  return counts;
}
