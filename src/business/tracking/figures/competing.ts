// Reads the points of keywords whose own pages may compete, of the 30 days before a time.
import type { Db } from '../../../platform/db.ts';
import { monthStart, readHotMonths } from '../history/months.ts';
import { type KeywordPoint, keywordPointOf, POINT_COLUMNS, type PointRow } from '../history/rows.ts';
import type { History, SlotRange } from '../interfaces.ts';
import { MINUTES_A_DAY } from '../slots.ts';
import type { ProjectRow, Slot } from '../types.ts';

const DAYS = 30;
/** Keywords that are examined. A project with more of them has other problems. */
const KEYWORDS_MAX = 500;

/** Reads no bytes of the first results, so that most keywords cost little. */
const CHANGED = {
  name: 'tracking_competing_changed',
  text: `select keyword_id as id from rank_points
    where account_id = $1 and project_id = $2 and slot >= $3 and slot < $4 and page_id > 0
    group by keyword_id having count(distinct page_id) > 1 order by count(distinct page_id) desc, keyword_id limit $5`,
};
const POINTS = {
  name: 'tracking_competing_points',
  text: `select ${POINT_COLUMNS} from rank_points
    where account_id = $1 and project_id = $2 and slot >= $3 and slot < $4 and keyword_id = any ($5::integer[]) order by slot`,
};

/**
 * Returns points by keyword, oldest first: of keywords with several ranking pages in the period, and of those in
 * `suspects`, whose newest point has several own pages. Only keywords in `allowed`.
 */
export async function readCompeting(
  db: Pick<Db, 'query'>,
  history: Pick<History, 'ofProject'>,
  project: ProjectRow,
  until: Slot,
  suspects: readonly number[],
  allowed: ReadonlySet<number>,
): Promise<Map<number, KeywordPoint[]>> {
  const range = { from: until - DAYS * MINUTES_A_DAY, to: until };
  const where = [project.accountId, project.id, range.from, range.to];
  const hotMonths = await readHotMonths(db.query);
  if (!hotMonths.includes(monthStart(range.from))) return byKeyword(await readAll(history, project, range, allowed));
  const changed = await db.query<{ id: number }>(CHANGED, [...where, KEYWORDS_MAX]);
  const ids = [...new Set([...changed.map(({ id }) => id), ...suspects])].filter((id) => allowed.has(id)).slice(0, KEYWORDS_MAX);
  if (ids.length === 0) return new Map();
  return byKeyword((await db.query<PointRow>(POINTS, [...where, ids])).map(keywordPointOf));
}

/** Packed months hold one row per keyword, so all of them are read. */
async function readAll(history: Pick<History, 'ofProject'>, project: ProjectRow, range: SlotRange, allowed: ReadonlySet<number>) {
  const points: KeywordPoint[] = [];
  for await (const some of history.ofProject(project, range)) points.push(...some.filter(({ keywordId }) => allowed.has(keywordId)));
  return points;
}

function byKeyword(points: readonly KeywordPoint[]): Map<number, KeywordPoint[]> {
  const groups = new Map<number, KeywordPoint[]>();
  for (const point of points) {
    const group = groups.get(point.keywordId);
    if (group) group.push(point);
    else groups.set(point.keywordId, [point]);
  }
  return groups;
}
