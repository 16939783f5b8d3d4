// Canaries: which sources pass their questions with known answers, with a button that runs them now.
import { useState } from 'preact/hooks';
import type { CanaryList, CanarySource } from '../../../src/contract/canaries.ts';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted, dateOf, number, spanOf } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { SelectField } from '../parts/field.tsx';
import { LongTable } from '../parts/long-table.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import type { Column } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import type { ApiState } from '../use-api.ts';
import { AnsweredRequests } from './answered-requests.tsx';

type Run = (source: CanarySource) => void;

const TONES: Readonly<Record<CanarySource['state'], string>> = { passing: 'good', failing: 'bad', untested: '', unbudgeted: 'note' };
/** Sources behind proxies have a name for each. */
const PROXY = /^(?:page|browser)-/;
const FILTERS = [
  ['tested', 'Tested sources'],
  ['all', 'All sources'],
] as const;

export function Canaries({ loaded }: { readonly loaded: ApiState<CanaryList> }) {
  const action = useAction<null>();
  const [filter, setFilter] = useState('tested');
  const run: Run = ({ engine, source }) =>
    void action.run(async () => {
      await call(`/admin/canaries/${engine}/${source}/run`, { method: 'POST', as: 'token' });
      loaded.reload();
      return null;
    });
  return (
    <Card title="Canaries" actions={<SelectField label="Show" value={filter} options={FILTERS} onText={setFilter} />}>
      {action.problem && <ProblemNotice problem={action.problem} />}
      <WhenLoaded from={loaded}>
        {({ sources, intervalMinutes }) => {
          const shown = sources.filter(({ state }) => filter === 'all' || state === 'passing' || state === 'failing');
          return (
            <>
              <p class="muted">
                {intervalMinutes === 0
                  ? 'Canaries are off: CANARY_INTERVAL_MINUTES is 0.'
                  : `Each source is asked questions with known answers, each about every ${spanOf(intervalMinutes)}.`}{' '}
                {sources.some(({ source }) => PROXY.test(source)) && 'Sources behind proxies take turns. '}
                {gapsOf(sources)}
              </p>
              {shown.length === 0 ? (
                <Empty title="No source was tested yet">
                  <p>Choose All sources to run the canaries of one now. Paid sources are tested only within CANARY_BUDGET.</p>
                </Empty>
              ) : (
                <LongTable
                  noun="source"
                  caption="Sources and their canaries"
                  rows={shown}
                  keyOf={({ engine, source }) => `${engine} ${source}`}
                  columns={columnsWith(run, action.busy)}
                  stack
                />
              )}
            </>
          );
        }}
      </WhenLoaded>
    </Card>
  );
}

/** Sources without a passed or failed run. The filter hides them, and they must not look as if they passed. */
function gapsOf(sources: CanaryList['sources']): string {
  const [untested, unbudgeted] = (['untested', 'unbudgeted'] as const).map((state) => sources.filter((one) => one.state === state).length);
  const parts = [
    untested ? `${counted(untested, 'source')} not tested yet` : '',
    unbudgeted ? `${counted(unbudgeted, 'source')} without a budget` : '',
  ];
  const text = parts.filter(Boolean).join(', ');
  return text === '' ? '' : `${text}.`;
}

const columnsWith = (run: Run, isBusy: boolean): readonly Column<CanarySource>[] => [
  {
    name: 'Source',
    kind: 'lead',
    show: ({ engine, source, switchedOff }) => (
      <>
        <strong>{labelOf(engine)}</strong> <span class="muted">{labelOf(source)}</span>
        {switchedOff && <p class="tiny toned bad">Switched off until it passes</p>}
      </>
    ),
  },
  {
    name: 'State',
    kind: 'roomy',
    show: ({ engine, source, state, failingSince, suspectSince, reason }) => (
      <>
        <Badge value={state} tone={TONES[state]} />
        {failingSince && (
          <span class="tiny muted">
            {' '}
            since <Time at={failingSince} />
          </span>
        )}
        {reason && <p class="tiny break">{reason}</p>}
        {suspectSince && <AnsweredRequests engine={engine} source={source} since={suspectSince} />}
      </>
    ),
  },
  {
    name: 'Runs today',
    kind: 'figure',
    show: ({ runsToday, budget }) => (
      <>
        {number(runsToday)}
        {budget && (
          <p class="tiny muted">
            budget:
            <br />
            {number(budget.usedToday)} of {number(budget.runsPerDay)}
          </p>
        )}
      </>
    ),
  },
  { name: 'Questions', kind: 'roomy', show: (source) => <Questions source={source} /> },
  {
    name: 'Action',
    show: (source) => (
      <button
        type="button"
        class="button small"
        aria-label={`Run now: ${labelOf(source.source)} of ${labelOf(source.engine)}`}
        disabled={isBusy}
        onClick={() => run(source)}
      >
        Run now
      </button>
    ),
  },
];

/** A worker starts a due question within seconds. */
const isDue = (running: boolean, dueAt: string | null): boolean => running || (dueAt !== null && dateOf(dueAt).getTime() <= Date.now());

function Questions({ source }: { readonly source: CanarySource }) {
  const passed = source.canaries.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <details>
      <summary>
        {passed} of {source.canaries.length} passed
      </summary>
      <ul class="canary-list">
        {source.canaries.map(({ id, question, region, device, outcome, reason, lastRunAt, dueAt, running }) => (
          <li key={id}>
            <strong>{question}</strong>{' '}
            <span class="tiny muted">
              {[region, device === 'mobile' ? 'phone' : null].filter(Boolean).join(', ')}
              {region && lastRunAt && ' · '}
              {lastRunAt && <Time at={lastRunAt} />}
            </span>{' '}
            {outcome && <Badge value={outcome} tone={outcome === 'passed' ? 'good' : outcome === 'failed' ? 'bad' : 'wait'} />}
            {isDue(running, dueAt) && <Badge value={running ? 'running' : 'due'} tone="wait" />}
            {reason && <p class="tiny break">{reason}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
