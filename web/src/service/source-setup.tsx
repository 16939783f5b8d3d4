// The sources of each engine: what is configured, paused, switched off or missing, with a test of each.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Action, useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { counted, duration, ms } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import { REFRESH_SECONDS } from './overview.ts';

interface Source {
  readonly name: string;
  readonly disabledSince: string | null;
  readonly disabledBy: string | null;
  readonly cooldowns: readonly { readonly mode: string; readonly seconds: number; readonly reason: string; readonly processes: number }[];
}
interface EngineSetup {
  readonly engine: string;
  readonly sources: readonly Source[];
  readonly missing: readonly { readonly name: string; readonly settings: readonly string[] }[];
  readonly advice: string | null;
}
interface TestResult {
  readonly source: string | null;
  readonly outcome: string;
  readonly ms: number;
  readonly results: number;
  readonly titles: readonly string[];
  readonly error: string | null;
}
interface Row extends Source {
  readonly engine: string;
}
const keyOf = ({ engine, name }: Row): string => `${engine} ${name}`;

const FILTERS = [
  ['advice', 'Engines with advice'],
  ['all', 'All engines'],
] as const;

export function SourceSetup() {
  const loaded = useApi<{ engines: readonly EngineSetup[] }>('/admin/sources', 'token', REFRESH_SECONDS);
  const [filter, setFilter] = useState('all');
  return (
    <Card title="Configuration" actions={<SelectField label="Show" value={filter} options={FILTERS} onText={setFilter} />}>
      <WhenLoaded from={loaded}>
        {({ engines }) => (
          <Engines engines={engines.filter(({ advice }) => filter === 'all' || advice !== null)} onChanged={loaded.reload} />
        )}
      </WhenLoaded>
    </Card>
  );
}

function Engines({ engines, onChanged }: { readonly engines: readonly EngineSetup[]; readonly onChanged: () => void }) {
  const test = useAction<TestResult>();
  const [tested, setTested] = useState('');
  const change = useAction<null>();
  const run = (row: Row) => {
    setTested(keyOf(row));
    void test.run(() => call<TestResult>(`/admin/sources/${row.engine}/test`, { method: 'POST', as: 'token', body: { source: row.name } }));
  };
  const toggle = ({ engine, name, disabledSince }: Row) => {
    const question = `Switch off ${labelOf(name)} for ${labelOf(engine)}? Within 5 seconds no request uses it. Requests without another source fail and are refunded.`;
    if (disabledSince === null && !confirm(question)) return;
    void change.run(async () => {
      await call(`/admin/sources/${engine}/${name}/${disabledSince === null ? 'disable' : 'enable'}`, { method: 'POST', as: 'token' });
      onChanged();
      return null;
    });
  };
  const rows = engines.flatMap(({ engine, sources }) => sources.map((source): Row => ({ ...source, engine })));
  return (
    <>
      {change.problem && <ProblemNotice problem={change.problem} />}
      <Advice engines={engines} />
      <Missing engines={engines} />
      <Table
        caption="Configured sources"
        rows={rows}
        keyOf={keyOf}
        columns={columnsWith({
          run,
          toggle,
          isBusy: test.busy || change.busy,
          showTest: (row) => keyOf(row) === tested && <Tested test={test} />,
        })}
        stack
      />
    </>
  );
}

/** The test of a source, shown in its row. */
function Tested({ test: { busy, problem, result } }: { readonly test: Action<TestResult> }) {
  if (problem) return <ProblemNotice problem={problem} />;
  return (
    <div class="notice tiny" role="status">
      {busy && <p>Running one live search…</p>}
      {result && (
        <p>
          Test: <Badge value={result.outcome} /> after {ms(result.ms)}, {counted(result.results, 'result')}
        </p>
      )}
      {result?.error && <p>{result.error}</p>}
      {result && result.titles.length > 0 && <p class="muted">{result.titles.join(' · ')}</p>}
    </div>
  );
}

/** One line per advice, with the engines that it is for. */
function Advice({ engines }: { readonly engines: readonly EngineSetup[] }) {
  const advised = engines.filter(({ advice }) => advice !== null);
  if (advised.length === 0) return null;
  const texts = [...new Set(advised.map(({ advice }) => advice))];
  return (
    <details>
      <summary>Advice for {counted(advised.length, 'engine')}</summary>
      <ul class="advice">
        {texts.map((text) => (
          <li key={text}>
            <strong>
              {advised
                .filter(({ advice }) => advice === text)
                .map(({ engine }) => labelOf(engine))
                .join(', ')}
            </strong>
            : {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** One line per setting, with the engines that it would serve. */
function Missing({ engines }: { readonly engines: readonly EngineSetup[] }) {
  const sources = new Map<string, { settings: readonly string[]; engines: string[] }>();
  for (const { engine, missing } of engines)
    for (const { name, settings } of missing) {
      const known = sources.get(name) ?? { settings, engines: [] };
      sources.set(name, { ...known, engines: [...known.engines, labelOf(engine)] });
    }
  if (sources.size === 0) return null;
  return (
    <details>
      <summary>{counted(sources.size, 'source')} not configured</summary>
      <ul class="advice">
        {[...sources].map(([name, source]) => (
          <li key={name}>
            <strong>{name}</strong>: set <code>{source.settings.join(' and ')}</code> for {source.engines.join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface RowActions {
  readonly run: (row: Row) => void;
  readonly toggle: (row: Row) => void;
  readonly isBusy: boolean;
  readonly showTest: (row: Row) => ComponentChildren;
}

const columnsWith = ({ run, toggle, isBusy, showTest }: RowActions): readonly Column<Row>[] => [
  {
    name: 'Engine',
    kind: 'lead',
    show: ({ engine, name }) => (
      <>
        <strong>{labelOf(engine)}</strong> <span class="muted">{labelOf(name)}</span>
      </>
    ),
  },
  {
    name: 'State',
    show: (row) => (
      <div class="success">
        <div>
          <State {...row} />
        </div>
        {showTest(row)}
      </div>
    ),
  },
  {
    name: 'Actions',
    show: (row) => (
      <div class="row">
        <button
          type="button"
          class="button small"
          disabled={isBusy}
          onClick={() => run(row)}
          aria-label={`Test source ${labelOf(row.name)} of ${labelOf(row.engine)}`}
        >
          Test source
        </button>
        <button
          type="button"
          class="button small"
          disabled={isBusy}
          onClick={() => toggle(row)}
          aria-label={`${row.disabledSince === null ? 'Switch off' : 'Switch on'} ${labelOf(row.name)} of ${labelOf(row.engine)}`}
        >
          {row.disabledSince === null ? 'Switch off' : 'Switch on'}
        </button>
      </div>
    ),
  },
];

function State({ disabledSince, disabledBy, cooldowns }: Row) {
  if (disabledSince !== null)
    return (
      <>
        <Badge value="Switched off" tone="bad" /> <span class="tiny">by {disabledBy}</span> <Time at={disabledSince} />
      </>
    );
  if (cooldowns.length === 0) return <Badge value="On" tone="good" />;
  return (
    <>
      {cooldowns.map(({ mode, seconds, reason, processes }) => (
        <p key={mode} class="tiny">
          <Badge value="resting" /> {mode === 'test' && <Badge value="test" />} {duration(seconds)} left in{' '}
          {processes === 1 ? 'one process' : `${processes} processes`}: {reason}
        </p>
      ))}
    </>
  );
}
