// Charts of time series for the last hour, day or week, each with a table of its newest and highest values.
import { useMemo, useState } from 'preact/hooks';
import type { SeriesName, SeriesRange, SeriesResponse } from '../../../src/contract/series.ts';
import type { Mode } from '../../../src/contract/vocabulary.ts';
import { withQuery } from '../api.ts';
import { dateOf, duration, ms, number } from '../format.ts';
import { type Line, Lines } from '../parts/chart.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useApi } from '../use-api.ts';
import { figuresOf, LINES_MAX, type ToLines } from './series-lines.ts';

type Unit = '%' | 'ms' | 's';

export interface Chart {
  readonly title: string;
  readonly series: SeriesName;
  /** Loads only this mode. Equal for all charts of a series in one card. */
  readonly mode?: Mode;
  readonly lines: ToLines;
  readonly unit?: Unit;
}

const RANGES: readonly (readonly [SeriesRange, title: string, refreshSeconds: number])[] = [
  ['1h', '1 hour', 20],
  ['24h', '24 hours', 60],
  ['7d', '7 days', 300],
];

/** A card with all charts of a subject. It begins with the last hour unless `first` is another period. */
export function History(props: { readonly title: string; readonly charts: readonly Chart[]; readonly first?: SeriesRange }) {
  const { title, charts, first = '1h' } = props;
  return (
    <Card title={title}>
      <Tabs
        label={`Period of ${title}`}
        first={first}
        tabs={RANGES.map(([range, name, seconds]) => ({
          name: range,
          title: name,
          show: () => (
            <div class="charts" key={range}>
              {seriesOf(charts).map((series) => (
                <SeriesCharts
                  key={series}
                  charts={charts.filter((chart) => chart.series === series)}
                  series={series}
                  range={range}
                  seconds={seconds}
                />
              ))}
            </div>
          ),
        }))}
      />
    </Card>
  );
}

/** Charts that are loaded only when the reader opens them. */
export function ClosedHistory({ title, charts }: { readonly title: string; readonly charts: readonly Chart[] }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <History title={title} charts={charts} />}
    </details>
  );
}

const seriesOf = (charts: readonly Chart[]): SeriesName[] => [...new Set(charts.map(({ series }) => series))];

/** All charts of one series, which is loaded once, with as many lines as a chart draws. */
function SeriesCharts(props: {
  readonly charts: readonly Chart[];
  readonly series: SeriesName;
  readonly range: SeriesRange;
  readonly seconds: number;
}) {
  const { charts, series, range, seconds } = props;
  const query = { name: series, range, mode: charts[0]?.mode, lines: LINES_MAX };
  const loaded = useApi<SeriesResponse>(withQuery('/admin/series', query), 'token', seconds);
  return (
    <>
      {charts.map((chart) => (
        <figure key={chart.title}>
          <figcaption>
            <h3>{chart.title}</h3>
          </figcaption>
          <WhenLoaded from={loaded}>{(data) => <Drawn chart={chart} series={data} />}</WhenLoaded>
        </figure>
      ))}
    </>
  );
}

function Drawn({ chart, series }: { readonly chart: Chart; readonly series: SeriesResponse }) {
  const times = useMemo(() => series.times.map((at) => dateOf(at).getTime() / 1000), [series]);
  const lines = useMemo(() => chart.lines(series), [chart, series]);
  if (lines.every((line) => figuresOf(line).latest === null))
    return (
      <Empty title="No data">
        <p>Nothing was measured in this period.</p>
      </Empty>
    );
  return (
    <>
      <Lines label={chart.title} times={times} lines={lines} precise {...(chart.unit === '%' ? { highest: 100 } : {})} />
      <Figures chart={chart} lines={lines} />
    </>
  );
}

function textOf(value: number, unit: Unit | undefined): string {
  if (unit === 's' && value > 0) return duration(value);
  if (unit === 'ms' && value > 0) return ms(value);
  return unit === 's' || unit === 'ms' ? `0 ${unit}` : `${number(value)}${unit ?? ''}`;
}

function Figures({ chart: { title, unit }, lines }: { readonly chart: Chart; readonly lines: readonly Line[] }) {
  const shown = (value: number | null): string => (value === null ? '–' : textOf(value, unit));
  return (
    <Table
      caption={`${title}: newest and highest values`}
      rows={lines}
      keyOf={({ name }) => name}
      columns={[
        { name: 'Line', show: ({ name }) => name },
        { name: 'Newest', kind: 'figure', show: (line) => shown(figuresOf(line).latest) },
        { name: 'Highest', kind: 'figure', show: (line) => shown(figuresOf(line).highest) },
      ]}
    />
  );
}
