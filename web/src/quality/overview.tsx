// One row per engine: its canaries, the quality of its results, the agreement of its sources, what its parser finds, and open cases.
import { LOW_AGREEMENT } from '../../../src/contract/cross-checks.ts';
import type { SeriesResponse } from '../../../src/contract/series.ts';
import { withQuery } from '../api.ts';
import { counted, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/page.tsx';
import { QualityFigure } from '../parts/quality.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useApi } from '../use-api.ts';
import { type QualityData, REFRESH_SECONDS } from './data.ts';
import { type EngineRow, engineRows } from './engine-rows.ts';

/** A higher share of results with a low quality is marked. */
const LOW_SHARE_MAX = 0.1;
/** Sums of the live keys, without the steps of charts. */
const TOTALS = { range: '24h', mode: 'live', total: 'true' };

export function EngineOverview({ canaries, crossChecks, cases }: QualityData) {
  const quality = useApi<SeriesResponse>(withQuery('/admin/series', { name: 'quality', ...TOTALS }), 'token', REFRESH_SECONDS);
  const parsing = useApi<SeriesResponse>(withQuery('/admin/series', { name: 'parsing', ...TOTALS }), 'token', REFRESH_SECONDS);
  const all = [canaries, crossChecks, cases, quality, parsing] as const;
  const problem = all.find((one) => one.problem !== null && one.data === null)?.problem;
  const isLoaded = all.every(({ data }) => data !== null);
  return (
    <Card title="Engines, last 24 hours">
      {problem && <ProblemNotice problem={problem} />}
      {!problem && !isLoaded && <Loading />}
      {isLoaded && (
        <Rows
          rows={engineRows({
            canaries: canaries.data!.sources,
            pairs: crossChecks.data!.pairs,
            cases: cases.data!.items,
            quality: quality.data!,
            parsing: parsing.data!,
          })}
        />
      )}
    </Card>
  );
}

function Rows({ rows }: { readonly rows: readonly EngineRow[] }) {
  if (rows.length === 0)
    return (
      <Empty title="Nothing measured yet">
        <p>Figures appear after the first live requests and canary runs.</p>
      </Empty>
    );
  return <Table caption="Quality by engine" rows={rows} keyOf={({ engine }) => engine} columns={COLUMNS} stack />;
}

const COLUMNS: readonly Column<EngineRow>[] = [
  { name: 'Engine', kind: 'lead', show: ({ engine }) => <strong>{labelOf(engine)}</strong> },
  {
    name: 'Canaries',
    show: ({ failing, tested, sources }) =>
      failing.length > 0 ? (
        <>
          <Badge value="failing" tone="bad" /> <span class="tiny">{failing.map(labelOf).join(', ')}</span>
        </>
      ) : tested > 0 ? (
        <>
          <Badge value="passing" tone="good" />{' '}
          <span class="tiny muted">
            {tested < sources ? `${tested} of ${counted(sources, 'source')} tested` : counted(sources, 'source')}
          </span>
        </>
      ) : (
        <span class="muted">Not tested</span>
      ),
  },
  {
    name: 'Mean quality',
    kind: 'figure',
    show: ({ quality }) => <QualityFigure quality={quality} />,
  },
  {
    name: 'Low quality',
    kind: 'figure',
    show: ({ lowShare }) =>
      lowShare === null ? '–' : <span class={lowShare > LOW_SHARE_MAX ? 'toned bad' : ''}>{percent(lowShare)}</span>,
  },
  {
    name: 'Lowest agreement',
    kind: 'figure',
    show: ({ agreement }) =>
      agreement === null ? '–' : <span class={agreement < LOW_AGREEMENT ? 'toned bad' : ''}>{agreement.toFixed(2)}</span>,
  },
  { name: 'Results found', kind: 'figure', show: ({ found }) => (found === null ? '–' : percent(found)) },
  { name: 'Open cases', kind: 'figure', show: ({ cases }) => (cases === 0 ? '–' : <span class="toned bad">{cases}</span>) },
];
