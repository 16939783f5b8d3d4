// Helpers for tests of alerts: projects with a delivery, alerts as rows, and recorded points.
import { readProjectRow } from '../src/business/tracking/projects/row.ts';
import type { ProjectRow, ProjectSettings } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import type { AlertDelivery, TrackingAlertKind } from '../src/contract/tracking-alerts.ts';
import type { Db } from '../src/platform/db.ts';
import { addKeywords, makeProject, type ProjectFields } from './tracking.ts';

const SETTINGS: ProjectSettings = {
  domains: [{ host: 'shop.example', path: '', match: 'site', given: { domain: 'shop.example' } }],
  competitors: [
    { host: 'rival.example', path: '', match: 'site', name: 'Rival' },
    { host: 'other.example', path: '', match: 'site', name: '' },
  ],
  brandTerms: ['shop'],
  curve: null,
  delivery: {},
  defaults: {},
  notes: '',
};

export async function makeAlertProject(
  db: Db,
  account: Account,
  delivery: AlertDelivery = {},
  fields: Partial<ProjectFields> & Pick<ProjectFields, 'lastSlot'> = { lastSlot: 0 },
): Promise<ProjectRow> {
  const id = await makeProject(db, account, { every: 'manual', ...fields });
  const change = { name: 'test_settings', text: 'update projects set settings = $2 where id = $1' };
  await db.query(change, [id, JSON.stringify({ ...SETTINGS, delivery })]);
  await addKeywords(db, account, id, 2);
  return (await readProjectRow(db, id))!;
}

/** Alerts of as many keywords. `at` is their time by the clock of schedules; default: now. */
export async function addAlerts(
  db: Db,
  { accountId, id }: ProjectRow,
  count: number,
  kind: TrackingAlertKind = 'dropped',
  day = 1,
): Promise<void> {
  const body = {
    before: { slot: 1440 * (day - 1), position: 4, depth: 20, url: 'https://shop.example/a' },
    after: { slot: 1440 * day, position: 12, depth: 20, url: 'https://shop.example/a' },
    change: -8,
  };
  await db.query(
    {
      name: 'test_alerts',
      text: `insert into tracking_alerts (account_id, project_id, rule_id, kind, keyword_id, day, at, body)
        select $1, $2, 'rule', $4, n, $5, tracking_now(), $6 from generate_series(1, $3) as n`,
    },
    [accountId, id, count, kind, day, JSON.stringify(body)],
  );
}

export interface StoredMessage {
  readonly id: string;
  readonly channel: string;
  readonly target: string;
  readonly body: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly reason: string | null;
  readonly delivered: boolean;
  /** Seconds until the next attempt; null when there is none. */
  readonly wait: number | null;
}

export const messagesOf = (db: Db, { id }: ProjectRow): Promise<StoredMessage[]> =>
  db.query<StoredMessage>(
    {
      name: 'test_messages',
      text: `select id, channel, target, body, attempt, status, reason, delivered_at is not null as delivered,
          extract(epoch from next_at - now())::double precision as wait
        from tracking_messages where project_id = $1 order by created_at, id, channel, target`,
    },
    [id],
  );

/** Makes all messages due, as if their pauses had passed. */
export const skipPauses = (db: Db, { id }: ProjectRow): Promise<unknown> =>
  db.query({ name: 'test_due', text: 'update tracking_messages set next_at = now() where project_id = $1 and next_at is not null' }, [id]);

export const kindsOf = async (db: Db, { id }: ProjectRow): Promise<string[]> => {
  const rows = await db.query<{ kind: string }>(
    { name: 'test_kinds', text: 'select kind from tracking_alerts where project_id = $1 order by at, kind' },
    [id],
  );
  return rows.map(({ kind }) => kind);
};

/** A check of one keyword that waits for its object. */
export async function addCheck(db: Db, { accountId, id }: ProjectRow, slot: number, keywordId: number, objectId: string): Promise<void> {
  await db.query(
    {
      name: 'test_check_slot',
      text: `insert into project_slots (account_id, project_id, slot, kind, state, depth, due_at, starts_at, placed)
        values ($1, $2, $3, 'schedule', 'done', 20, slot_time($3) at time zone 'UTC', slot_time($3) at time zone 'UTC', 1) on conflict do nothing`,
    },
    [accountId, id, slot],
  );
  await db.query(
    {
      name: 'test_check',
      text: 'insert into checks (account_id, project_id, slot, keyword_id, object_id, look_at) values ($1, $2, $3, $4, $5, now())',
    },
    [accountId, id, slot, keywordId, objectId],
  );
}

/** Records a found point with one alert. Returns whether it was recorded. */
export async function recordWithAlert(
  db: Db,
  { accountId, id }: ProjectRow,
  point: { readonly slot: number; readonly keywordId: number; readonly objectId: string; readonly lastSlot: number | null },
  alert: { readonly ruleId: string; readonly kind: TrackingAlertKind; readonly cooldownSeconds: number },
): Promise<boolean> {
  const [row] = await db.query<{ recorded: number[] }>(
    {
      name: 'test_record_point',
      text: `select record_points(array[$1::integer], array[$2::integer], array[$3::integer], array[$4::integer], array[$5::text],
        array[null::double precision], array[$6::integer], array[1::smallint], array[3::smallint], array[3::smallint], array[20::smallint], array[0],
        array[0::smallint], array[0::smallint], array[''::bytea], array[''::bytea], array['[]'::json], $7::json) as recorded`,
    },
    [accountId, id, point.slot, point.keywordId, point.objectId, point.lastSlot, JSON.stringify([{ n: 1, ...alert, body: {} }])],
  );
  return row!.recorded.length > 0;
}
