// Runs statements while the row of a project is locked, so that concurrent requests cannot exceed a limit of the project.
import { errors } from '../../../contract/errors.ts';
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow } from '../types.ts';

const LOCK = { name: 'tracking_project_hold', text: 'select 1 from projects where account_id = $1 and id = $2 for no key update' };

/** Throws 404 when the project was removed. */
export const inLockedProject = <Result>(
  db: Db,
  { accountId, id }: Pick<ProjectRow, 'accountId' | 'id'>,
  work: (query: Db['query']) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (query) => {
    const held = await query(LOCK, [accountId, id]);
    if (held.length === 0) throw errors.notFound();
    return work(query);
  });
