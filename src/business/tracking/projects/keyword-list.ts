// Reads tracked keywords with their newest facts: a filtered table, one keyword, and pages for exports.
import type { KeywordsQuery, TrackedKeyword } from '../../../contract/tracking-keywords.ts';
import type { Db } from '../../../platform/db.ts';
import type { TrackedKeywords } from '../interfaces.ts';
import type { ProjectRow } from '../types.ts';
import { foldTag } from './keyword-fields.ts';
import {
  compareSorted,
  FILTER,
  filterValues,
  readCursor,
  type Sorted,
  type SortRow,
  sortValue,
  type VisitsOf,
  writeCursor,
} from './keyword-filter.ts';
import { type KeywordRow, keywordOf, ROW_COLUMNS, type VariantRow } from './keyword-row.ts';

export interface KeywordListParts {
  /** The expected share of clicks at a position, by the curve of the project. 0: not found. */
  readonly clickShare: (project: ProjectRow, position: number, hasAiAnswer: boolean) => number;
}

const TABLE = `from tracked_keywords k
  left join keyword_states t on t.account_id = k.account_id and t.project_id = k.project_id and t.keyword_id = k.id
  left join project_pages g on g.account_id = k.account_id and g.project_id = k.project_id and g.id = t.page_id`;

/** Only what filters and orders need, because most rows of a large project are not on the page. */
const SORTED = {
  name: 'tracking_keyword_order',
  text: `select k.id, k.keyword, k.created_at, k.volume, t.last_slot, t.position, t.depth, t.features, t.position_1, t.position_7,
      t.position_30, t.best_position
    ${TABLE} join search_variants v on v.account_id = k.account_id and v.id = k.variant_id
    where k.account_id = $1 and k.project_id = $2 and ${FILTER}`,
};
const BY_ID = {
  name: 'tracking_keyword_table',
  text: `select ${ROW_COLUMNS} ${TABLE} where k.account_id = $1 and k.project_id = $2 and k.id = any ($3::integer[])`,
};
const PAGE = {
  name: 'tracking_keyword_page',
  text: `select ${ROW_COLUMNS} ${TABLE}
    where k.account_id = $1 and k.project_id = $2 and k.id > $3
      and ($4::text[] is null or array(select lower(tag) from unnest(k.tags) as tag) && $4)
    order by k.id limit $5`,
};
const VARIANTS = {
  name: 'tracking_variant_names',
  text: `select id, engine, request -> 'region' ->> 'canonicalName' as region, language, is_mobile
    from search_variants where account_id = $1 and id = any ($2::integer[])`,
};

const LIMIT_DEFAULT = 100;
const EXPORT_ROWS = 1000;
/** Has an AI answer: the first bit of `FEATURES`. */
const AI_ANSWER = 1;

export function createKeywordList(db: Db, { clickShare }: KeywordListParts): Pick<TrackedKeywords, 'list' | 'get' | 'pages'> {
  const visitsIn =
    (project: ProjectRow): VisitsOf =>
    ({ volume, position, features }) =>
      volume === null || position === null
        ? null
        : Math.round(volume * clickShare(project, position, ((features ?? 0) & AI_ANSWER) > 0) * 10) / 10;

  const shown = async (project: ProjectRow, rows: readonly KeywordRow[]): Promise<TrackedKeyword[]> => {
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ variant_id }) => variant_id))];
    const found = await db.query<VariantRow>(VARIANTS, [project.accountId, ids]);
    const variants = new Map(found.map((variant) => [variant.id, variant]));
    return rows.map((row) => keywordOf(row, variants.get(row.variant_id)!, visitsIn(project)));
  };
  const byId = async (project: ProjectRow, ids: readonly number[]): Promise<TrackedKeyword[]> => {
    const rows = await db.query<KeywordRow>(BY_ID, [project.accountId, project.id, ids]);
    const byNumber = new Map(rows.map((row) => [row.id, row]));
    return shown(
      project,
      // A keyword may have been removed since the order was read.
      ids.flatMap((id) => byNumber.get(id) ?? []),
    );
  };

  const list = async (project: ProjectRow, query: KeywordsQuery) => {
    const { sort = 'keyword', descending = false, limit = LIMIT_DEFAULT, after } = query;
    const start = after === undefined ? null : readCursor(after, sort, descending);
    const rows = await db.query<SortRow>(SORTED, [project.accountId, project.id, ...filterValues(query)]);
    const visitsOf = visitsIn(project);
    const compare = compareSorted(descending);
    const sorted = rows.map((row): Sorted => ({ id: row.id, value: sortValue(row, sort, visitsOf) })).sort(compare);
    const first = start === null ? 0 : sorted.findIndex((each) => compare(each, start) > 0);
    const page = first < 0 ? [] : sorted.slice(first, first + limit);
    const hasMore = first >= 0 && first + limit < sorted.length;
    return {
      items: await byId(
        project,
        page.map(({ id }) => id),
      ),
      total: rows.length,
      next: hasMore ? writeCursor({ ...page.at(-1)!, sort, descending }) : null,
    };
  };

  return {
    list,
    get: async (project, id) => {
      const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0;
      if (number === 0 || number > 2_147_483_647) return null;
      return (await byId(project, [number]))[0] ?? null;
    },
    pages: async function* (project, tags) {
      const folded = tags.length > 0 ? tags.map((tag) => foldTag(tag.trim())) : null;
      let last = 0;
      for (;;) {
        const rows = await db.query<KeywordRow>(PAGE, [project.accountId, project.id, last, folded, EXPORT_ROWS]);
        if (rows.length > 0) yield await shown(project, rows);
        if (rows.length < EXPORT_ROWS) return;
        last = rows.at(-1)!.id;
      }
    },
  };
}
