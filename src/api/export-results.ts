// Reads the results of listed objects as flat rows, a few objects at a time.
import type { Store } from '../business/orders/objects.ts';
import { renderObject, type Views } from '../business/orders/render.ts';
import type { ListedObject } from '../contract/listing.ts';
import type { Stored } from '../contract/order.ts';
import { type ResultRow, resultRows } from '../contract/result-rows.ts';
import { StorageUnavailable } from '../platform/s3.ts';

/** Yields the rows of one object after the other. Skips objects that were removed meanwhile. */
export type ReadResults = (items: readonly ListedObject[], types?: ReadonlySet<string>) => AsyncIterable<readonly ResultRow[]>;

/** Compressed bodies in memory at the same time. */
const BATCH = 20;
const NOT_FOUND = 404;

/** The caller has checked the owner of the objects. */
export function createReadResults(store: Pick<Store, 'fetchAny'>, views: Views): ReadResults {
  /** Returns null when the object was removed meanwhile. */
  const render = async (stored: Stored): Promise<Buffer | null> => {
    try {
      return await renderObject(stored, views);
    } catch (error) {
      if (!(error instanceof StorageUnavailable && error.code === NOT_FOUND)) throw error;
      // The blob of an object that expired, or was parsed again, is deleted soon after.
      const [current] = await store.fetchAny([stored.id]);
      return current ? renderObject(current, views) : null;
    }
  };
  return async function* (items, types) {
    for (let start = 0; start < items.length; start += BATCH) {
      const batch = items.slice(start, start + BATCH);
      const found = new Map((await store.fetchAny(batch.map(({ id }) => id))).map((stored) => [stored.id, stored]));
      for (const { id } of batch) {
        const stored = found.get(id);
        const json = stored && (await render(stored));
        if (json) yield resultRows(stored.kind, JSON.parse(json.toString()) as Record<string, unknown>, types);
      }
    }
  };
}
