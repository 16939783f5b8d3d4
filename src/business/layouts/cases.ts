// Reads layouts and cases for operators, with their sample pages, and records what operators decide.
import type { Case, CaseDetail, CaseKind, CaseList, CasePage, CaseState, Device, Layout, LayoutList } from '../../contract/cases.ts';
import { toDateTime } from '../../contract/dates.ts';
import { ITEM_ARRAYS } from '../../contract/items.ts';
import type { Db } from '../../platform/db.ts';
import { decompress } from '../../platform/gzip.ts';
import type { Audit } from '../accounts/audit.ts';
import { groupsOf, readFigures } from './check.ts';
import { NO_COUNTS, sumOf, yieldIn, yieldsOf } from './counts.ts';
import { type CaseFigures, summaryOf } from './rules.ts';
import { type ShowPage, type StoredCasePage, sampleView } from './samples.ts';
import type { CaseQuery } from './store.ts';

export const CASE_ACTIONS = ['dismiss', 'reopen'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

export interface CaseAccess {
  layouts(engine: string | null): Promise<LayoutList>;
  list(): Promise<CaseList>;
  detail(id: string): Promise<CaseDetail | null>;
  page(id: string, n: number): Promise<StoredCasePage | null>;
  /** Returns the case, or null when it does not exist. */
  change(id: string, action: CaseAction, by: string): Promise<Case | null>;
}

const LAYOUTS_MAX = 1000;
const CASES_MAX = 500;

const CASE_COLUMNS = `c.id, c.layout_id, c.engine, c.device, c.kind, c.state, c.figures, c.opened_at, c.seen_at, c.closed_at, c.changed_by,
  (select count(*) from case_pages p where p.layout_id = c.layout_id and p.expires_at > now())::integer as pages`;
const LIST = {
  name: 'list_cases',
  text: `select ${CASE_COLUMNS} from cases c order by c.state <> 'open', c.opened_at desc, c.id limit ${CASES_MAX}`,
};
const ONE = { name: 'one_case', text: `select ${CASE_COLUMNS} from cases c where c.id = $1` };
const PAGES = {
  name: 'case_pages',
  text: `select c.id as "caseId", p.n, p.object_id as "objectId", p.kept_at as "keptAt", p.expires_at as "expiresAt", p.query, p.content_type as "contentType",
      p.status, p.outcome, p.reason, p.found, p.body, p.body_size as size
    from case_pages p join cases c on c.layout_id = p.layout_id
    where ($1::text is null or c.id = $1) and ($2::integer is null or p.n = $2) and p.expires_at > now() order by c.opened_at, c.id, p.n`,
};
/** One case at a time, because pages are large. */
const WITH_PAGES = {
  name: 'cases_with_pages',
  text: `select c.id, count(*)::integer as pages from cases c join case_pages p on p.layout_id = c.layout_id
    where p.expires_at > now() group by c.id order by c.opened_at, c.id`,
};
const CHANGE = {
  name: 'change_case',
  text: `update cases set state = $2, changed_by = $3, closed_at = case when $2 = 'open' then null else now() end
    where id = $1 and (state = 'open') <> ($2 = 'open') returning id`,
};
/** Waits for a check, and for workers that keep a page of this layout. */
const END_DOUBT = { name: 'end_doubt', text: 'update layouts l set doubt = null from cases c where c.id = $1 and l.id = c.layout_id' };
const REMOVE_PAGES = {
  name: 'remove_case_pages',
  text: 'delete from case_pages p using cases c where c.id = $1 and p.layout_id = c.layout_id',
};
const LAYOUTS = {
  name: 'list_layouts',
  text: `select l.id, l.engine, l.device, l.first_seen, l.last_seen, l.pages::double precision as pages, c.id as case_id
    from layouts l left join cases c on c.layout_id = l.id
    where $1::text is null or l.engine = $1 order by l.engine, l.device, l.pages desc, l.id limit ${LAYOUTS_MAX}`,
};

interface CaseRow {
  readonly id: string;
  readonly layout_id: string;
  readonly engine: string;
  readonly device: Device;
  readonly kind: CaseKind;
  readonly state: CaseState;
  readonly figures: string;
  readonly opened_at: Date;
  readonly seen_at: Date;
  readonly closed_at: Date | null;
  readonly changed_by: string | null;
  readonly pages: number;
}

interface LayoutRow {
  readonly id: string;
  readonly engine: string;
  readonly device: Device;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly pages: number;
  readonly case_id: string | null;
}

const viewOf = (row: CaseRow): Case => {
  const figures = JSON.parse(row.figures) as CaseFigures;
  return {
    id: row.id,
    layoutId: row.layout_id,
    engine: row.engine,
    device: row.device,
    kind: row.kind,
    state: row.state,
    summary: summaryOf(row.engine, row.kind, figures),
    figures: { ...figures, arrays: [...figures.arrays] },
    openedAt: toDateTime(row.opened_at),
    seenAt: toDateTime(row.seen_at),
    closedAt: toDateTime(row.closed_at),
    changedBy: row.changed_by,
    pages: row.pages,
  };
};

export const readCases = async (db: Pick<Db, 'query'>): Promise<Case[]> => (await db.query<CaseRow>(LIST)).map(viewOf);

export const casesWithPages = (db: Pick<Db, 'query'>): Promise<{ id: string; pages: number }[]> => db.query(WITH_PAGES);

interface PageRow extends Omit<StoredCasePage, 'body' | 'query' | 'found'> {
  readonly query: string;
  readonly found: string | null;
  readonly body: Buffer;
  readonly size: number;
}

export async function readCasePages(db: Pick<Db, 'query'>, id: string, n: number | null = null): Promise<StoredCasePage[]> {
  const rows = await db.query<PageRow>(PAGES, [id, n]);
  const pages: StoredCasePage[] = [];
  for (const { body, size, query, found, ...page } of rows) {
    pages.push({
      ...page,
      query: JSON.parse(query) as CaseQuery,
      found: found === null ? null : (JSON.parse(found) as Record<string, unknown>),
      body: (await decompress(body, size)).toString(),
    });
  }
  return pages;
}

export function createCaseAccess(db: Db, audit: Audit, show: ShowPage): CaseAccess {
  const one = async (id: string): Promise<Case | null> => {
    const [row] = await db.query<CaseRow>(ONE, [id]);
    return row ? viewOf(row) : null;
  };
  return {
    layouts: (engine) => readLayouts(db, engine),
    list: async () => ({ items: await readCases(db) }),
    detail: async (id) => {
      const found = await one(id);
      if (found === null) return null;
      const samples: CasePage[] = [];
      for (const page of await readCasePages(db, id)) samples.push(sampleView(page, await show(page.body, page.query.engine)));
      return { ...found, samples };
    },
    page: async (id, n) => (await readCasePages(db, id, n))[0] ?? null,
    change: async (id, action, by) => {
      const isDismissed = action === 'dismiss';
      await db.transaction(async (query) => {
        if (isDismissed) await query(END_DOUBT, [id]);
        const [changed] = await query<{ id: string }>(CHANGE, [id, isDismissed ? 'dismissed' : 'open', by]);
        if (!changed) return;
        if (isDismissed) await query(REMOVE_PAGES, [id]);
        await audit.record(query, `case.${action}`, id, {}, by);
      });
      return one(id);
    },
  };
}

async function readLayouts(db: Pick<Db, 'query'>, engine: string | null): Promise<LayoutList> {
  const rows = await db.query<LayoutRow>(LAYOUTS, [engine]);
  const figures = await readFigures(db, engine);
  const periodsOf = (id: string) => figures.get(id) ?? [NO_COUNTS, NO_COUNTS, NO_COUNTS];
  return {
    items: groupsOf(rows).flatMap((group) => {
      const totals = [0, 1, 2].map((period) => group.reduce((sum, { id }) => sum + periodsOf(id)[period]!.pages, 0));
      const all = yieldsOf(group.flatMap(({ id }) => periodsOf(id)));
      return group.map((row): Layout => {
        const periods = periodsOf(row.id);
        const own = sumOf(periods);
        const others = { found: all.found - own.found, requested: all.requested - own.requested };
        const shareIn = (period: 0 | 1 | 2): number | null => (totals[period] === 0 ? null : periods[period]!.pages / totals[period]!);
        const filled = ITEM_ARRAYS.flatMap((name, n) => ((own.filled[n] ?? 0) > 0 ? [[name, own.filled[n]! / own.judged] as const] : []));
        return {
          id: row.id,
          engine: row.engine,
          device: row.device,
          firstSeen: toDateTime(row.first_seen),
          lastSeen: toDateTime(row.last_seen),
          pages: row.pages,
          shares: { hour: shareIn(0), day: shareIn(1), week: shareIn(2) },
          yield: yieldIn(own),
          neighboursYield: yieldIn(others),
          filled: Object.fromEntries(filled),
          unparsed: own.unparsed,
          suspect: own.suspect,
          caseId: row.case_id,
        };
      });
    }),
  };
}
