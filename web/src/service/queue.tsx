// Queue: how much waits and how long, by priority; who works; how the database is.
import { useAnswer } from '../answer.ts';
import { duration, number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
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
        {({ queue, workers, database, process }) => (
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
              <Database database={database} process={process} />
            </div>
          </>
        )}
      </Shown>
    </Page>
  );
}

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
  return (
    <Card title="Workers">
      {workers.length === 0 ? (
        <Empty title="No worker is alive">
          <p>
            Start one with <code>sextant worker</code>; until then everything waits.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Workers"
          rows={workers}
          keyOf={({ token }) => token}
          columns={[
            { name: 'Worker', show: ({ token }) => <code>{token}</code> },
            { name: 'In work', kind: 'figure', show: ({ running }) => number(running) },
            { name: 'Last heard of', kind: 'figure', show: ({ seenSeconds }) => `${duration(seenSeconds)} ago` },
          ]}
        />
      )}
    </Card>
  );
}

function Database({ database, process }: Pick<Overview, 'database' | 'process'>) {
  return (
    <Card title="Database and process">
      <Pairs
        pairs={[
          ['PostgreSQL', database.version],
          ['Size', `${number(Math.round(database.bytes / 1e6))} MB`],
          ['Connections', `${database.connections} of ${database.connectionsMax}`],
          [
            'Books',
            database.drift === 0 ? <Badge word="they agree" tone="good" /> : <Badge word={`${database.drift} accounts drift`} tone="bad" />,
          ],
          ['Usage is behind by', duration(database.usageBehindSeconds)],
          ['Clients that wait', number(process.waits)],
          ['Clients that watch', number(process.streams)],
        ]}
      />
    </Card>
  );
}
