// Rows of the keyword table, as the API returns them.
import { toDateTime } from '../../../contract/dates.ts';
import { type CheckState, FEATURES, type Feature, POINT_CODES, type PointCode } from '../../../contract/tracking.ts';
import type { Change, TrackedKeyword } from '../../../contract/tracking-keywords.ts';
import type { EngineName } from '../../../contract/vocabulary.ts';
import { movementOf } from '../history/compare.ts';
import { dayText, slotText } from '../slots.ts';
import type { SortRow, VisitsOf } from './keyword-filter.ts';

export const ROW_COLUMNS = `k.id, k.variant_id, k.keyword, k.tags, k.starred, k.enabled, k.target_url, k.note, k.volume, k.created_at,
  t.last_slot, t.last_code, t.position, t.rank, t.depth, t.features, t.owned, t.cited, t.position_1, t.position_7, t.position_30,
  t.best_position, t.best_slot, t.failures, g.url, g.title`;

/** Columns of the state are null before the first check. */
export interface KeywordRow extends SortRow {
  readonly variant_id: number;
  readonly tags: string[];
  readonly starred: boolean;
  readonly enabled: boolean;
  readonly target_url: string | null;
  readonly note: string | null;
  readonly last_code: PointCode | null;
  readonly rank: number | null;
  readonly owned: number | null;
  readonly cited: number | null;
  readonly best_slot: number | null;
  readonly failures: number | null;
  readonly url: string | null;
  readonly title: string | null;
}

export interface VariantRow {
  readonly id: number;
  readonly engine: EngineName;
  readonly region: string;
  readonly language: string;
  readonly is_mobile: boolean;
}

export const featuresOf = (bits: number): Feature[] => FEATURES.filter((_, index) => (bits >> index) & 1);

/** The state of a stored point, with its reason if it failed or was skipped. */
export const meaningOf = (code: PointCode): { readonly state: CheckState; readonly reason?: string } => POINT_CODES[code];

/** `before` is the position of a comparable point, so the two can be compared whatever their depths. 0: not found. */
export const changeSince = (before: number | null, position: number | null): Change | null =>
  before === null || position === null ? null : movementOf(before, position);

export function keywordOf(row: KeywordRow, variant: VariantRow, visitsOf: VisitsOf): TrackedKeyword {
  const meaning = row.last_code === null ? null : meaningOf(row.last_code);
  // A keyword whose checks all failed has no depth yet.
  const isJudged = (row.depth ?? 0) > 0;
  const position = isJudged ? row.position : null;
  return {
    id: String(row.id),
    keyword: row.keyword,
    searchEngine: variant.engine,
    region: variant.region,
    language: variant.language,
    device: variant.is_mobile ? 'mobile' : 'desktop',
    tags: row.tags,
    starred: row.starred,
    enabled: row.enabled,
    targetUrl: row.target_url,
    note: row.note,
    volume: row.volume,
    state: meaning?.state ?? null,
    reason: meaning?.reason ?? null,
    checkedAt: row.last_slot === null ? null : slotText(row.last_slot),
    failures: row.failures ?? 0,
    position: position || null,
    rank: row.rank || null,
    depth: row.depth || null,
    url: row.url,
    title: row.title,
    change1: changeSince(row.position_1, position),
    change7: changeSince(row.position_7, position),
    change30: changeSince(row.position_30, position),
    best: row.best_position,
    bestOn: row.best_slot === null ? null : dayText(row.best_slot),
    features: featuresOf(row.features ?? 0),
    owned: featuresOf(row.owned ?? 0),
    citedAs: row.cited || null,
    visits: visitsOf(row),
    createdAt: toDateTime(row.created_at),
  };
}
