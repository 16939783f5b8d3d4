// Fleet: nodes with their processes and load, drift between them, and the drain of one node.
import type { FleetNode, FleetProcess, Fleet as FleetState } from '../../../src/contract/fleet.ts';
import { call } from '../api.ts';
import { counted, duration, number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { FLEET_CHARTS } from '../service/charts.ts';
import { History } from '../service/history.tsx';
import { useApi } from '../use-api.ts';
import { useAction } from './use-action.ts';

const REFRESH_SECONDS = 5;
const ROLES = { main: 'Main', api: 'API', worker: 'Worker' } as const;
const STATES = {
  active: ['Active', 'good'],
  draining: ['Draining', 'wait'],
  drained: ['Drained', 'note'],
  silent: ['Silent', 'bad'],
} as const;

function State({ state }: { readonly state: FleetNode['state'] }) {
  const [label, tone] = STATES[state];
  return <Badge value={label} tone={tone} />;
}

export function Fleet() {
  const loaded = useApi<FleetState>('/admin/fleet', 'token', REFRESH_SECONDS);
  return (
    <Page title="Fleet" about="All machines of this installation. Each process reports itself every 5 seconds.">
      <WhenLoaded from={loaded}>
        {({ nodes, warnings }) => (
          <>
            <Drift warnings={warnings} />
            <Figures nodes={nodes} />
            {nodes.length === 0 && (
              <Empty title="No nodes">
                <p>A process appears here a few seconds after its start.</p>
              </Empty>
            )}
            {nodes.map((node) => (
              <NodeCard key={node.name} node={node} onChanged={loaded.reload} />
            ))}
            <History title="Machines over time" charts={FLEET_CHARTS} />
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}

function Drift({ warnings }: Pick<FleetState, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section class="notice wait" aria-label="Drift">
      <p>
        <strong>{counted(warnings.length, 'warning')}</strong>
      </p>
      <ul>
        {warnings.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ nodes }: Pick<FleetState, 'nodes'>) {
  const processes = nodes.flatMap((node) => node.processes).filter(({ silent }) => !silent);
  const versions = [...new Set(processes.map(({ version }) => version))];
  return (
    <Stats
      items={[
        { name: 'Nodes', value: number(nodes.length) },
        { name: 'Processes', value: number(processes.length) },
        { name: 'Running jobs', value: number(nodes.reduce((sum, { running }) => sum + running, 0)) },
        { name: versions.length > 1 ? 'Versions' : 'Version', value: versions.length > 1 ? number(versions.length) : (versions[0] ?? '–') },
      ]}
    />
  );
}

function NodeCard({ node, onChanged }: { readonly node: FleetNode; readonly onChanged: () => void }) {
  const { name, state, processes } = node;
  return (
    <Card
      title={
        <>
          {name} <State state={state} />
        </>
      }
      actions={<DrainButton node={node} onChanged={onChanged} />}
    >
      {node.drainingSince && (
        <p class="muted">
          <DrainProgress node={node} />
        </p>
      )}
      {processes.length > 0 && (
        <Table
          caption={`Processes of ${name}`}
          rows={processes}
          keyOf={({ id }) => id}
          columns={processes.some(({ labels }) => labels.length > 0) ? [...COLUMNS, LABELS] : COLUMNS}
          stack
        />
      )}
    </Card>
  );
}

function DrainButton({ node: { name, drainingSince }, onChanged }: { readonly node: FleetNode; readonly onChanged: () => void }) {
  const { busy, problem, run } = useAction<null>();
  const change = (action: 'drain' | 'resume') =>
    void run(async () => {
      await call(`/admin/fleet/${encodeURIComponent(name)}/${action}`, { method: 'POST', as: 'token' });
      onChanged();
      return null;
    });
  const drain = () => {
    const warning = `Drain ${name}? Its workers claim no more jobs, and load balancers stop sending it requests. Running jobs continue.`;
    if (confirm(warning)) change('drain');
  };
  const resume = () => confirm(`Resume ${name}? Its workers claim jobs again.`) && change('resume');
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <button
        type="button"
        class="button small"
        disabled={busy}
        onClick={drainingSince ? resume : drain}
        aria-label={`${drainingSince ? 'Resume' : 'Drain'} node ${name}`}
      >
        {drainingSince ? 'Resume node' : 'Drain node'}
      </button>
    </>
  );
}

function DrainProgress({ node: { state, running, drainSeconds, drainingSince, processes } }: { readonly node: FleetNode }) {
  const since = (
    <>
      Drain began <Time at={drainingSince} />.{' '}
    </>
  );
  if (processes.length === 0) return <>{since}No process is running. The node stays drained until you resume it.</>;
  if (state === 'drained') return <>{since}No job is running.</>;
  return (
    <>
      {since}
      {counted(running, 'job')} running{drainSeconds !== null && running > 0 && `, about ${duration(drainSeconds)} left`}.
    </>
  );
}

function stateOf({ silent, drainingSince }: FleetProcess): FleetNode['state'] {
  if (silent) return 'silent';
  return drainingSince ? 'draining' : 'active';
}

const skewText = (ms: number | null): string => (ms === null ? '–' : `${ms > 0 ? '+' : ''}${number(ms)} ms`);

const COLUMNS: readonly Column<FleetProcess>[] = [
  {
    name: 'Process',
    kind: 'lead',
    show: (process) => (
      <>
        <strong>{ROLES[process.role]}</strong> <span class="muted">{process.pid}</span>{' '}
        {stateOf(process) !== 'active' && <State state={stateOf(process)} />}
      </>
    ),
  },
  { name: 'Version', kind: 'figure', show: ({ version }) => version },
  {
    name: 'Jobs',
    kind: 'figure',
    show: ({ running, concurrency }) => (concurrency === null ? '–' : `${number(running)} of ${number(concurrency)}`),
  },
  {
    name: 'CPU',
    kind: 'figure',
    show: ({ cpuShare }) => (cpuShare === null ? '–' : `${Math.round(cpuShare * 100)}%`),
  },
  { name: 'Memory', kind: 'figure', show: ({ memoryMb }) => (memoryMb === null ? '–' : `${number(memoryMb)} MB`) },
  { name: 'Clock', kind: 'figure', show: ({ clockSkewMs }) => skewText(clockSkewMs) },
  { name: 'Last heartbeat', kind: 'figure', show: ({ seenSeconds }) => `${duration(seenSeconds)} ago` },
  { name: 'Started', kind: 'time', show: ({ startedAt }) => <Time at={startedAt} /> },
];

const LABELS: Column<FleetProcess> = {
  name: 'Labels',
  show: ({ labels }) => (
    <span class="row">
      {labels.map((label) => (
        <code key={label} class="badge">
          {label}
        </code>
      ))}
    </span>
  ),
};
