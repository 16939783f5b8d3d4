// Rows of `tracking_alerts` as the API shows them.
import { toDateTime } from '../../../contract/dates.ts';
import type { Feature } from '../../../contract/tracking.ts';
import type { TrackingAlert, TrackingAlertKind } from '../../../contract/tracking-alerts.ts';
import { slotText } from '../slots.ts';
import type { Slot } from '../types.ts';
import { type AlertFacts, textOf } from './text.ts';

/** Joins what an alert shows and may have been removed since: rule, keyword and search variant. */
export const ALERT_SELECT = `select a.id, a.kind, a.at, a.body, a.read_at, p.public_id, p.name as project_name, r.id as rule_id, r.name as rule_name,
    coalesce((r.settings ->> 'top')::integer, 10) as top, k.id as keyword_id, k.keyword, k.tags, v.engine,
    coalesce(v.request -> 'region' ->> 'canonicalName', v.region_id) as region, v.language, v.is_mobile
  from tracking_alerts a join projects p on p.id = a.project_id
  left join tracking_rules r on r.account_id = a.account_id and r.project_id = a.project_id and r.id = a.rule_id
  left join tracked_keywords k on k.account_id = a.account_id and k.project_id = a.project_id and k.id = a.keyword_id
  left join search_variants v on v.account_id = k.account_id and v.id = k.variant_id`;

export interface AlertRow {
  readonly id: string;
  readonly kind: TrackingAlertKind;
  readonly at: Date;
  readonly body: string;
  readonly read_at: Date | null;
  readonly public_id: string;
  readonly project_name: string;
  readonly rule_id: string | null;
  readonly rule_name: string | null;
  readonly top: number;
  readonly keyword_id: number | null;
  readonly keyword: string | null;
  readonly tags: readonly string[] | null;
  readonly engine: string | null;
  readonly region: string | null;
  readonly language: string | null;
  readonly is_mobile: boolean | null;
}

interface Side {
  readonly slot: Slot;
  readonly position: number | null;
  readonly depth: number;
  readonly url: string | null;
}
/** What was known when the alert was raised. Each kind has some of these. */
interface AlertBody {
  readonly before?: Side | null;
  /** A time in alerts of the kind `resumed`. */
  readonly after?: Side | string | null;
  readonly change?: number | null;
  readonly competitor?: string | null;
  readonly feature?: Feature | null;
  readonly reason?: string | null;
  readonly objectId?: string | null;
  readonly placed?: number;
  readonly failed?: number;
  readonly skipped?: number;
  readonly slot?: Slot;
}

const sideOf = (side: Side | string | null | undefined): TrackingAlert['after'] =>
  side !== null && typeof side === 'object'
    ? { slot: slotText(side.slot), position: side.position || null, depth: side.depth, url: side.url ?? null }
    : null;

export function factsOf(row: AlertRow): AlertFacts {
  const body = JSON.parse(row.body) as AlertBody;
  return {
    id: row.id,
    kind: row.kind,
    at: toDateTime(row.at),
    project: { id: row.public_id, name: row.project_name },
    rule: row.rule_id === null ? null : { id: row.rule_id, name: row.rule_name! },
    keyword:
      row.keyword_id === null
        ? null
        : {
            id: String(row.keyword_id),
            keyword: row.keyword!,
            searchEngine: row.engine ?? '',
            region: row.region ?? '',
            language: row.language ?? '',
            device: row.is_mobile ? 'mobile' : 'desktop',
            tags: [...(row.tags ?? [])],
          },
    before: sideOf(body.before),
    after: sideOf(body.after),
    change: body.change ?? null,
    competitor: body.competitor ?? null,
    feature: body.feature ?? null,
    reason: body.reason ?? null,
    objectId: body.objectId ?? null,
    read: row.read_at !== null,
    top: row.rule_id === null ? null : row.top,
    placed: body.placed ?? null,
    failed: body.failed ?? null,
    skipped: body.skipped ?? null,
    slot: body.slot === undefined ? null : slotText(body.slot),
  };
}

export function alertOf(facts: AlertFacts): TrackingAlert {
  const { top: _, placed: __, failed: ___, skipped: ____, slot: _____, ...alert } = facts;
  return { ...alert, text: textOf(facts) };
}
