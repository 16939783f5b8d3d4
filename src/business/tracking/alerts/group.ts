// Closes groups of alerts: one message per project and target, at once or as a digest, outside quiet hours.
import type { AlertDelivery, TrackingAlertKind } from '../../../contract/tracking-alerts.ts';
import type { Db } from '../../../platform/db.ts';
import { feedName } from '../../events/feed.ts';
import { readMessage } from './message.ts';

/** Groups of one run. Others follow in the next one. */
const GROUPS_MAX = 500;
/** They need an action, so they do not wait for a digest. */
const URGENT: readonly TrackingAlertKind[] = ['paused'];

/**
 * Projects with alerts to send now. Alerts up to `upto` belong to the group: the last time of the digest that has passed,
 * or now. Without a digest, alerts wait until the newest slot has ended and nothing of it is pending, at most 10 minutes.
 * Quiet hours may span midnight. All local times are converted here, so that daylight saving is right.
 */
const DUE = {
  name: 'tracking_group_due',
  text: `with waiting as (
      select distinct account_id, project_id from tracking_alerts where message_id is null
    ), project as (
      select p.account_id, p.live, p.id, p.time_zone, d.delivery, tracking_now() as clock, tracking_now() at time zone p.time_zone as local,
        coalesce(d.delivery ->> 'when', 'atOnce') as rhythm, coalesce(d.delivery ->> 'at', '08:00')::time as digest_time,
        (extract(isodow from tracking_now() at time zone p.time_zone)::integer - coalesce((d.delivery ->> 'weekday')::integer, 1) + 7) % 7 as days_since,
        (d.delivery ->> 'quietFrom')::time as quiet_from, (d.delivery ->> 'quietTo')::time as quiet_to
      from waiting w join projects p on p.id = w.project_id cross join lateral (select p.settings -> 'delivery' as delivery) as d
    ), digest as (
      select p.*, p.local::date - case p.rhythm when 'weekly' then p.days_since else 0 end as day, case p.rhythm when 'weekly' then 7 else 1 end as step
      from project p
      where p.quiet_from is null or p.quiet_to is null or not case
        when p.quiet_from <= p.quiet_to then p.local::time >= p.quiet_from and p.local::time < p.quiet_to
        else p.local::time >= p.quiet_from or p.local::time < p.quiet_to end
    ), timed as (
      select d.*, case
          when d.rhythm <> 'atOnce' then
            case when (d.day + d.digest_time) at time zone d.time_zone <= d.clock then (d.day + d.digest_time) at time zone d.time_zone
              else (d.day - d.step + d.digest_time) at time zone d.time_zone end
          when exists (
            select 1 from tracking_alerts a
            where a.account_id = d.account_id and a.project_id = d.id and a.message_id is null and a.at <= d.clock - interval '10 minutes'
          ) or not exists (
            select 1 from project_slots s
            where s.account_id = d.account_id and s.project_id = d.id and s.state = 'running' and s.kind <> 'backfill'
          ) and not exists (
            select 1 from checks c
            where c.account_id = d.account_id and c.project_id = d.id and c.state < 2 and c.slot = (
              select max(s.slot) from project_slots s where s.account_id = d.account_id and s.project_id = d.id)
          ) then d.clock end as upto
      from digest d
    )
    select t.account_id, t.live, t.id, t.delivery, t.upto::text from timed t
    where exists (
      select 1 from tracking_alerts a
      where a.account_id = t.account_id and a.project_id = t.id and a.message_id is null and (a.at <= t.upto or a.kind = any ($1::text[])))
    order by t.id limit $2`,
};
/** Without `upto`, only urgent alerts. The project is locked before its alerts, as by its removal: the messages refer to it. */
const CLOSE = {
  name: 'tracking_group_close',
  text: `with held as materialized (
      select 1 from projects where account_id = $1 and id = $2 for key share
    ), message as (select new_id() as id from held), closed as (
      update tracking_alerts a set message_id = message.id from message
      where a.account_id = $1 and a.project_id = $2 and a.message_id is null and (a.at <= $3::timestamptz or a.kind = any ($4::text[]))
      returning a.message_id
    ) select distinct message_id as id from closed`,
};
const SEND = {
  name: 'tracking_group_send',
  text: `insert into tracking_messages (account_id, project_id, id, channel, target, body, next_at)
    select $1, $2, $3, t.channel, t.target, $6, now() from unnest($4::text[], $5::text[]) as t (channel, target) on conflict do nothing`,
};
const APPEND = { name: 'tracking_group_event', text: 'select append_tracking_event($1, $2, $3) as appended' };
const NOTIFY = { name: 'tracking_group_notify', text: "select pg_notify('event_added', $1)" };

interface DueProject {
  readonly account_id: number;
  readonly live: boolean;
  readonly id: number;
  readonly delivery: string | null;
  /** As text: a date of JavaScript would cut the microseconds, and leave out an alert of this millisecond. */
  readonly upto: string | null;
}

export interface GroupAlerts {
  /** Closes the groups that are due. Returns their number. */
  run(): Promise<number>;
}

export function createGroupAlerts(db: Db): GroupAlerts {
  /**
   * One transaction: alerts, messages and the event belong together, however often a process dies. Of several workers,
   * the first closes the group, and the others find no alerts.
   */
  const closeGroup = ({ account_id, live, id, delivery, upto }: DueProject): Promise<boolean> =>
    db.transaction(async (query) => {
      const [group] = await query<{ id: string }>(CLOSE, [account_id, id, upto, URGENT]);
      if (!group) return false;
      const message = await readMessage(query, account_id, id, group.id);
      const targets = targetsOf(JSON.parse(delivery ?? '{}') as AlertDelivery);
      const columns = [targets.map(({ channel }) => channel), targets.map(({ target }) => target)];
      await query(SEND, [account_id, id, group.id, ...columns, JSON.stringify(message)]);
      const [event] = await query<{ appended: boolean }>(APPEND, [account_id, live, group.id]);
      if (event?.appended) await query(NOTIFY, [feedName(account_id, live ? 'live' : 'test')]);
      return true;
    });

  return {
    run: async () => {
      let count = 0;
      for (const project of await db.query<DueProject>(DUE, [URGENT, GROUPS_MAX])) if (await closeGroup(project)) count++;
      return count;
    },
  };
}

export type Channel = 'webhook' | 'email';

const targetsOf = ({ webhook, emails = [] }: AlertDelivery): { readonly channel: Channel; readonly target: string }[] => [
  ...(webhook === undefined ? [] : [{ channel: 'webhook' as const, target: webhook }]),
  ...emails.map((target) => ({ channel: 'email' as const, target })),
];
