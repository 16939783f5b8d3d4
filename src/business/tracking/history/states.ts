// Derives the states of keywords from inserted points. `record_points()` does the same for checks.
import type { Db } from '../../../platform/db.ts';
import type { ProjectRow } from '../types.ts';
import { isJudged, RECENT_MAX, toJudged } from './compare.ts';
import { groupBy } from './months.ts';
import type { KeywordPoint } from './rows.ts';

/** A newer state stays; only its best position may improve. `offset 0` keeps each lookup a probe by key. */
const UPSERT = {
  name: 'tracking_insert_states',
  text: `insert into keyword_states as t (account_id, project_id, keyword_id, last_slot, last_code, position, rank, depth, page_id, features, owned,
      cited, best_position, best_slot, recent)
    select $1, $2, n.keyword_id, n.slot, n.code, n.position, n.rank, n.depth, n.page_id, n.features, n.owned, n.cited, n.best_position, n.best_slot, n.recent
    from json_to_recordset($3) as n (keyword_id integer, slot integer, code smallint, position smallint, rank smallint, depth smallint,
      page_id integer, features smallint, owned smallint, cited smallint, best_position smallint, best_slot integer, recent json)
    where exists (select 1 from tracked_keywords k where k.account_id = $1 and k.project_id = $2 and k.id = n.keyword_id offset 0)
    order by n.keyword_id
    on conflict (account_id, project_id, keyword_id) do update
    set last_slot = greatest(t.last_slot, excluded.last_slot),
      last_code = case when excluded.last_slot > t.last_slot then excluded.last_code else t.last_code end,
      position = case when excluded.last_slot > t.last_slot then excluded.position else t.position end,
      rank = case when excluded.last_slot > t.last_slot then excluded.rank else t.rank end,
      depth = case when excluded.last_slot > t.last_slot then excluded.depth else t.depth end,
      page_id = case when excluded.last_slot > t.last_slot then excluded.page_id else t.page_id end,
      features = case when excluded.last_slot > t.last_slot then excluded.features else t.features end,
      owned = case when excluded.last_slot > t.last_slot then excluded.owned else t.owned end,
      cited = case when excluded.last_slot > t.last_slot then excluded.cited else t.cited end,
      failures = case when excluded.last_slot > t.last_slot then 0 else t.failures end,
      recent = case when excluded.last_slot > t.last_slot then excluded.recent else t.recent end,
      best_position = least(t.best_position, excluded.best_position),
      best_slot = case when t.best_position <= excluded.best_position then t.best_slot else coalesce(excluded.best_slot, t.best_slot) end`,
};
/** Earlier points may have come after the newest one. Any judged code will do: the position says whether the domain was found. */
const EARLIER = {
  name: 'tracking_earlier_positions',
  text: `update keyword_states t
    set position_1 = earlier_position(t.account_id, t.project_id, t.keyword_id, t.last_slot, 1, 1::smallint, t.position, t.depth),
      position_7 = earlier_position(t.account_id, t.project_id, t.keyword_id, t.last_slot, 7, 1::smallint, t.position, t.depth),
      position_30 = earlier_position(t.account_id, t.project_id, t.keyword_id, t.last_slot, 30, 1::smallint, t.position, t.depth)
    where t.account_id = $1 and t.project_id = $2 and t.keyword_id = any ($3::integer[]) and t.depth > 0`,
};

export type InsertedPoint = KeywordPoint & { readonly url: string | null };

export async function refreshStates(query: Db['query'], { accountId, id }: ProjectRow, points: readonly InsertedPoint[]): Promise<void> {
  const byKeyword = groupBy(points.filter(isJudged), ({ keywordId }) => keywordId);
  if (byKeyword.size === 0) return;
  const rows = [...byKeyword].map(([keywordId, some]) => stateOf(keywordId, some));
  await query(UPSERT, [accountId, id, JSON.stringify(rows)]);
  await query(EARLIER, [accountId, id, [...byKeyword.keys()]]);
}

function stateOf(keywordId: number, points: readonly InsertedPoint[]): object {
  const newest = [...points].sort((a, b) => b.slot - a.slot);
  const found = newest.filter(({ position }) => position > 0);
  const best = found.reduce<InsertedPoint | null>((known, point) => (known && known.position <= point.position ? known : point), null);
  const { slot, code, position, rank, depth, pageId, features, owned, cited } = newest[0]!;
  return {
    keyword_id: keywordId,
    slot,
    code,
    position,
    rank,
    depth,
    page_id: pageId,
    features,
    owned,
    cited,
    best_position: best?.position ?? null,
    best_slot: best?.slot ?? null,
    recent: newest.slice(0, RECENT_MAX).map(({ keywordId: _, url, ...point }) => toJudged(point, url)),
  };
}
