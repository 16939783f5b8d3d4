// Rankings: positions of one domain by keyword, engine, region and day, from stored SERPs.
import { useMemo, useState } from 'preact/hooks';
import { counted, number, percent } from '../format.ts';
import { featureLabelOf } from '../labels.ts';
import { Bars } from '../parts/bars.tsx';
import { Lines } from '../parts/chart.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, Loading, ProblemNotice } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { go, linkTo, type Route } from '../route.ts';
import { isFound, linesOf, nameOf, type PositionChange, positionChangeOf, type RankSeries, type RanksResponse } from './ranks.ts';
import { useRanks } from './use-ranks.ts';

const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;
/** The number of chart colours. */
const DRAWN_MAX = 6;
const LISTED_MAX = 30;

export function Ranks({ route: { query } }: { readonly route: Route }) {
  const filter = Object.fromEntries(['domain', 'keywords', 'engine', 'region', 'days'].map((name) => [name, query.get(name) ?? '']));
  const { ranks, problem, loading, loadOlder } = useRanks(filter);
  return (
    <Page title="Rankings" about="Positions of a domain in your stored result pages. Request the same keywords every day to see trends.">
      <Card>
        <RankingForm filter={filter} key={filter.domain} />
      </Card>
      {!filter.domain && (
        <Card>
          <Empty title="No domain selected">
            <p>Enter a domain to see its positions, including its subdomains. Only stored result pages are read, so nothing is charged.</p>
          </Empty>
        </Card>
      )}
      {problem && <ProblemNotice problem={problem} />}
      {loading && <Loading what="Reading stored result pages" />}
      {ranks && !loading && (ranks.series.some(isFound) ? <Rankings ranks={ranks} /> : <NotRanking ranks={ranks} />)}
      {ranks?.next && !loading && (
        <p class="row">
          <button type="button" class="button small" onClick={loadOlder}>
            Load older results
          </button>
          <span class="tiny muted">{counted(ranks.looked, 'result page')} checked so far.</span>
        </p>
      )}
    </Page>
  );
}

function RankingForm({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const [typed, setTyped] = useState(filter);
  const set = (name: string) => (value: string) => setTyped({ ...typed, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    go(linkTo('ranks', typed));
  };
  return (
    <form class="stacked" onSubmit={submit} aria-label="Rankings">
      <div class="fields">
        <TextField label="Domain" value={typed.domain ?? ''} placeholder="shop.example" onText={set('domain')} required />
        <TextField label="Keywords" value={typed.keywords ?? ''} placeholder="All, or tea, green tea" onText={set('keywords')} />
        <TextField label="Engine" value={typed.engine ?? ''} placeholder="All" onText={set('engine')} />
        <TextField label="Region" value={typed.region ?? ''} placeholder="All" onText={set('region')} />
        <SelectField label="Period" value={typed.days || '30'} options={PERIODS} onText={set('days')} />
      </div>
      <div class="row">
        <button type="submit" class="button primary">
          Show rankings
        </button>
      </div>
    </form>
  );
}

function NotRanking({ ranks: { domain, looked } }: { readonly ranks: RanksResponse }) {
  return (
    <Card>
      <Empty title={`No rankings for ${domain}`}>
        <p>
          The domain is in none of the {counted(looked, 'stored result page')} that were checked. Choose a longer period, or request more
          keywords in the <a href="#/playground">playground</a>.
        </p>
      </Empty>
    </Card>
  );
}

function Rankings({ ranks }: { readonly ranks: RanksResponse }) {
  const changes = useMemo(() => ranks.series.map(positionChangeOf).sort((a, b) => (a.now ?? 1e9) - (b.now ?? 1e9)), [ranks]);
  const found = changes.map(({ series }) => series).filter(isFound);
  const drawn = useMemo(() => linesOf(found.slice(0, DRAWN_MAX)), [changes]);
  const ranking = changes.filter(({ now }) => now !== null);
  const average = ranking.reduce((sum, { now }) => sum + now!, 0) / Math.max(1, ranking.length);
  return (
    <>
      <Stats
        items={[
          { name: 'Tracked', value: number(changes.length), note: 'Keywords × engines × regions' },
          { name: 'Ranking', value: number(ranking.length) },
          { name: 'Top 3', value: number(ranking.filter(({ now }) => now! <= 3).length) },
          { name: 'Average position', value: ranking.length > 0 ? average.toFixed(1) : '–' },
        ]}
      />
      <Card title="Positions over time">
        <Lines label={`Positions of ${ranks.domain} over time`} times={drawn.times} lines={drawn.lines} downward />
        {found.length > DRAWN_MAX && <p class="tiny muted">The chart shows the best {DRAWN_MAX}. The table lists all of them.</p>}
      </Card>
      <div class="columns">
        <Card title="Position changes">
          <PositionChanges changes={changes} />
        </Card>
        <Card title="SERP features">
          <Features ranks={ranks} />
        </Card>
      </div>
    </>
  );
}

function PositionChanges({ changes }: { readonly changes: readonly PositionChange[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.filter(({ series }) => isFound(series)).slice(0, LISTED_MAX);
  const latest = (series: RankSeries) => series.points.at(-1)?.id;
  return (
    <>
      <Table
        caption="Position changes"
        rows={shown}
        keyOf={({ series }) => nameOf(series)}
        columns={[
          { name: 'Keyword', show: ({ series }) => <a href={linkTo('objects', {}, latest(series))}>{series.keyword}</a> },
          {
            name: 'Engine and region',
            show: ({ series }) => <span class="tiny muted">{nameOf(series).split(' · ').slice(1).join(' · ')}</span>,
          },
          { name: 'Position', kind: 'figure', show: ({ now }) => <strong>{now ?? '–'}</strong> },
          { name: 'Change', kind: 'figure', show: ({ moved }) => <Change by={moved} /> },
          { name: 'Best', kind: 'figure', show: ({ best }) => best ?? '–' },
        ]}
      />
      {(all || shown.length < changes.length) && (
        <div class="row">
          <button type="button" class="button small" onClick={() => setAll(!all)}>
            {all ? 'Show only ranking keywords' : `Show all ${number(changes.length)} tracked`}
          </button>
        </div>
      )}
    </>
  );
}

function Change({ by }: { readonly by: number | null }) {
  if (by === null) return <span class="muted">–</span>;
  if (by === 0) return <span class="muted">=</span>;
  return <span class={by > 0 ? 'up' : 'down'}>{by > 0 ? `▲ ${by}` : `▼ ${-by}`}</span>;
}

function Features({ ranks: { features } }: { readonly ranks: RanksResponse }) {
  if (features.length === 0)
    return (
      <Empty title="No SERP features">
        <p>The checked result pages have organic results only.</p>
      </Empty>
    );
  const sorted = [...features].sort((a, b) => b.share - a.share);
  return (
    <>
      <Bars
        label="Share of result pages with each feature"
        rows={sorted.map(({ type, share }) => ({ name: featureLabelOf(type), share, figure: percent(share) }))}
      />
      <p class="tiny muted">Share of result pages that have the feature.</p>
    </>
  );
}
