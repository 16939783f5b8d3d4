// Callbacks: pending deliveries and failing hosts.

import { duration, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useApi } from '../use-api.ts';
import { CALLBACK_CHARTS } from './charts.ts';
import { History } from './history.tsx';
import { type Overview, REFRESH_SECONDS } from './overview.ts';

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
              <section key={mode} aria-label={`${labelOf(mode)} callbacks`}>
                <h2>{labelOf(mode)}</h2>
                <Stats
                  items={[
                    { name: 'Pending', value: number(pending) },
                    { name: 'Failing', value: number(retried) },
                    { name: 'Oldest callback', value: pending > 0 ? duration(oldestSeconds) : '–' },
                  ]}
                />
              </section>
            ))}
            <History title="Callbacks over time" charts={CALLBACK_CHARTS} />
            <Card title="Failing hosts">
              {failing.length === 0 ? (
                <Empty title="No failing hosts">
                  <p>All receivers accept callbacks. The deliveries of one request are on its details page.</p>
                </Empty>
              ) : (
                <Table
                  caption="Failing hosts"
                  rows={failing}
                  keyOf={({ host }) => host}
                  columns={[
                    { name: 'Host', kind: 'break', show: ({ host }) => <strong>{host}</strong> },
                    { name: 'Failed callbacks', kind: 'figure', show: ({ count }) => number(count) },
                    { name: 'Last reason', kind: 'break', show: ({ lastReason }) => lastReason ?? '–' },
                  ]}
                />
              )}
            </Card>
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}
