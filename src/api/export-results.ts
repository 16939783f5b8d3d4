// Reads the results of listed objects as flat rows, a few objects at a time.
import type { Store } from '../business/orders/objects.ts';
import { renderObject, type Views } from '../business/orders/render.ts';
import type { ListedObject } from '../contract/listing.ts';
import { type ResultRow, resultRows } from '../contract/result-rows.ts';

/** Yields the rows of one object after the other. Skips objects that were removed meanwhile. */
export type ReadResults = (items: readonly ListedObject[], types?: ReadonlySet<string>) => AsyncIterable<readonly ResultRow[]>;

/** Compressed bodies in memory at the same time. */
const BATCH = 20;

/** The caller has checked the owner of the objects. */
export function createReadResults(store: Pick<Store, 'fetchAny'>, views: Views): ReadResults {
  return async function* (items, types) {
    for (let start = 0; start < items.length; start += BATCH) {
      const batch = items.slice(start, start + BATCH);
      const found = new Map((await store.fetchAny(batch.map(({ id }) => id))).map((stored) => [stored.id, stored]));
      for (const { id } of batch) {
        const stored = found.get(id);
        if (!stored) continue;
        const object = JSON.parse((await renderObject(stored, views)).toString()) as Record<string, unknown>;
        yield resultRows(stored.kind, object, types);
      }
    }
  };
}
