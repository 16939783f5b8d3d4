// Parses the raw pages of a finished SERP again, so that fixed parsers correct old objects.

import { readBody } from '../../business/orders/body.ts';
import type { Store } from '../../business/orders/objects.ts';
import type { SerpData } from '../../contract/items.ts';
import type { Stored } from '../../contract/order.ts';
import { compress } from '../../platform/gzip.ts';
import type { Engine, SerpPage } from '../../sources/serp.ts';
import { queryOf } from './collect.ts';
import { mergePages } from './merge.ts';
import type { StoredSerpRequest } from './request.ts';

type Reparsed =
  | { readonly outcome: 'updated' | 'same'; readonly data: SerpData; readonly before: number; readonly after: number }
  | { readonly outcome: 'no pages' | 'unreadable' };

export interface ReparseResult {
  readonly outcome: Reparsed['outcome'];
  /** Organic results before and after. */
  readonly before?: number;
  readonly after?: number;
}

export interface ReparseParts {
  readonly store: Pick<Store, 'fetchAny' | 'replaceBody'>;
  readonly engineOf: EngineOf;
  /** Called after a stored SERP was replaced. */
  readonly onUpdated?: () => Promise<unknown>;
}

type EngineOf = (name: StoredSerpRequest['searchEngine']) => Engine | null;

/** Replaces the stored SERP when the parsers find something else now. Null when there is no such SERP. */
export async function reparse(id: string, { store, engineOf, onUpdated }: ReparseParts): Promise<ReparseResult | null> {
  const [stored] = await store.fetchAny([id]);
  if (stored?.kind !== 'serp') return null;
  const read = await reparseSerp(stored, engineOf);
  if (!('data' in read)) return { outcome: read.outcome };
  if (read.outcome === 'updated') {
    await store.replaceBody(id, await compress(`${JSON.stringify(read.data)}}`));
    await onUpdated?.();
  }
  return { outcome: read.outcome, before: read.before, after: read.after };
}

async function reparseSerp(stored: Stored, engineOf: EngineOf): Promise<Reparsed> {
  const request = JSON.parse(stored.request) as StoredSerpRequest;
  const engine = engineOf(request.searchEngine);
  const body = stored.result?.body;
  if (!engine || !body) return { outcome: 'no pages' };
  // The stored text also contains the closing brace of the surrounding object.
  const old = JSON.parse((await readBody(body)).toString().slice(0, -1)) as SerpData;
  if (old.raw.length === 0) return { outcome: 'no pages' };
  const query = queryOf(request);
  const found: SerpPage[] = [];
  let pageRequest = engine.start(query);
  try {
    for (const text of old.raw) {
      const read = engine.parse({ request: pageRequest, url: pageRequest.url, status: 200, headers: {}, body: text }, query);
      found.push(read.found);
      if (read.next) pageRequest = read.next;
    }
  } catch {
    return { outcome: 'unreadable' };
  }
  const data = mergePages(found, request.maxResults, old.raw);
  const outcome = JSON.stringify(data) === JSON.stringify(old) ? 'same' : 'updated';
  return { outcome, data, before: old.organic.length, after: data.organic.length };
}
