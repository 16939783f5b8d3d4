// URLs of the pages that points name.
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow } from '../types.ts';

const READ = {
  name: 'tracking_page_urls',
  text: 'select id, url from project_pages where account_id = $1 and project_id = $2 and id = any ($3::integer[])',
};

/** Returns URLs by id. Unknown ids are left out. */
export function createPageUrls(db: Db): (project: ProjectRow, ids: Iterable<number>) => Promise<ReadonlyMap<number, string>> {
  return async ({ accountId, id }, ids) => {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const rows = await db.query<{ id: number; url: string }>(READ, [accountId, id, wanted]);
    return new Map(rows.map((row) => [row.id, row.url]));
  };
}
