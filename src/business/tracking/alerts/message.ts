// Composes one message about a group of alerts of a project.
import { toDateTime } from '../../../contract/dates.ts';
import type { TrackingAlertKind, TrackingMessage } from '../../../contract/tracking-alerts.ts';
import type { Db } from '../../../platform/db.ts';
import { ALERT_SELECT, type AlertRow, alertOf, factsOf } from './rows.ts';
import { type AlertFacts, linesOf } from './text.ts';

/** Alerts in a message. The others are only counted. */
export const ALERTS_MAX = 25;
const LINES_MAX = 10;

/** The most important first. */
export const KINDS_BY_IMPORTANCE: readonly TrackingAlertKind[] = [
  'paused',
  'runFailed',
  'nothingChecked',
  'resumed',
  'lost',
  'leftTop',
  'dropped',
  'overtaken',
  'featureLost',
  'citationLost',
  'failing',
  'otherPage',
  'pageChanged',
  'found',
  'enteredTop',
  'gained',
  'featureWon',
  'citationWon',
];

export interface AlertCount {
  readonly kind: TrackingAlertKind;
  readonly count: number;
}

const COUNT = {
  name: 'tracking_message_counts',
  text: `select kind, count(*)::integer as count from tracking_alerts
    where account_id = $1 and project_id = $2 and message_id = $3 group by kind`,
};
/** Within a kind, the best positions first, and desktop and mobile of a keyword side by side. */
const FIRST = {
  name: 'tracking_message_alerts',
  text: `${ALERT_SELECT}
    where a.account_id = $1 and a.project_id = $2 and a.message_id = $3
    order by array_position($4::text[], a.kind),
      least(coalesce((a.body -> 'before' ->> 'position')::integer, 101),
        coalesce((a.body -> 'after' ->> 'position')::integer, 101)),
      k.keyword, a.id limit $5`,
};

/** The message of a closed group. Null when its alerts are gone. */
export async function readMessage(query: Db['query'], accountId: number, projectId: number, id: string): Promise<TrackingMessage | null> {
  const group = [accountId, projectId, id];
  const rows = await query<AlertRow>(FIRST, [...group, KINDS_BY_IMPORTANCE, ALERTS_MAX]);
  return rows.length === 0 ? null : composeMessage(id, rows.map(factsOf), await query<AlertCount>(COUNT, group));
}

/** `alerts` are the most important ones. All have the same project. */
export function composeMessage(id: string, alerts: readonly AlertFacts[], counts: readonly AlertCount[]): TrackingMessage {
  const { project } = alerts[0]!;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const lines = linesOf(alerts);
  const shown = lines.slice(0, LINES_MAX);
  const byKind = KINDS_BY_IMPORTANCE.flatMap((kind) => counts.filter((one) => one.kind === kind));
  const summary = byKind.map(({ kind, count }) => `${kind}: ${count}`).join(', ');
  const text = [
    `${project.name}: ${total === 1 ? '1 alert' : `${total} alerts`}`,
    ...shown.map((line) => `• ${line}`),
    ...(lines.length > shown.length || total > alerts.length ? [`In all: ${summary}.`] : []),
  ];
  return {
    id,
    type: 'tracking',
    timestamp: toDateTime(timeOf(id)),
    project,
    text: text.join('\n'),
    total,
    counts: Object.fromEntries(byKind.map(({ kind, count }) => [kind, count])),
    alerts: alerts.map(alertOf),
  };
}

/** An id begins with its time in seconds. */
const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8), 16) * 1000);
