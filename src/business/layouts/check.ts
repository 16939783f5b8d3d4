// Judges all layouts, in one process at a time: merges them, drops the rare ones, opens and closes cases.
import type { CaseState } from '../../contract/cases.ts';
import type { Db } from '../../platform/db.ts';
import { mergesOf } from './cluster.ts';
import { type LayoutCounts, NO_COUNTS } from './counts.ts';
import { type CaseFigures, type JudgedLayout, type Judgement, judgeLayouts, limitDoubts } from './rules.ts';
import { loadLayouts, type StoredLayout } from './store.ts';
import { LAYOUTS_STORED_MAX } from './table.ts';

/** A layout that was not seen for this time is dropped, with its case. */
const UNSEEN_DAYS = 30;
/** Hours before the last week say nothing. */
const HOURS_DAYS = 8;
/** Layouts of the last hours may have been found by two workers at once. */
const MERGE_HOURS = 2;
/** Per check, engine and device. Comparing takes time that grows with their number, and a page may have names of its own. */
const CANDIDATES_MAX = 200;
const HOUR_MS = 3_600_000;

const LEASE = {
  name: 'layout_lease',
  text: `update layout_checks set checked_at = now()
    where checked_at <= now() - make_interval(secs => $1) or checked_at > now() + make_interval(secs => $1) returning true as held`,
};
/** Workers that write wait for a check, so that both never lock the same rows in different orders. */
const LOCK = { name: 'lock_layouts', text: 'lock table layouts in share row exclusive mode' };
const FIGURES = {
  name: 'layout_figures',
  text: `select layout_id, period, pages::double precision as pages, judged::double precision as judged, found::double precision as found,
      requested::double precision as requested, unparsed::double precision as unparsed, suspect::double precision as suspect,
      filled::double precision[] as filled
    from layout_figures($1)`,
};
const CASE_STATES = { name: 'layout_case_states', text: 'select layout_id, state, figures from cases' };
const NOW = { name: 'layout_now', text: 'select extract(epoch from now())::double precision * 1000 as now' };
const DOUBT = {
  name: 'layout_doubts',
  text: `update layouts l set doubt = j.doubt from unnest($1::text[], $2::json[]) as j (id, doubt)
    where l.id = j.id and l.doubt::text is distinct from j.doubt::text`,
};
const OPEN = {
  name: 'open_cases',
  text: `insert into cases as c (layout_id, engine, device, kind, figures)
    select l.id, l.engine, l.device, j.kind, j.figures from unnest($1::text[], $2::text[], $3::json[]) as j (id, kind, figures) join layouts l on l.id = j.id
    order by l.id
    on conflict (layout_id) do update set seen_at = now(),
      kind = excluded.kind, figures = excluded.figures,
      opened_at = case when c.state = 'open' then c.opened_at else now() end, state = 'open', closed_at = null, changed_by = null
      where c.state <> 'dismissed'`,
};
const CLOSE = {
  name: 'close_cases',
  text: `update cases c set state = j.state, closed_at = now() from unnest($1::text[], $2::text[]) as j (id, state)
    where c.layout_id = j.id and c.state = 'open'`,
};
const MERGE_HOURS_OF = {
  name: 'merge_layout_hours',
  text: `insert into layout_hours as h (layout_id, hour, pages, judged, found, requested, filled, unparsed, suspect)
    select $2, hour, pages, judged, found, requested, filled, unparsed, suspect from layout_hours where layout_id = $1
    on conflict (layout_id, hour) do update set pages = h.pages + excluded.pages, judged = h.judged + excluded.judged,
      found = h.found + excluded.found, requested = h.requested + excluded.requested,
      unparsed = h.unparsed + excluded.unparsed, suspect = h.suspect + excluded.suspect,
      filled = array(select coalesce(u.stored, 0) + coalesce(u.added, 0)
        from unnest(h.filled, excluded.filled) with ordinality as u (stored, added, n) order by u.n)`,
};
const MERGE_PAGES = {
  name: 'merge_layout_pages',
  text: `update layouts l set pages = l.pages + f.pages, first_seen = least(l.first_seen, f.first_seen), last_seen = greatest(l.last_seen, f.last_seen)
    from layouts f where l.id = $2 and f.id = $1`,
};
const REMOVE = { name: 'remove_layouts', text: 'delete from layouts where id = any ($1::text[])' };
/** The frequent and recent layouts stay, and all with an open case. */
const RARE = {
  name: 'rare_layouts',
  text: `delete from layouts where id in (
      select l.id from (select id, last_seen, row_number() over (partition by engine order by date_trunc('day', last_seen) desc, pages desc, id) as place from layouts) as l
      where (l.place > $1 or l.last_seen < now() - make_interval(days => $2))
        and not exists (select 1 from cases c where c.layout_id = l.id and c.state = 'open'))`,
};
const OLD_HOURS = { name: 'old_layout_hours', text: 'delete from layout_hours where hour < now() - make_interval(days => $1)' };
/** Samples of layouts that turned out to be understood, or whose case was dismissed. */
const NEEDLESS = {
  name: 'needless_case_pages',
  text: `delete from case_pages p using layouts l where l.id = p.layout_id
      and ((l.doubt is null and not exists (select 1 from cases c where c.layout_id = l.id))
        or exists (select 1 from cases c where c.layout_id = l.id and c.state = 'dismissed'))`,
};

