// Queue: waiting and running jobs by priority, workers, and the database.

import { bytes, counted, duration, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useApi } from '../use-api.ts';
import { QUEUE_CHARTS, SERVICE_CHARTS } from './charts.ts';
import { ClosedHistory, History } from './history.tsx';
import { type Overview, REFRESH_SECONDS } from './overview.ts';

export function Queue() {
  const loaded = useApi<Overview>('/admin/overview', 'token', REFRESH_SECONDS);
  return (
    <Page title="Queue" about="Waiting and running jobs by priority. The age of the oldest job counts from the request, over all attempts.">
      <WhenLoaded from={loaded}>
        {({ modes, labels, workers, database, process }) => (
          <>
            {modes.map(({ mode, queue }) => (
              <ModeQueue key={mode} mode={mode} queue={queue} workers={workers.length} />
            ))}
            <History title="Live queue over time" charts={QUEUE_CHARTS.live} />
            <ClosedHistory title="Test queue over time" charts={QUEUE_CHARTS.test} />
            <History title="Service over time" charts={SERVICE_CHARTS} />
            {labels.length > 0 && <Labels labels={labels} />}
            <div class="columns">
              <Workers workers={workers} />
              <Database database={database} process={process} />
            </div>
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}

function ModeQueue({ mode, queue, workers }: Pick<Overview['modes'][number], 'mode' | 'queue'> & { readonly workers: number }) {
  const unfinished = queue.reduce((sum, row) => sum + row.waiting + row.running, 0);
  const oldest = queue.reduce((most, row) => Math.max(most, row.oldestSeconds), 0);
  return (
    <Card title={labelOf(mode)}>
      <Stats
        items={[
          { name: 'Waiting', value: number(queue.reduce((sum, { waiting }) => sum + waiting, 0)) },
          { name: 'Running', value: number(queue.reduce((sum, { running }) => sum + running, 0)) },
          { name: 'Oldest job', value: unfinished > 0 ? duration(oldest) : '–' },
          ...(mode === 'live' ? [{ name: 'Workers', value: number(workers) }] : []),
        ]}
      />
      <Table
        caption={mode === 'live' ? 'Queue by priority' : 'Test queue'}
        rows={queue}
        keyOf={({ priority }) => priority}
        columns={[
          { name: 'Priority', show: ({ priority }) => <strong>{labelOf(priority)}</strong> },
          { name: 'Waiting', kind: 'figure', show: ({ waiting }) => number(waiting) },
          { name: 'Running', kind: 'figure', show: ({ running }) => number(running) },
          {
            name: 'Oldest job',
            kind: 'figure',
            show: ({ oldestSeconds, waiting, running }) => (waiting + running > 0 ? duration(oldestSeconds) : '–'),
          },
        ]}
      />
    </Card>
  );
}

function Labels({ labels }: { readonly labels: Overview['labels'] }) {
  return (
    <Card title="By label">
      <Table
        caption="Queue by label"
        rows={labels}
        keyOf={({ label }) => label}
        columns={[
          { name: 'Label', show: ({ label }) => <code>{label}</code> },
          { name: 'Waiting', kind: 'figure', show: ({ waiting }) => number(waiting) },
          { name: 'Running', kind: 'figure', show: ({ running }) => number(running) },
          { name: 'Oldest job', kind: 'figure', show: ({ oldestSeconds, waiting }) => (waiting > 0 ? duration(oldestSeconds) : '–') },
          {
            name: 'Workers',
            kind: 'figure',
            show: ({ waiting, workers }) => (waiting > 0 && workers === 0 ? <Badge value="No worker" tone="bad" /> : number(workers)),
          },
        ]}
      />
    </Card>
  );
}

function Workers({ workers }: { readonly workers: Overview['workers'] }) {
  return (
    <Card title="Workers">
      {workers.length === 0 ? (
        <Empty title="No workers running">
          <p>
            Requests wait until a worker runs. Start one with <code>sextant worker</code>.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Workers"
          rows={workers}
          keyOf={({ token }) => token}
          columns={[
            { name: 'Worker', show: ({ token }) => <code>{token}</code> },
            {
              name: 'Labels',
              show: ({ labels, labelsOnly }) => (labels.length > 0 ? `${labels.join(', ')}${labelsOnly ? ' only' : ''}` : '–'),
            },
            { name: 'Running', kind: 'figure', show: ({ running }) => number(running) },
            { name: 'Last heartbeat', kind: 'figure', show: ({ seenSeconds }) => `${duration(seenSeconds)} ago` },
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
          ['Size', bytes(database.bytes)],
          ['Connections', `${number(database.connections)} of ${number(database.connectionsMax)}`],
          [
            'Ledger',
            database.drift === 0 ? (
              <Badge value="Balanced" tone="good" />
            ) : (
              <Badge value={`${counted(database.drift, 'account')} mismatched`} tone="bad" />
            ),
          ],
          ['Usage data delay', duration(database.usageBehindSeconds)],
          ['Waiting clients', number(process.waits)],
          ['Open streams', number(process.streams)],
        ]}
      />
    </Card>
  );
}
