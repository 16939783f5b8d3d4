// URLs of the pages that points name.
import type { Db } from '../../../platform/db.ts';
import { integerArray } from '../../../platform/db-arrays.ts';
import type { ProjectRow } from '../types.ts';

const READ = {
  name: 'tracking_page_urls',
  text: 'select id, url from project_pages where account_id = $1 and project_id = $2 and id = any ($3::integer[])',
};

/** Returns URLs by id. Unknown ids are left out. */
export type PageUrls = (project: ProjectRow, ids: Iterable<number>) => Promise<ReadonlyMap<number, string>>;

export function createPageUrls(db: Pick<Db, 'query'>): PageUrls {
  return async ({ accountId, id }, ids) => {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const rows = await db.query<{ id: number; url: string }>(READ, [accountId, id, integerArray(wanted)]);
    return new Map(rows.map((row) => [row.id, row.url]));
  };
}
