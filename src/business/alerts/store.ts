// The table of alerts: opens and resolves them, queues messages about it, and lists, acknowledges and silences them.
import type { Alert, AlertChannel, AlertList, AlertRule } from '../../contract/alerts.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Db } from '../../platform/db.ts';
import type { Audit } from '../accounts/audit.ts';
import type { Finding } from './rules.ts';

export interface AlertAccess {
  list(): Promise<AlertList>;
  /** Returns the alert, or null when it does not exist. */
  acknowledge(id: string, by: string): Promise<Alert | null>;
  /** Silences the rule of the alert for its subject. 0 minutes end the silence. */
  silence(id: string, minutes: number, by: string): Promise<Alert | null>;
}

const HISTORY_MAX = 200;
const HISTORY_DAYS = 90;
const SUBJECT_LENGTH_MAX = 255;

const OPEN = { name: 'alerts_open', text: 'select rule, subject from alerts where resolved_at is null' };
/**
 * Opens new alerts and updates open ones. Each gets one message per channel, but not while it is silenced: an alert that is
 * still open when the silence ends is announced then, unless an operator has acknowledged it.
 */
const RAISE = {
  name: 'alerts_raise',
  text: `with raised as (
      insert into alerts (rule, subject, severity, summary)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      on conflict (rule, subject) where resolved_at is null
        do update set seen_at = now(), severity = excluded.severity, summary = excluded.summary
      returning id, rule, subject, acknowledged_at
    )
    insert into alert_messages (alert_id, event, channel)
    select r.id, 'opened', c.channel from raised r cross join unnest($5::text[]) as c (channel)
    where r.acknowledged_at is null and not exists (
      select from alert_silences s where s.rule = r.rule and s.subject in ('', r.subject) and s.until > now())
    on conflict do nothing`,
};
/** A value near its limit must not open and resolve an alert at every check. */
const RESOLVE_SECONDS = 60;
/**
 * Without checks for this time, for example while the database was unavailable, nothing shows that a condition is over: most
 * processes have not reported again. So it must be over for a minute from now on.
 */
const PAUSE_SECONDS = 120;
const RESUME = { name: 'alerts_resume', text: 'update alerts set seen_at = now() where resolved_at is null and seen_at < now()' };
/** An alert whose opening was never announced gets no message about its end. */
const RESOLVE = {
  name: 'alerts_resolve',
  text: `with resolved as (
      update alerts a set resolved_at = now() where resolved_at is null and seen_at <= now() - make_interval(secs => $4)
        and not exists (select from unnest($1::text[], $2::text[]) as f (rule, subject) where f.rule = a.rule and f.subject = a.subject)
      returning id
    )
    insert into alert_messages (alert_id, event, channel)
    select m.alert_id, 'resolved', m.channel from alert_messages m join resolved r on r.id = m.alert_id
    where m.event = 'opened' and m.channel = any ($3::text[])`,
};
const DROP = {
  name: 'alerts_drop',
  text: `with old as (delete from alert_silences where until < now())
    delete from alerts where resolved_at < now() - make_interval(days => $1)`,
};
const CHECKED = { name: 'alerts_checked', text: 'select checked_at from alert_checks' };
const COLUMNS = `a.id, a.rule, a.subject, a.severity, a.summary, a.opened_at, a.seen_at, a.resolved_at, a.acknowledged_at, a.acknowledged_by,
  (select max(s.until) from alert_silences s where s.rule = a.rule and s.subject in ('', a.subject) and s.until > now()) as silenced_until,
  (select coalesce(json_agg(json_build_object('event', m.event, 'channel', m.channel, 'attempts', m.attempt,
      'deliveredAt', to_char(m.delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+0000"'), 'reason', m.reason) order by m.event, m.channel), '[]')::text
    from alert_messages m where m.alert_id = a.id) as messages`;
