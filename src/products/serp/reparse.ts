// Parses the raw pages of a finished SERP again, so that fixed parsers correct old objects.

import { readBody } from '../../business/orders/body.ts';
import type { SerpData } from '../../contract/items.ts';
import type { Stored } from '../../contract/order.ts';
import type { Engine, SerpPage } from '../../sources/serp.ts';
import { queryOf } from './collect.ts';
import { mergePages } from './merge.ts';
import type { StoredSerpRequest } from './request.ts';

export type Reparsed =
  | { readonly outcome: 'updated' | 'same'; readonly data: SerpData; readonly before: number; readonly after: number }
  | { readonly outcome: 'no pages' | 'unreadable' };

export async function reparseSerp(stored: Stored, engineOf: (name: StoredSerpRequest['searchEngine']) => Engine | null): Promise<Reparsed> {
  const request = JSON.parse(stored.request) as StoredSerpRequest;
  const engine = engineOf(request.searchEngine);
  const body = stored.result?.body;
  if (!engine || !body) return { outcome: 'no pages' };
  // The stored text also contains the closing brace of the surrounding object.
  const old = JSON.parse((await readBody(body)).toString().slice(0, -1)) as SerpData;
  if (old.raw.length === 0) return { outcome: 'no pages' };
  const ask = queryOf(request);
  const found: SerpPage[] = [];
  let address = engine.start(ask);
  try {
    for (const text of old.raw) {
      const read = engine.parse({ request: address, url: address.url, status: 200, headers: {}, body: text }, ask);
      found.push(read.found);
      if (read.next) address = read.next;
    }
  } catch {
    return { outcome: 'unreadable' };
  }
  const data = mergePages(found, request.maxResults, old.raw);
  const outcome = JSON.stringify(data) === JSON.stringify(old) ? 'same' : 'updated';
  return { outcome, data, before: old.organic.length, after: data.organic.length };
}
