// Keyword volumes of one request: a table of all keywords, and a card with bars for each.
import { useState } from 'preact/hooks';
import type { Keyword } from '../../../src/contract/keyword.ts';
import { counted, number, percent } from '../format.ts';
import { Empty } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { pathOf } from './paths.ts';
import { VolumeCard } from './volume-card.tsx';
import { competitionLevel, type KeywordResult, price, priceRange } from './volume-figures.ts';
import '../style/result-other.css';

/** Suggestions can be hundreds of keywords with twelve bars each. */
const SHOWN_STEP = 20;

export function KeywordVolumes({ data: { data, source } }: { readonly data: Pick<Keyword, 'data' | 'source'> }) {
  const [shown, setShown] = useState(SHOWN_STEP);
  const results = data?.results ?? [];
  const range = priceRange(results);
  if (results.length === 0)
    return (
      <Empty title="No data for these keywords">
        <p>The source has no search volume for them. Check the spelling, or choose another region or source.</p>
      </Empty>
    );
  return (
    <article class="stacked" aria-label="Keyword volumes">
      <p class="tiny muted">
        {counted(results.length, 'keyword')}
        {range && range.high > range.low && `, cost per click ${price(range.low, source)} to ${price(range.high, source)}`}
      </p>
      <VolumeTable results={results} source={source} />
      <div class="volumes">
        {results.slice(0, shown).map((result, index) => (
          <VolumeCard key={result.keyword} result={result} source={source} range={range} path={pathOf('results', index)} />
        ))}
      </div>
      {results.length > shown && (
        <p class="row">
          <button type="button" class="button small" onClick={() => setShown(shown + SHOWN_STEP)}>
            Show more keywords
          </button>
          <span class="tiny muted">
            {number(shown)} of {number(results.length)} shown
          </span>
        </p>
      )}
    </article>
  );
}

export function VolumeTable({ results, source }: { readonly results: readonly KeywordResult[]; readonly source: string }) {
  const rows = results.map((result, index) => ({ ...result, path: pathOf('results', index) }));
  return (
    <Table
      caption="Keyword volumes"
      rows={rows}
      keyOf={({ path }) => path}
      columns={[
        { name: 'Keyword', kind: 'break', show: ({ keyword, path }) => <strong data-path={pathOf(path, 'keyword')}>{keyword}</strong> },
        { name: 'Searches per month', kind: 'figure', show: ({ searchVolume }) => number(searchVolume) },
        { name: 'Competition', kind: 'nowrap', show: ({ competition }) => competitionText(competition, source) },
        { name: 'Cost per click', kind: 'figure', show: ({ costPerClick }) => (costPerClick === null ? '–' : price(costPerClick, source)) },
        {
          name: 'Mobile share',
          kind: 'figure',
          show: ({ searchVolumeMobileRatio: ratio }) => (ratio === null ? '–' : percent(ratio)),
        },
      ]}
    />
  );
}

const competitionText = (competition: number | null, source: string): string =>
  competition === null ? '–' : [competition.toFixed(2), competitionLevel(competition, source)].filter(Boolean).join(' · ');