const LIST_OPEN = {
  name: 'alerts_list_open',
  text: `select ${COLUMNS} from alerts a where a.resolved_at is null order by a.severity, a.opened_at desc, a.id`,
};
const LIST_RESOLVED = {
  name: 'alerts_list_resolved',
  text: `select ${COLUMNS} from alerts a where a.resolved_at is not null order by a.opened_at desc, a.id limit $1`,
};
const ONE = { name: 'alerts_one', text: `select ${COLUMNS} from alerts a where a.id = $1` };
/** The first acknowledgement stays. */
const ACKNOWLEDGE = {
  name: 'alerts_acknowledge',
  text: 'update alerts set acknowledged_at = now(), acknowledged_by = $2 where id = $1 and acknowledged_at is null returning id',
};
const SILENCE = {
  name: 'alerts_silence',
  text: `insert into alert_silences (rule, subject, until, silenced_by) select rule, subject, now() + make_interval(mins => $2), $3 from alerts where id = $1
    on conflict (rule, subject) do update set until = excluded.until, silenced_by = excluded.silenced_by returning rule`,
};

interface Row extends Pick<Alert, 'id' | 'rule' | 'subject' | 'severity' | 'summary'> {
  readonly opened_at: Date;
  readonly seen_at: Date;
  readonly resolved_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
  readonly silenced_until: Date | null;
  readonly messages: string;
}

/** Returns the open alerts as a question that the rules ask. */
export async function readOpenAlerts(query: Db['query']): Promise<(rule: AlertRule, subject: string) => boolean> {
  const open = new Set((await query<{ rule: string; subject: string }>(OPEN)).map(({ rule, subject }) => `${rule} ${subject}`));
  return (rule, subject) => open.has(`${rule} ${subject}`);
}

/** Opens an alert for each new finding, and resolves those that have been without a finding for `resolveSeconds` of checks. */
export async function applyFindings(
  query: Db['query'],
  given: readonly Finding[],
  channels: readonly AlertChannel[],
  resolveSeconds = RESOLVE_SECONDS,
  secondsSinceCheck = 0,
): Promise<void> {
  const cut = given.map((finding) => ({ ...finding, subject: finding.subject.slice(0, SUBJECT_LENGTH_MAX) }));
  // One statement cannot write a row twice.
  const findings = [...new Map(cut.map((finding) => [`${finding.rule} ${finding.subject}`, finding])).values()];
  const column = <Key extends keyof Finding>(key: Key) => findings.map((finding) => finding[key]);
  if (findings.length > 0) await query(RAISE, [column('rule'), column('subject'), column('severity'), column('summary'), [...channels]]);
  if (secondsSinceCheck > PAUSE_SECONDS) await query(RESUME);
  await query(RESOLVE, [column('rule'), column('subject'), [...channels], resolveSeconds]);
  await query(DROP, [HISTORY_DAYS]);
}

export function createAlertAccess(db: Db, audit: Audit, channels: readonly AlertChannel[]): AlertAccess {
  const one = async (query: Db['query'], id: string): Promise<Alert | null> => {
    const [row] = await query<Row>(ONE, [id]);
    return row ? toAlert(row) : null;
  };
  return {
    list: async () => ({
      checkedAt: toDateTime((await db.query<{ checked_at: Date }>(CHECKED))[0]!.checked_at),
      channels: [...channels],
      open: (await db.query<Row>(LIST_OPEN)).map(toAlert),
      history: (await db.query<Row>(LIST_RESOLVED, [HISTORY_MAX])).map(toAlert),
    }),
    acknowledge: (id, by) =>
      db.transaction(async (query) => {
        if ((await query(ACKNOWLEDGE, [id, by])).length > 0) await audit.record(query, 'alert.acknowledge', id, {}, by);
        return one(query, id);
      }),
    silence: (id, minutes, by) =>
      db.transaction(async (query) => {
        if ((await query(SILENCE, [id, minutes, by])).length > 0) await audit.record(query, 'alert.silence', id, { minutes }, by);
        return one(query, id);
      }),
  };
}

const toAlert = (row: Row): Alert => ({
  id: row.id,
  rule: row.rule,
  subject: row.subject,
  severity: row.severity,
  summary: row.summary,
  openedAt: toDateTime(row.opened_at),
  seenAt: toDateTime(row.seen_at),
  resolvedAt: toDateTime(row.resolved_at),
  acknowledgedAt: toDateTime(row.acknowledged_at),
  acknowledgedBy: row.acknowledged_by,
  silencedUntil: toDateTime(row.silenced_until),
  messages: JSON.parse(row.messages) as Alert['messages'],
});
