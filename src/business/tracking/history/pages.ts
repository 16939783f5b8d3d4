// Ids of the pages that points name. Each project has its own numbers, so that ids stay small and compress well.
import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow, ReadPoint, SeenPage, Slot, StoredPoint } from '../types.ts';

export type PagesOwner = Pick<ProjectRow, 'accountId' | 'id'>;

export interface Pages {
  /** Returns the ids in the order of the pages. Unknown pages get an id. */
  idsOf(project: PagesOwner, pages: readonly SeenPage[]): Promise<number[]>;
  /** Returns the pages of these ids. */
  byId(project: PagesOwner, ids: Iterable<number>): Promise<ReadonlyMap<number, SeenPage>>;
}

/** Ids in memory, of all projects. Most pages of a day were seen the day before. */
const CACHED_MAX = 50_000;

const ASSIGN = { name: 'tracking_page_ids', text: 'select page_ids($1, $2, $3::bigint[], $4::text[], $5::text[]) as id' };
const READ = {
  name: 'tracking_pages',
  text: 'select id, url, title from project_pages where account_id = $1 and project_id = $2 and id = any ($3::integer[])',
};

/** The first 8 bytes of the SHA-256 of URL and title, as a signed number in decimal digits. */
export function hashOf({ url, title }: SeenPage): string {
  const hash = createHash('sha256')
    .update(`${url}\n${title ?? ''}`)
    .digest();
  return hash.readBigInt64BE(0).toString();
}

export function createPages(db: Pick<Db, 'query' | 'takeovers'>, cachedMax = CACHED_MAX): Pages {
  // A map keeps the order of insertion, so the entry that was unused the longest is the first.
  const cached = new Map<string, number>();
  let takeovers = db.takeovers();
  const cachedId = (key: string): number | undefined => {
    const id = cached.get(key);
    if (id === undefined) return undefined;
    cached.delete(key);
    cached.set(key, id);
    return id;
  };
  const remember = (key: string, id: number): void => {
    cached.set(key, id);
    if (cached.size > cachedMax) cached.delete(cached.keys().next().value!);
  };

  /** The ids of different pages. */
  const assign = async ({ accountId, id }: PagesOwner, hashes: readonly string[], pages: readonly SeenPage[]): Promise<number[]> => {
    const rows = await db.query<{ id: number }>(ASSIGN, [
      accountId,
      id,
      hashes,
      pages.map(({ url }) => url),
      pages.map(({ title }) => title),
    ]);
    return rows.map((row) => row.id);
  };

  return {
    idsOf: async (project, pages) => {
      // A new primary may lack the pages that the earlier one had assigned last.
      if (takeovers !== db.takeovers()) cached.clear();
      takeovers = db.takeovers();
      const hashes = pages.map(hashOf);
      const ids = new Map<string, number>();
      const unknown = new Map<string, SeenPage>();
      for (const [index, hash] of hashes.entries()) {
        const id = ids.get(hash) ?? cachedId(`${project.id}:${hash}`);
        if (id === undefined) unknown.set(hash, pages[index]!);
        else ids.set(hash, id);
      }
      if (unknown.size > 0) {
        const wanted = [...unknown.keys()];
        for (const [index, id] of (await assign(project, wanted, [...unknown.values()])).entries()) {
          ids.set(wanted[index]!, id);
          remember(`${project.id}:${wanted[index]}`, id);
        }
      }
      return hashes.map((hash) => ids.get(hash)!);
    },
    byId: async (project, ids) => {
      const wanted = [...new Set(ids)].filter((id) => id > 0);
      if (wanted.length === 0) return new Map();
      const rows = await db.query<SeenPage & { id: number }>(READ, [project.accountId, project.id, wanted]);
      return new Map(rows.map(({ id, url, title }) => [id, { url, title }]));
    },
  };
}

/** The page of the point first, then the first results. */
export const pagesOf = ({ page, top }: ReadPoint): SeenPage[] => [...(page ? [page] : []), ...top];

/** `ids` are those of `pagesOf`. */
export function withIds(read: ReadPoint, slot: Slot, ids: readonly number[]): StoredPoint {
  const { page, otherPages: _, top: __, ...rest } = read;
  return { ...rest, slot, pageId: page ? ids[0]! : 0, top: page ? ids.slice(1) : [...ids] };
}
