// Sends messages about opened and resolved alerts, and retries them on a schedule.
import { ALERT_CHANNELS, type AlertChannel, type AlertEvent, type AlertRule, type AlertSeverity } from '../../contract/alerts.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { Db } from '../../platform/db.ts';

export interface AlertMessage {
  /** Equal for every attempt, so that receivers can deduplicate. */
  readonly id: string;
  readonly event: AlertEvent;
  readonly alert: {
    readonly id: string;
    readonly rule: AlertRule;
    readonly subject: string;
    readonly severity: AlertSeverity;
    readonly summary: string;
    readonly openedAt: string;
    readonly resolvedAt: string | null;
  };
  /** Seconds since 1970, by the database's clock. */
  readonly at: number;
}

/** Sends one message. Rejects with a reason that may be shown to operators. */
export type SendAlert = (message: AlertMessage) => Promise<void>;
export type AlertSenders = { readonly [channel in AlertChannel]?: SendAlert };

/** Pauses before the second, third, … attempt. The first ones are short, because an outage is announced. */
const RETRY_SECONDS = [5, 15, 60, 300, 900, 1800, 3600, 7200];
/** A process that ends while sending leaves the message to others after this time. */
const LEASE_SECONDS = 60;
const AT_ONCE_MAX = 20;
const REASON_LENGTH_MAX = 200;

/**
 * `next_at` moves forward, so that no other process sends the message at the same time. Messages wait while their alert is
 * silenced. The end of an alert is not announced before its beginning, or a receiver would believe that it is still open.
 */
const CLAIM = {
  name: 'alert_messages_claim',
  text: `with due as (
      select m.alert_id, m.event, m.channel from alert_messages m join alerts a on a.id = m.alert_id
      where m.next_at <= now() and m.channel = any ($1::text[])
        and not exists (select from alert_silences s where s.rule = a.rule and s.subject in ('', a.subject) and s.until > now())
        and not (m.event = 'resolved' and exists (
          select from alert_messages o where o.alert_id = m.alert_id and o.channel = m.channel and o.event = 'opened' and o.next_at is not null))
      order by m.next_at limit $2 for update of m skip locked
    )
    update alert_messages m set attempt = m.attempt + 1, next_at = now() + make_interval(secs => $3)
    from due, alerts a
    where m.alert_id = due.alert_id and m.event = due.event and m.channel = due.channel and a.id = m.alert_id
    returning m.alert_id, m.event, m.channel, m.attempt, a.rule, a.subject, a.severity, a.summary, a.opened_at, a.resolved_at,
      extract(epoch from now())::double precision as at`,
};
const DELIVERED = {
  name: 'alert_messages_delivered',
  text: 'update alert_messages set delivered_at = now(), next_at = null, reason = null where alert_id = $1 and event = $2 and channel = $3',
};
/** Without a pause there is no further attempt. */
const FAILED = {
  name: 'alert_messages_failed',
  text: `update alert_messages set next_at = now() + make_interval(secs => $4::double precision), reason = $5
    where alert_id = $1 and event = $2 and channel = $3`,
};

interface Row {
  readonly alert_id: string;
  readonly event: AlertEvent;
  readonly channel: AlertChannel;
  readonly attempt: number;
  readonly rule: AlertRule;
  readonly subject: string;
  readonly severity: AlertSeverity;
  readonly summary: string;
  readonly opened_at: Date;
  readonly resolved_at: Date | null;
  readonly at: number;
}

export const channelsOf = (senders: AlertSenders): AlertChannel[] => ALERT_CHANNELS.filter((channel) => senders[channel] !== undefined);

/** Sends all messages that are due. Returns the number of failed attempts. */
export async function sendDueMessages(db: Pick<Db, 'query'>, senders: AlertSenders): Promise<number> {
  const channels = channelsOf(senders);
  if (channels.length === 0) return 0;
  for (let failed = 0; ; ) {
    const rows = await db.query<Row>(CLAIM, [channels, AT_ONCE_MAX, LEASE_SECONDS]);
    if (rows.length === 0) return failed;
    const outcomes = await Promise.all(rows.map((row) => sendOne(db, row, senders[row.channel]!)));
    failed += outcomes.filter((ok) => !ok).length;
  }
}

async function sendOne(db: Pick<Db, 'query'>, row: Row, send: SendAlert): Promise<boolean> {
  const key = [row.alert_id, row.event, row.channel];
  try {
    await send(messageOf(row));
  } catch (error) {
    const reason = (error as Error).message.slice(0, REASON_LENGTH_MAX);
    await db.query(FAILED, [...key, RETRY_SECONDS[row.attempt - 1] ?? null, reason]);
    return false;
  }
  await db.query(DELIVERED, key);
  return true;
}

const messageOf = (row: Row): AlertMessage => ({
  id: `alert_${row.alert_id}_${row.event}`,
  event: row.event,
  alert: {
    id: row.alert_id,
    rule: row.rule,
    subject: row.subject,
    severity: row.severity,
    summary: row.summary,
    openedAt: toDateTime(row.opened_at),
    resolvedAt: toDateTime(row.resolved_at),
  },
  at: row.at,
});
