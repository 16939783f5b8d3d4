// Ranks: one domain over keywords, engines, regions and days, from the SERPs that are stored.
import { useMemo, useState } from 'preact/hooks';
import { number, percent } from '../format.ts';
import { Bars } from '../parts/bars.tsx';
import { Lines } from '../parts/chart.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { go, linkTo, type Route } from '../route.ts';
import { isFound, linesOf, type Movement, movementOf, nameOf, type RankSeries, type RanksAnswer } from './ranks.ts';
import { useRanks } from './use-ranks.ts';

const SPANS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;
/** As many as there are colours. */
const DRAWN_MAX = 6;
const LISTED_MAX = 30;

export function Ranks({ route: { query } }: { readonly route: Route }) {
  const asked = Object.fromEntries(['domain', 'keywords', 'engine', 'region', 'days'].map((name) => [name, query.get(name) ?? '']));
  const { ranks, problem, loading, goOn } = useRanks(asked);
  return (
    <Page
      title="Ranks"
      about="Where a domain stood in every result page that you have stored. Collect the same keywords daily, and lines appear."
    >
      <Card>
        <Question asked={asked} key={asked.domain} />
      </Card>
      {!asked.domain && (
        <Card>
          <Empty title="Whose ranks?">
            <p>Type a domain. Its subdomains count too. Only pages that you collected are looked at, so nothing is charged.</p>
          </Empty>
        </Card>
      )}
      {problem && <ProblemNotice problem={problem} />}
      {loading && <Loading what="Looking through the stored pages" />}
      {ranks && !loading && (ranks.series.some(isFound) ? <Found ranks={ranks} /> : <Nothing ranks={ranks} />)}
      {ranks?.next && !loading && (
        <p class="row">
          <button type="button" class="button small" onClick={goOn}>
            Look further back
          </button>
          <span class="tiny muted">{number(ranks.looked)} result pages looked at so far.</span>
        </p>
      )}
    </Page>
  );
}

function Question({ asked }: { readonly asked: Readonly<Record<string, string>> }) {
  const [typed, setTyped] = useState(asked);
  const set = (name: string) => (value: string) => setTyped({ ...typed, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    go(linkTo('ranks', typed));
  };
  return (
    <form class="stacked" onSubmit={submit} aria-label="Ranks">
      <div class="fields">
        <TextField label="Domain" value={typed.domain ?? ''} placeholder="shop.example" onText={set('domain')} required />
        <TextField label="Keywords" value={typed.keywords ?? ''} placeholder="all, or tea,green tea" onText={set('keywords')} />
        <TextField label="Engine" value={typed.engine ?? ''} placeholder="all" onText={set('engine')} />
        <TextField label="Region" value={typed.region ?? ''} placeholder="all" onText={set('region')} />
        <SelectField label="Time" value={typed.days || '30'} options={SPANS} onText={set('days')} />
      </div>
      <div class="row">
        <button type="submit" class="button first">
          Show ranks
        </button>
      </div>
    </form>
  );
}

function Nothing({ ranks: { domain, looked } }: { readonly ranks: RanksAnswer }) {
  return (
    <Card>
      <Empty title={`${domain} is in none of them`}>
        <p>
          {number(looked)} stored result pages were looked at. Collect more in the <a href="#/playground">playground</a> or by a daily job,
          or widen the time.
        </p>
      </Empty>
    </Card>
  );
}

function Found({ ranks }: { readonly ranks: RanksAnswer }) {
  const movements = useMemo(() => ranks.series.map(movementOf).sort((a, b) => (a.now ?? 1e9) - (b.now ?? 1e9)), [ranks]);
  const found = movements.map(({ series }) => series).filter(isFound);
  const drawn = useMemo(() => linesOf(found.slice(0, DRAWN_MAX)), [movements]);
  const seen = movements.filter(({ now }) => now !== null);
  const average = seen.reduce((sum, { now }) => sum + now!, 0) / Math.max(1, seen.length);
  return (
    <>
      <Stats
        items={[
          { name: 'Followed', value: movements.length, note: 'keywords × engines × regions' },
          { name: 'Found', value: seen.length },
          { name: 'Among the first three', value: seen.filter(({ now }) => now! <= 3).length },
          { name: 'Average place', value: seen.length > 0 ? average.toFixed(1) : '–' },
        ]}
      />
      <Card title="Places over time">
        <Lines label={`Places of ${ranks.domain} over time`} times={drawn.times} lines={drawn.lines} downward />
        {found.length > DRAWN_MAX && <p class="tiny muted">The best {DRAWN_MAX} are drawn; the table has them all.</p>}
      </Card>
      <div class="columns">
        <Card title="Movements">
          <Movements movements={movements} />
        </Card>
        <Card title="What these pages show">
          <Features ranks={ranks} />
        </Card>
      </div>
    </>
  );
}

function Movements({ movements }: { readonly movements: readonly Movement[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? movements : movements.filter(({ series }) => isFound(series)).slice(0, LISTED_MAX);
  const latest = (series: RankSeries) => series.points.at(-1)?.id;
  return (
    <>
      <Table
        caption="Movements"
        rows={shown}
        keyOf={({ series }) => nameOf(series)}
        columns={[
          { name: 'Keyword', show: ({ series }) => <a href={linkTo('objects', {}, latest(series))}>{series.keyword}</a> },
          { name: 'Where', show: ({ series }) => <span class="tiny muted">{nameOf(series).split(' · ').slice(1).join(' · ')}</span> },
          { name: 'Now', kind: 'figure', show: ({ now }) => <strong>{now ?? '–'}</strong> },
          { name: 'Moved', kind: 'figure', show: ({ moved }) => <Moved by={moved} /> },
          { name: 'Best', kind: 'figure', show: ({ best }) => best ?? '–' },
        ]}
      />
      {(all || shown.length < movements.length) && (
        <div class="row">
          <button type="button" class="button small" onClick={() => setAll(!all)}>
            {all ? 'Only where it was found' : `All ${number(movements.length)} that were followed`}
          </button>
        </div>
      )}
    </>
  );
}

function Moved({ by }: { readonly by: number | null }) {
  if (by === null) return <span class="muted">–</span>;
  if (by === 0) return <span class="muted">=</span>;
  return <span class={by > 0 ? 'up' : 'down'}>{by > 0 ? `▲ ${by}` : `▼ ${-by}`}</span>;
}

function Features({ ranks: { features } }: { readonly ranks: RanksAnswer }) {
  if (features.length === 0) return <Empty title="Nothing but plain results" />;
  const sorted = [...features].sort((a, b) => b.share - a.share);
  return (
    <>
      <Bars
        label="Share of pages with each feature"
        rows={sorted.map(({ type, share }) => ({ name: type, share, figure: percent(share) }))}
      />
      <p class="tiny muted">Share of the result pages that show at least one of them.</p>
    </>
  );
}
