// Statements about layouts and their sample pages.
import type { CaseState, Device, PageOutcome } from '../../contract/cases.ts';
import type { Db } from '../../platform/db.ts';
import { type PageSketches, sketchFromBytes, sketchToBytes } from '../../platform/sketch.ts';
import type { LayoutCounts, YieldCounts } from './counts.ts';
import type { Doubt } from './rules.ts';

export interface StoredLayout {
  readonly id: string;
  readonly engine: string;
  readonly device: Device;
  readonly sketches: PageSketches;
  /** Milliseconds since 1970. */
  readonly firstSeen: number;
  /** Days since then, by the clock of the database. */
  readonly ageDays: number;
  readonly pages: number;
  readonly doubt: Doubt | null;
  readonly caseState: CaseState | null;
  readonly samples: number;
}

export interface SeenLayout extends LayoutCounts {
  readonly id: string;
  readonly engine: string;
  readonly device: Device;
  readonly sketches: PageSketches;
}

/** The fields of a query that parsing needs. Custom options are not among them: pages of such requests are not kept. */
export interface CaseQuery {
  readonly engine: string;
  readonly keyword: string;
  readonly region: {
    readonly canonicalName: string;
    readonly countryCode: string;
    readonly type: string | null;
    readonly latitude: number;
    readonly longitude: number;
  };
  readonly language: string;
  readonly isMobile: boolean;
  readonly maxResults: number;
}

export interface SamplePage {
  readonly layoutId: string;
  readonly objectId: string;
  readonly query: CaseQuery;
  readonly contentType: string;
  readonly status: number;
  readonly outcome: PageOutcome;
  readonly reason: string | null;
  /** Items by array. Null when the page could not be parsed. */
  readonly found: object | null;
  readonly body: { readonly bytes: Buffer; readonly size: number };
}

const RECORD = { name: 'record_layouts', text: 'select record_layouts($1)' };
const LOAD = {
  name: 'load_layouts',
  text: `select l.id, l.engine, l.device, l.shapes, l.names, extract(epoch from l.first_seen)::double precision * 1000 as first_seen,
      extract(epoch from now() - l.first_seen)::double precision / 86400 as age_days,
      l.pages::double precision as pages, l.doubt, (select c.state from cases c where c.layout_id = l.id) as case_state,
      case when l.doubt is null then 0 else (select count(*) from case_pages p where p.layout_id = l.id) end::integer as samples
    from layouts l where $1::text is null or l.engine = $1 order by l.last_seen desc limit $2`,
};
/** Of the last week, without a row for a layout that was not seen in it. */
const YIELDS = {
  name: 'layout_yields',
  text: `select layout_id, sum(judged)::double precision as judged, sum(found)::double precision as found,
      sum(requested)::double precision as requested
    from layout_hours where hour >= now() - interval '7 days' group by layout_id`,
};
const KEEP = { name: 'keep_case_page', text: 'select keep_case_page($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as kept' };
/** More than 20 engines with the most layouts that one may have. */
const LOADED_MAX = 10_000;

interface LayoutRow extends Omit<StoredLayout, 'sketches' | 'firstSeen' | 'ageDays' | 'doubt' | 'caseState'> {
  readonly doubt: string | null;
  readonly shapes: Buffer;
  readonly names: Buffer;
  readonly first_seen: number;
  readonly age_days: number;
  readonly case_state: CaseState | null;
}

export async function recordLayouts(db: Pick<Db, 'query'>, seen: readonly SeenLayout[]): Promise<void> {
  const rows = seen.map(({ sketches, ...row }) => ({
    ...row,
    shapes: sketchToBytes(sketches.shapes).toString('hex'),
    names: sketchToBytes(sketches.names).toString('hex'),
  }));
  await db.query(RECORD, [JSON.stringify(rows)]);
}

export async function loadLayouts(db: Pick<Db, 'query'>, engine: string | null = null): Promise<StoredLayout[]> {
  const rows = await db.query<LayoutRow>(LOAD, [engine, LOADED_MAX]);
  return rows.map(({ shapes, names, first_seen, age_days, doubt, case_state, ...row }) => ({
    ...row,
    doubt: doubt === null ? null : (JSON.parse(doubt) as Doubt),
    caseState: case_state,
    firstSeen: first_seen,
    ageDays: age_days,
    sketches: { shapes: sketchFromBytes(shapes), names: sketchFromBytes(names) },
  }));
}

export async function loadYields(db: Pick<Db, 'query'>): Promise<Map<string, YieldCounts>> {
  const rows = await db.query<YieldCounts & { readonly layout_id: string }>(YIELDS);
  return new Map(rows.map(({ layout_id, ...yields }) => [layout_id, yields]));
}

/** Returns false when the layout has enough samples, or when the page must not be kept. */
export async function keepCasePage(db: Pick<Db, 'query'>, page: SamplePage, pagesMax: number, retentionDays: number): Promise<boolean> {
  const { layoutId, objectId, query, contentType, status, outcome, reason, found, body } = page;
  const json = found === null ? null : JSON.stringify(found);
  const values = [layoutId, objectId, JSON.stringify(query), contentType, status, outcome, reason, json, body.bytes, body.size];
  const [row] = await db.query<{ kept: boolean }>(KEEP, [...values, pagesMax, retentionDays]);
  return row?.kept === true;
}
