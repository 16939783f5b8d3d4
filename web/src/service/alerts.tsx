// Alerts: open ones with their actions, and the history.
import type { Alert, AlertList } from '../../../src/contract/alerts.ts';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';

const REFRESH_SECONDS = 10;
const SILENCE_MINUTES = 240;

export const RULE_LABELS: Readonly<Record<Alert['rule'], string>> = {
  engineSuccess: 'Engine fails',
  queueAge: 'Queue delayed',
  callbacksFailing: 'Callbacks fail',
  ledgerMismatch: 'Ledger mismatch',
  diskFull: 'Disk nearly full',
  backupMissing: 'No recent backup',
  parserYield: 'Parser finds less',
  agreementLow: 'Sources disagree',
  canaryFailing: 'Source fails its canaries',
  qualityLow: 'Quality low',
  providerBudget: 'Provider budget',
  layoutCase: 'Unknown layout',
};
const CHANNELS = { webhook: 'Webhook', email: 'Email' } as const;
const EVENTS = { opened: 'alert', resolved: 'recovery' } as const;

export function Alerts() {
  const loaded = useApi<AlertList>('/admin/alerts', 'token', REFRESH_SECONDS);
  return (
    <Page title="Alerts" about="Rules are checked every 20 seconds. An alert resolves by itself when its condition is no longer met.">
      <WhenLoaded from={loaded}>
        {({ open, history, channels, checkedAt }) => (
          <>
            {channels.length === 0 && <NoChannel />}
            {open.length === 0 ? (
              <Card>
                <Empty title="No open alerts">
                  <p>
                    The last check was <Time at={checkedAt} />.
                  </p>
                </Empty>
              </Card>
            ) : (
              open.map((alert) => <OpenAlert key={alert.id} alert={alert} onChanged={loaded.reload} />)
            )}
            <Card title="History">
              {history.length === 0 ? (
                <Empty title="No resolved alerts">
                  <p>Resolved alerts are listed here for 90 days.</p>
                </Empty>
              ) : (
                <Table caption="Resolved alerts" rows={history} keyOf={({ id }) => id} columns={HISTORY} stack />
              )}
            </Card>
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}

function NoChannel() {
  return (
    <section class="notice wait" aria-label="Channels">
      <p>
        Alerts are shown here only. Set <code>ALERT_WEBHOOK_URL</code> or <code>ALERT_SMTP_URL</code> to receive them.
      </p>
    </section>
  );
}

export const toneOf = ({ severity }: Pick<Alert, 'severity'>): 'bad' | 'wait' => (severity === 'critical' ? 'bad' : 'wait');

function OpenAlert({ alert, onChanged }: { readonly alert: Alert; readonly onChanged: () => void }) {
  return (
    <Card
      title={
        <>
          {RULE_LABELS[alert.rule]}
          {alert.subject !== '' && `: ${labelOf(alert.subject)}`}{' '}
          <Badge value={alert.severity === 'critical' ? 'Critical' : 'Warning'} tone={toneOf(alert)} />
        </>
      }
      actions={<Actions alert={alert} onChanged={onChanged} />}
    >
      <p>{alert.summary}</p>
      <p class="muted">
        Open since <Time at={alert.openedAt} />.{' '}
        {alert.acknowledgedAt && (
          <>
            Acknowledged by {alert.acknowledgedBy} <Time at={alert.acknowledgedAt} />.{' '}
          </>
        )}
        {alert.silencedUntil && (
          <>
            Silenced. Messages continue <Time at={alert.silencedUntil} />.
          </>
        )}
      </p>
      <Messages alert={alert} />
    </Card>
  );
}

function Actions({ alert, onChanged }: { readonly alert: Alert; readonly onChanged: () => void }) {
  const { busy, problem, run } = useAction<null>();
  const post = (action: string, body?: object) =>
    void run(async () => {
      await call(`/admin/alerts/${alert.id}/${action}`, { method: 'POST', as: 'token', ...(body ? { body } : {}) });
      onChanged();
      return null;
    });
  const name = `${RULE_LABELS[alert.rule]} ${alert.subject}`.trim();
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      {!alert.acknowledgedAt && (
        <button type="button" class="button small" disabled={busy} onClick={() => post('acknowledge')} aria-label={`Acknowledge ${name}`}>
          Acknowledge
        </button>
      )}
      <button
        type="button"
        class="button small"
        disabled={busy}
        onClick={() => post('silence', { minutes: alert.silencedUntil ? 0 : SILENCE_MINUTES })}
        aria-label={`${alert.silencedUntil ? 'End silence of' : 'Silence for 4 hours:'} ${name}`}
      >
        {alert.silencedUntil ? 'End silence' : 'Silence for 4 hours'}
      </button>
    </>
  );
}

function Messages({ alert: { messages } }: { readonly alert: Alert }) {
  if (messages.length === 0) return null;
  return (
    <ul class="tiny muted">
      {messages.map(({ event, channel, deliveredAt, attempts, reason }) => (
        <li key={`${event} ${channel}`}>
          {CHANNELS[channel]}, {EVENTS[event]}:{' '}
          {deliveredAt ? (
            <>
              delivered <Time at={deliveredAt} />
            </>
          ) : (
            `not delivered after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${reason ? `. ${reason}` : ''}`
          )}
        </li>
      ))}
    </ul>
  );
}

const HISTORY: readonly Column<Alert>[] = [
  {
    name: 'Alert',
    kind: 'lead',
    show: (alert) => (
      <>
        <strong>{RULE_LABELS[alert.rule]}</strong> <span class="muted">{labelOf(alert.subject)}</span>
      </>
    ),
  },
  { name: 'Summary', kind: 'roomy', show: ({ summary }) => summary },
  { name: 'Opened', kind: 'time', show: ({ openedAt }) => <Time at={openedAt} /> },
  { name: 'Resolved', kind: 'time', show: ({ resolvedAt }) => <Time at={resolvedAt} /> },
  { name: 'Acknowledged by', show: ({ acknowledgedBy }) => acknowledgedBy ?? '–' },
];
