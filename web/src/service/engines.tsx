// Engines: how each source of each engine did lately, how fast, how full its answers were, and which lanes rest.
import { useAnswer } from '../answer.ts';
import { moment, ms, number, percent } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, Shown } from '../parts/state.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type EngineRow, type Overview, REFRESH_SECONDS } from './overview.ts';

const asked = ({ ok, blocked, unreachable, unreadable }: EngineRow): number => ok + blocked + unreachable + unreadable;
const success = (row: EngineRow): number => row.ok / Math.max(1, asked(row));

export function Engines() {
  const answer = useAnswer<Overview>('/admin/overview', 'token', REFRESH_SECONDS);
  return (
    <Page
      title="Engines"
      about="How the sources of every engine did lately. A lane that met a wall rests, and the next source of the route is asked."
    >
      <Shown answer={answer}>{({ engines, sample }) => <Rows engines={engines} sample={sample} />}</Shown>
    </Page>
  );
}

function Rows({ engines, sample }: { readonly engines: readonly EngineRow[]; readonly sample: Overview['sample'] }) {
  if (engines.length === 0)
    return (
      <Card>
        <Empty title="No source was asked lately">
          <p>
            Figures appear with the first requests. Send one in the <a href="#/playground">playground</a>.
          </p>
        </Empty>
      </Card>
    );
  const [all, good] = [engines.reduce((sum, row) => sum + asked(row), 0), engines.reduce((sum, row) => sum + row.ok, 0)];
  const resting = engines.filter(({ resting: until }) => until).length;
  return (
    <>
      <Stats
        items={[
          { name: 'Asked', value: number(all) },
          { name: 'Answered', value: all > 0 ? percent(good / all) : '–' },
          { name: 'Blocked', value: number(engines.reduce((sum, { blocked }) => sum + blocked, 0)) },
          { name: 'Resting lanes', value: resting },
        ]}
      />
      <Card>
        <Table
          caption="Sources by engine"
          rows={engines}
          keyOf={({ engine, source, mode }) => `${engine} ${source} ${mode}`}
          columns={COLUMNS}
          stack
        />
        <p class="tiny muted">
          From the newest {number(sample.objects)} finished objects, none older than {moment(sample.since)}.
        </p>
      </Card>
    </>
  );
}

const tone = (share: number): string => (share < 0.5 ? 'bad' : share < 0.9 ? 'wait' : '');

const COLUMNS: readonly Column<EngineRow>[] = [
  {
    name: 'Engine',
    kind: 'lead',
    show: ({ engine, source, mode, resting }) => (
      <>
        <strong>{engine}</strong> <span class="muted">{source}</span> {mode === 'test' && <Badge word="test" />}
        {resting && (
          <p class="tiny">
            <Badge word="resting" /> until {moment(resting)}
          </p>
        )}
      </>
    ),
  },
  {
    name: 'Success',
    show: (row) => (
      <div class="success">
        <span class="meter">
          <i class={tone(success(row))} style={{ width: `${success(row) * 100}%` }} />
        </span>
        <span class="tiny">
          {percent(success(row))} of {number(asked(row))}
        </span>
      </div>
    ),
  },
  { name: 'Blocked', kind: 'figure', show: ({ blocked }) => number(blocked) },
  { name: 'Unreachable', kind: 'figure', show: ({ unreachable }) => number(unreachable) },
  { name: 'Unreadable', kind: 'figure', show: ({ unreadable }) => number(unreadable) },
  { name: 'Median', kind: 'figure', show: ({ p50Ms }) => ms(p50Ms) },
  { name: '95 %', kind: 'figure', show: ({ p95Ms }) => ms(p95Ms) },
  {
    name: 'Filled',
    kind: 'roomy',
    show: ({ fill = {} }) => (
      <span class="tiny muted">
        {Object.entries(fill)
          .filter(([, share]) => typeof share === 'number')
          .map(([name, share]) => `${name} ${percent(share)}`)
          .join(', ') || '–'}
      </span>
    ),
  },
];