/** Returns the number of cases that this check opened, or null when another process has checked within the lease. */
export async function checkLayouts(db: Pick<Db, 'query' | 'transaction'>, leaseSeconds: number): Promise<number | null> {
  const [lease] = await db.query<{ held: boolean }>(LEASE, [leaseSeconds]);
  if (!lease) return null;
  return db.transaction(async (query) => {
    await query(LOCK);
    const before = await query<{ layout_id: string; state: CaseState; figures: string }>(CASE_STATES);
    const states = new Map(before.map(({ layout_id, state }) => [layout_id, state]));
    const openedBy = new Map(before.map(({ layout_id, figures }) => [layout_id, JSON.parse(figures) as CaseFigures]));
    const now = (await query<{ now: number }>(NOW))[0]!.now;
    await mergeTwins(query, await loadLayouts({ query }), now, states);
    const judgements = limitDoubts(await judgeAll(query, now, states, openedBy), (id) => states.get(id) === 'open');
    await query(DOUBT, [judgements.map(({ id }) => id), judgements.map(({ doubt }) => (doubt === null ? null : JSON.stringify(doubt)))]);
    const opening = judgements.filter(({ kind, id }) => kind !== null && states.get(id) !== 'dismissed');
    const closing = judgements.filter(({ kind, closes }) => kind === null && closes !== null);
    if (opening.length > 0)
      await query(OPEN, [
        opening.map(({ id }) => id),
        opening.map(({ kind }) => kind),
        opening.map(({ figures }) => JSON.stringify(figures)),
      ]);
    if (closing.length > 0) await query(CLOSE, [closing.map(({ id }) => id), closing.map(({ closes }) => closes)]);
    await query(RARE, [LAYOUTS_STORED_MAX, UNSEEN_DAYS]);
    await query(OLD_HOURS, [HOURS_DAYS]);
    await query(NEEDLESS);
    return opening.filter(({ id }) => states.get(id) !== 'open').length;
  });
}

async function mergeTwins(
  query: Db['query'],
  layouts: readonly StoredLayout[],
  now: number,
  states: ReadonlyMap<string, CaseState>,
): Promise<void> {
  for (const group of groupsOf(layouts)) {
    const young = group
      .filter(({ firstSeen, id }) => firstSeen > now - MERGE_HOURS * HOUR_MS && !states.has(id))
      .sort((one, other) => other.pages - one.pages)
      .slice(0, CANDIDATES_MAX);
    for (const { from, into } of mergesOf(group, young)) {
      await query(MERGE_HOURS_OF, [from.id, into.id]);
      await query(MERGE_PAGES, [from.id, into.id]);
      await query(REMOVE, [[from.id]]);
    }
  }
}

interface FiguresRow extends LayoutCounts {
  readonly layout_id: string;
  readonly period: 0 | 1 | 2;
}

/** Returns the figures of each layout by period. */
export async function readFigures(db: Pick<Db, 'query'>, engine: string | null): Promise<Map<string, LayoutCounts[]>> {
  const figures = new Map<string, LayoutCounts[]>();
  for (const { layout_id, period, ...counts } of await db.query<FiguresRow>(FIGURES, [engine])) {
    const periods = figures.get(layout_id) ?? [NO_COUNTS, NO_COUNTS, NO_COUNTS];
    periods[period] = counts;
    figures.set(layout_id, periods);
  }
  return figures;
}

async function judgeAll(
  query: Db['query'],
  now: number,
  states: ReadonlyMap<string, CaseState>,
  openedBy: ReadonlyMap<string, CaseFigures>,
): Promise<(Judgement & { readonly engine: string })[]> {
  const figures = await readFigures({ query }, null);
  return groupsOf(await loadLayouts({ query })).flatMap((group) => {
    const judged = group.map(({ id, firstSeen }): JudgedLayout => {
      const [recent = NO_COUNTS, day = NO_COUNTS, week = NO_COUNTS] = figures.get(id) ?? [];
      const caseState = states.get(id) ?? null;
      return {
        id,
        firstSeenDaysAgo: (now - firstSeen) / (24 * HOUR_MS),
        recent,
        day,
        week,
        caseState,
        caseFigures: openedBy.get(id) ?? null,
      };
    });
    return judgeLayouts(judged).map((judgement) => ({ ...judgement, engine: group[0]!.engine }));
  });
}

/** Returns the layouts of each engine and device. */
export function groupsOf<Layout extends { readonly engine: string; readonly device: string }>(layouts: readonly Layout[]): Layout[][] {
  const groups = new Map<string, Layout[]>();
  for (const layout of layouts) {
    const key = `${layout.engine}/${layout.device}`;
    groups.set(key, [...(groups.get(key) ?? []), layout]);
  }
  return [...groups.values()];
}
