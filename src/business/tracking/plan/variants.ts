// Reads search variants as composing needs them. A variant never changes, so each is read once.
import type { EngineName } from '../../../contract/vocabulary.ts';
import type { Db } from '../../../platform/db.ts';

export interface Variant {
  readonly engine: EngineName;
  readonly country: string;
  /** The stored SERP request without the keyword. */
  readonly request: string;
}

/** Throws when an account lacks one of the variants. */
export type VariantsOf = (query: Db['query'], accountId: number, ids: readonly number[]) => Promise<ReadonlyMap<number, Variant>>;

const CACHED_MAX = 10_000;
const READ = {
  name: 'tracking_variants',
  text: 'select id, engine, request::text from search_variants where account_id = $1 and id = any ($2)',
};

/** `takeovers` counts new primaries of the database. */
export function createVariantsOf(takeovers: () => number): VariantsOf {
  const cached = new Map<string, Variant>();
  let takeoversSeen = takeovers();
  return async (query, accountId, ids) => {
    // A new primary may lack the newest variants and give their ids to others.
    if (takeoversSeen !== takeovers()) cached.clear();
    takeoversSeen = takeovers();
    const wanted = [...new Set(ids)];
    const unknown = wanted.filter((id) => !cached.has(`${accountId} ${id}`));
    if (cached.size + unknown.length > CACHED_MAX) cached.clear();
    const missing = wanted.filter((id) => !cached.has(`${accountId} ${id}`));
    if (missing.length > 0) {
      const rows = await query<{ id: number; engine: EngineName; request: string }>(READ, [accountId, missing]);
      for (const { id, engine, request } of rows) {
        cached.set(`${accountId} ${id}`, { engine, country: JSON.parse(request).region?.countryCode ?? '', request });
      }
    }
    return new Map(
      wanted.map((id) => {
        const variant = cached.get(`${accountId} ${id}`);
        if (!variant) throw new Error(`account ${accountId} has no search variant ${id}`);
        return [id, variant];
      }),
    );
  };
}
