// Callbacks: how many are still to be told, for how long, and which hosts do not listen.
import { useAnswer } from '../answer.ts';
import { duration, number } from '../format.ts';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { type Overview, REFRESH_SECONDS } from './overview.ts';

export function Callbacks() {
  const answer = useAnswer<Overview>('/admin/overview', 'token', REFRESH_SECONDS);
  return (
    <Page
      title="Callbacks"
      about="Finished objects are told to the address in their request, and again by schedule until somebody listens."
    >
      <Shown answer={answer}>
        {({ callbacks: { pending, oldestSeconds, failing } }) => (
          <>
            <Stats
              items={[
                { name: 'Pending', value: number(pending) },
                { name: 'Oldest', value: pending > 0 ? duration(oldestSeconds) : '–' },
                { name: 'Failing hosts', value: number(failing.length) },
              ]}
            />
            <Card title="Hosts that fail">
              {failing.length === 0 ? (
                <Empty title="Every host listens">
                  <p>Hosts whose last tries failed are listed here with the reason. One object’s deliveries are on its own page.</p>
                </Empty>
              ) : (
                <Table
                  caption="Failing hosts"
                  rows={failing}
                  keyOf={({ host }) => host}
                  columns={[
                    { name: 'Host', kind: 'break', show: ({ host }) => <strong>{host}</strong> },
                    { name: 'Failed', kind: 'figure', show: ({ count }) => number(count) },
                    { name: 'Last reason', kind: 'break', show: ({ lastReason }) => lastReason ?? '–' },
                  ]}
                />
              )}
            </Card>
          </>
        )}
      </Shown>
    </Page>
  );
}
