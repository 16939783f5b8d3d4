// Reads a stored SERP's pages again and keeps what is found now; for the operator's interface and the command line.
import type { Store } from '../business/orders/objects.ts';
import { pack } from '../platform/gzip.ts';
import { reparseSerp } from '../products/serp/reparse.ts';
import type { EngineTable } from '../sources/catalogue.ts';

export interface ReparseResult {
  readonly outcome: string;
  readonly before?: number;
  readonly after?: number;
}

/** Null when there is no such SERP. */
export async function reparse(id: string, store: Store, engines: EngineTable): Promise<ReparseResult | null> {
  const [stored] = await store.fetchAny([id]);
  if (stored?.kind !== 'serp') return null;
  const read = await reparseSerp(stored, (name) => engines[name]);
  if (!('data' in read)) return { outcome: read.outcome };
  if (read.outcome === 'updated') await store.replaceBody(id, await pack(`${JSON.stringify(read.data)}}`));
  return { outcome: read.outcome, before: read.before, after: read.after };
}
