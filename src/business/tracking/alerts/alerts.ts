// Alerts of projects: the list, read marks, resends, and messages for the event feed.
import type { TrackingMessage } from '../../../contract/tracking-alerts.ts';
import type { Db } from '../../../platform/db.ts';
import type { TrackingAlerts } from '../interfaces.ts';
import { readMessage } from './message.ts';
import { ALERT_SELECT, type AlertRow, alertOf, factsOf } from './rows.ts';

/** Ids begin with their time. */
const LIST = {
  name: 'tracking_alerts_list',
  text: `${ALERT_SELECT} where a.account_id = $1 and p.live = $2 and a.id < $3 order by a.id desc limit $4`,
};
const LIST_OF_PROJECT = {
  name: 'tracking_alerts_of_project',
  text: `${ALERT_SELECT} where a.account_id = $1 and p.live = $2 and a.id < $3 and a.project_id = $5 order by a.id desc limit $4`,
};
const MARK = {
  name: 'tracking_alerts_read',
  text: `update tracking_alerts a set read_at = now() from projects p
    where p.id = a.project_id and a.account_id = $1 and p.live = $2 and a.id = any ($3::text[]) and a.read_at is null returning a.id`,
};
const RESEND = {
  name: 'tracking_alerts_resend',
  text: `update tracking_messages m set next_at = now(), attempt = 0, delivered_at = null, reason = null
    from tracking_alerts a
    where a.account_id = $1 and a.project_id = $2 and a.id = $3
      and m.account_id = a.account_id and m.project_id = a.project_id and m.id = a.message_id returning m.id`,
};
/** All targets of a message have the same body. */
const SENT = {
  name: 'tracking_messages_sent',
  text: `select distinct on (m.id) m.id, m.body from tracking_messages m join projects p on p.id = m.project_id
    where m.account_id = $1 and p.live = $2 and m.id = any ($3::text[])`,
};
/** Groups of projects without a target. */
const GROUPS = {
  name: 'tracking_messages_groups',
  text: `select distinct a.message_id as id, a.project_id from tracking_alerts a join projects p on p.id = a.project_id
    where a.account_id = $1 and p.live = $2 and a.message_id = any ($3::text[])`,
};
/** After every id. */
const END = 'g';

export function createTrackingAlerts(db: Pick<Db, 'query'>): TrackingAlerts {
  return {
    list: async ({ accountId, mode }, project, after, limit) => {
      const values = [accountId, mode === 'live', after ?? END, limit + 1];
      const rows = project ? await db.query<AlertRow>(LIST_OF_PROJECT, [...values, project.id]) : await db.query<AlertRow>(LIST, values);
      const items = rows.slice(0, limit).map((row) => alertOf(factsOf(row)));
      return { items, next: rows.length > limit ? items.at(-1)!.id : null };
    },
    markRead: async ({ accountId, mode }, ids) => (await db.query(MARK, [accountId, mode === 'live', ids])).length,
    resend: async ({ accountId, id }, alertId) => (await db.query(RESEND, [accountId, id, alertId])).length > 0,
    messages: async ({ accountId, mode }, ids) => {
      const owner = [accountId, mode === 'live'];
      const sent = await db.query<{ id: string; body: string }>(SENT, [...owner, ids]);
      const messages = new Map(sent.map(({ id, body }) => [id, JSON.parse(body) as TrackingMessage]));
      const others = ids.filter((id) => !messages.has(id));
      if (others.length === 0) return messages;
      for (const { id, project_id } of await db.query<{ id: string; project_id: number }>(GROUPS, [...owner, others])) {
        const message = await readMessage(db.query, accountId, project_id, id);
        if (message) messages.set(id, message);
      }
      return messages;
    },
  };
}
