// Queue: how much waits and how long, by priority; who works; how the database is.
import { useAnswer } from '../answer.ts';
import { duration, number } from '../format.ts';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { Pairs } from '../playground/rendered.tsx';
import { type Overview, REFRESH_SECONDS } from './overview.ts';

export function Queue() {
  const answer = useAnswer<Overview>('/admin/overview', 'token', REFRESH_SECONDS);
  return (
    <Page title="Queue" about="What waits and what is in work, by priority. The age of the oldest says more than the depth.">
      <Shown answer={answer}>
        {({ queue, workers, database }) => (
          <>
            <Figures queue={queue} workers={workers.length} />
            <Card title="By priority">
              {queue.length === 0 ? (
                <Empty title="Nothing waits" />
              ) : (
                <Table
                  caption="Queue by priority"
                  rows={queue}
                  keyOf={({ priority }) => priority}
                  columns={[
                    { name: 'Priority', show: ({ priority }) => <strong>{priority}</strong> },
                    { name: 'Waiting', kind: 'figure', show: ({ waiting }) => number(waiting) },
                    { name: 'In work', kind: 'figure', show: ({ running }) => number(running) },
                    { name: 'Oldest', kind: 'figure', show: ({ oldestSeconds, waiting }) => (waiting > 0 ? duration(oldestSeconds) : '–') },
                  ]}
                />
              )}
            </Card>
            <div class="columns">
              <Workers workers={workers} />
              <Card title="Database">
                <Pairs pairs={Object.entries(database).map(([name, value]) => [name, shown(value)])} />
              </Card>
            </div>
          </>
        )}
      </Shown>
    </Page>
  );
}

const shown = (value: unknown): string =>
  typeof value === 'number' ? number(value) : typeof value === 'object' ? JSON.stringify(value) : String(value);

function Figures({ queue, workers }: { readonly queue: Overview['queue']; readonly workers: number }) {
  const waiting = queue.reduce((sum, row) => sum + row.waiting, 0);
  const oldest = queue.reduce((most, row) => Math.max(most, row.oldestSeconds ?? 0), 0);
  return (
    <Stats
      items={[
        { name: 'Waiting', value: number(waiting) },
        { name: 'In work', value: number(queue.reduce((sum, { running }) => sum + running, 0)) },
        { name: 'Oldest', value: waiting > 0 ? duration(oldest) : '–' },
        { name: 'Workers', value: number(workers) },
      ]}
    />
  );
}

function Workers({ workers }: { readonly workers: Overview['workers'] }) {
  const names = [...new Set(workers.flatMap((worker) => Object.keys(worker)))];
  return (
    <Card title="Workers">
      {workers.length === 0 ? (
        <Empty title="No worker is alive">
          <p>
            Start one with <code>sextant work</code>; until then everything waits.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Workers"
          rows={workers}
          keyOf={(worker) => workers.indexOf(worker)}
          columns={names.map((name) => ({ name, show: (worker: Readonly<Record<string, unknown>>) => shown(worker[name] ?? '–') }))}
        />
      )}
    </Card>
  );
}
