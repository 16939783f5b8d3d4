// Callbacks: pending deliveries, failing hosts and the delivery log.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted, duration, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { SelectField } from '../parts/field.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useApi } from '../use-api.ts';
import { CALLBACK_CHARTS } from './charts.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { History } from './history.tsx';
import { type Overview, REFRESH_SECONDS } from './overview.ts';

const HOUR_MS = 3_600_000;
const PERIODS = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['72', 'Last 3 days'],
] as const;

export function Callbacks() {
  const loaded = useApi<Overview>('/admin/overview', 'token', REFRESH_SECONDS);
  return (
    <Page
      title="Callbacks"
      about="Results are posted to the callback URL of the request and retried on a schedule until the receiver accepts them."
    >
      <WhenLoaded from={loaded}>
        {({ modes, callbacks: { failing } }) => (
          <>
            {modes.map(({ mode, callbacks: { pending, failing: retried, oldestSeconds } }) => (
              <Card key={mode} title={labelOf(mode)}>
                <Stats
                  items={[
                    { name: 'Pending', value: number(pending) },
                    { name: 'Failing', value: number(retried) },
                    { name: 'Oldest callback', value: pending > 0 ? duration(oldestSeconds) : '–' },
                  ]}
                />
              </Card>
            ))}
            <FailingHosts failing={failing} onResent={loaded.reload} />
            <History title="Callbacks over time" charts={CALLBACK_CHARTS} />
          </>
        )}
      </WhenLoaded>
      <DeliveryLog />
    </Page>
  );
}

function FailingHosts({ failing, onResent }: { readonly failing: Overview['callbacks']['failing']; readonly onResent: () => void }) {
  const [hours, setHours] = useState('24');
  const resending = useAction<string>();
  const resend = (host: string) => {
    if (!confirm(`Send all failing callbacks of ${host} again now? Delivered callbacks are not sent again.`)) return;
    void resending.run(async () => {
      const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
      const body = { host, since };
      const { count, more } = await call<{ count: number; more: boolean }>('/admin/delivery-log/resend', {
        method: 'POST',
        as: 'token',
        body,
      });
      onResent();
      return `${counted(count, 'callback')} queued for delivery.${more ? ' Others are left: select Resend failing again.' : ''}`;
    });
  };
  return (
    <Card
      title="Failing hosts"
      actions={failing.length > 0 && <SelectField label="Resend since" value={hours} options={PERIODS} onText={setHours} />}
    >
      {resending.problem && <ProblemNotice problem={resending.problem} />}
      {resending.result && (
        <p class="notice tiny" role="status">
          {resending.result}
        </p>
      )}
      {failing.length === 0 ? (
        <Empty title="No failing hosts">
          <p>All receivers accept callbacks. The deliveries of one request are on its details page.</p>
        </Empty>
      ) : (
        <Table
          caption="Failing hosts"
          rows={failing}
          keyOf={({ host }) => host}
          stack
          columns={[
            { name: 'Host', kind: 'lead', show: ({ host }) => <strong>{host}</strong> },
            { name: 'Failed callbacks', kind: 'figure', show: ({ count }) => number(count) },
            { name: 'Last reason', kind: 'break', show: ({ lastReason }) => lastReason ?? '–' },
            {
              name: 'Resend',
              show: ({ host }) => (
                <button
                  type="button"
                  class="button small"
                  disabled={resending.busy}
                  onClick={() => resend(host)}
                  aria-label={`Resend failing callbacks of ${host}`}
                >
                  Resend failing
                </button>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
