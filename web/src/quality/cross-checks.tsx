// Cross-checks: how far the sources of an engine agree, and the searches in which they differed.
import { type CrossCheckDifference, type CrossCheckList, type CrossCheckPair, LOW_AGREEMENT } from '../../../src/contract/cross-checks.ts';
import { counted, number, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { LongTable } from '../parts/long-table.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import type { ApiState } from '../use-api.ts';

const DIFFERENCES_SHOWN = 20;

export function CrossChecks({ loaded }: { readonly loaded: ApiState<CrossCheckList> }) {
  return (
    <Card title="Agreement of sources">
      <WhenLoaded from={loaded}>
        {({ engines, pairs, differences }) => (
          <>
            {engines.map(({ engine, share, callsPerDay, callsToday, sources }) => (
              <p key={engine} class="muted">
                {labelOf(engine)}: {percent(share)} of the searches are checked, {callsToday} of {counted(callsPerDay, 'call')} used today.
                {sources.length < 2 && ' It has one source only. A cross-check needs two.'}
              </p>
            ))}
            {pairs.length > 0 ? (
              <LongTable
                noun="pair"
                caption="Pairs of sources"
                rows={pairs}
                keyOf={({ engine, sources }) => `${engine} ${sources.join('~')}`}
                columns={PAIRS}
                stack
              />
            ) : (
              <Empty title="No cross-checks">
                <p>CROSS_CHECKS names the engines for which a second source is asked now and then.</p>
              </Empty>
            )}
            {differences.length > 0 && (
              <details>
                <summary>Newest differences</summary>
                <Table
                  caption="Newest differences"
                  rows={differences.slice(0, DIFFERENCES_SHOWN)}
                  keyOf={({ objectId }) => objectId}
                  columns={DIFFERENCES}
                  stack
                />
              </details>
            )}
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}

const figure = (value: number | undefined) =>
  value === undefined ? '–' : <span class={value < LOW_AGREEMENT ? 'toned bad' : ''}>{value.toFixed(2)}</span>;

const PAIRS: readonly Column<CrossCheckPair>[] = [
  {
    name: 'Sources',
    kind: 'lead',
    show: ({ engine, sources }) => (
      <>
        <strong>{labelOf(engine)}</strong> <span class="muted">{sources.map(labelOf).join(' and ')}</span>
      </>
    ),
  },
  { name: 'Agreement, 24 hours', kind: 'figure', show: ({ lastDay }) => figure(lastDay?.agreement) },
  { name: 'Agreement, 7 days', kind: 'figure', show: ({ week }) => figure(week?.agreement) },
  { name: 'Overlap', kind: 'figure', show: ({ lastDay }) => lastDay?.overlap.toFixed(2) ?? '–' },
  { name: 'Order', kind: 'figure', show: ({ lastDay }) => lastDay?.correlation.toFixed(2) ?? '–' },
  { name: 'Features', kind: 'figure', show: ({ lastDay }) => lastDay?.features.toFixed(2) ?? '–' },
  { name: 'Checks', kind: 'figure', show: ({ lastDay }) => number(lastDay?.pairs ?? 0) },
];

const DIFFERENCES: readonly Column<CrossCheckDifference>[] = [
  {
    name: 'Request',
    kind: 'lead',
    show: ({ objectId, engine }) => (
      <a href={linkTo('objects', { account: 'all' }, objectId)}>
        {labelOf(engine)} …{objectId.slice(-6)}
      </a>
    ),
  },
  { name: 'Time', kind: 'time', show: ({ at }) => <Time at={at} /> },
  { name: 'Agreement', kind: 'figure', show: ({ agreement }) => agreement.toFixed(2) },
  {
    name: 'Sites of one source only',
    kind: 'roomy',
    show: ({ sources }) =>
      sources.map(({ source, hosts }) => (
        <p key={source} class="tiny">
          <strong>{labelOf(source)}:</strong> <span class="break">{hosts.join(', ') || 'none'}</span>
        </p>
      )),
  },
];
