// Sources: success rate, speed and results of each source by engine, and paused sources.

import { counted, ms, number, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import { SOURCE_CHARTS } from './charts.ts';
import { ClosedHistory, History } from './history.tsx';
import { type EngineRow, type Overview, REFRESH_SECONDS } from './overview.ts';
import { SourceSetup } from './source-setup.tsx';

const attempts = ({ ok, blocked, unreachable, unreadable }: EngineRow): number => ok + blocked + unreachable + unreadable;
const success = (row: EngineRow): number => row.ok / Math.max(1, attempts(row));

export function Sources() {
  const loaded = useApi<Overview>('/admin/overview', 'token', REFRESH_SECONDS);
  return (
    <Page
      title="Sources"
      about="Recent performance of the sources of each engine. A blocked source is paused, and the next source is used."
    >
      <WhenLoaded from={loaded}>{({ engines, sample }) => <Rows engines={engines} sample={sample} />}</WhenLoaded>
      <SourceSetup />
    </Page>
  );
}

function Rows({ engines, sample }: { readonly engines: readonly EngineRow[]; readonly sample: Overview['sample'] }) {
  return (
    <>
      {(['live', 'test'] as const).map((mode) => (
        <ModeSources key={mode} mode={mode} engines={engines.filter((row) => row.mode === mode)} />
      ))}
      <p class="tiny muted">
        Based on the newest {counted(sample.objects, 'finished request')}, the oldest from <Time at={sample.since} />, and on the attempts
        of unfinished requests.
      </p>
      <History title="Live sources over time" charts={SOURCE_CHARTS.live} />
      <ClosedHistory title="Test sources over time" charts={SOURCE_CHARTS.test} />
    </>
  );
}

function ModeSources({ mode, engines }: { readonly mode: EngineRow['mode']; readonly engines: readonly EngineRow[] }) {
  const [all, good] = [engines.reduce((sum, row) => sum + attempts(row), 0), engines.reduce((sum, row) => sum + row.ok, 0)];
  return (
    <Card title={labelOf(mode)}>
      {engines.length === 0 ? (
        <Empty title={`No recent ${mode} attempts`}>
          <p>
            Figures appear after the first request. Send one in the <a href="#/playground">playground</a>.
          </p>
        </Empty>
      ) : (
        <>
          <Stats
            items={[
              { name: 'Attempts', value: number(all) },
              { name: 'Success rate', value: all > 0 ? percent(good / all) : '–', tone: all > 0 ? tone(good / all) : '' },
              { name: 'Blocked', value: number(engines.reduce((sum, { blocked }) => sum + blocked, 0)) },
              { name: 'Paused sources', value: number(engines.filter(({ resting }) => resting).length) },
            ]}
          />
          <Table
            caption={mode === 'live' ? 'Live sources' : 'Sources by engine in test mode'}
            rows={engines}
            keyOf={({ engine, source }) => `${engine} ${source}`}
            columns={COLUMNS}
            stack
          />
        </>
      )}
    </Card>
  );
}

const tone = (share: number): string => (share < 0.5 ? 'bad' : share < 0.9 ? 'wait' : '');

const COLUMNS: readonly Column<EngineRow>[] = [
  {
    name: 'Engine',
    kind: 'lead',
    show: ({ engine, source, resting }) => (
      <>
        <strong>{labelOf(engine)}</strong> <span class="muted">{labelOf(source)}</span>
        {resting && (
          <p class="tiny">
            <Badge value="resting" /> resumes <Time at={resting} />
          </p>
        )}
      </>
    ),
  },
  {
    name: 'Success rate',
    show: (row) => (
      <div class="success">
        <span class={`meter ${tone(success(row))}`}>
          <i class={tone(success(row))} style={{ width: `${success(row) * 100}%` }} />
        </span>
        <span class={`tiny ${tone(success(row))}`}>
          {percent(success(row))} of {counted(attempts(row), 'attempt')}
        </span>
      </div>
    ),
  },
  { name: 'Blocked', kind: 'figure', show: ({ blocked }) => number(blocked) },
  { name: 'Unreachable', kind: 'figure', show: ({ unreachable }) => number(unreachable) },
  { name: 'Parse errors', kind: 'figure', show: ({ unreadable }) => number(unreadable) },
  { name: 'p50', kind: 'figure', show: ({ p50Ms }) => ms(p50Ms) },
  { name: 'p95', kind: 'figure', show: ({ p95Ms }) => ms(p95Ms) },
  {
    name: 'Results returned',
    kind: 'roomy',
    // The figures are those of the engine. They say nothing about a source without success.
    show: ({ ok, fill = {} }) => (
      <span class="tiny muted">
        {Object.entries(fill)
          .filter(([, share]) => ok > 0 && typeof share === 'number')
          .map(([name, share]) => `${labelOf(name)} ${percent(share)}`)
          .join(', ') || '–'}
      </span>
    ),
  },
];
