// One keyword: searches per month as bars, competition and cost per click.
import { number, percent } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import {
  compact,
  competitionLevel,
  type KeywordResult,
  type MonthBar,
  monthBars,
  type PriceRange,
  peakMonth,
  price,
  shareInRange,
} from './volume-figures.ts';

const TONES = { Low: 'good', Medium: 'wait', High: 'bad' } as const;

export function VolumeCard(props: {
  readonly result: KeywordResult;
  readonly source: string;
  /** The prices of all keywords of the request. */
  readonly range: PriceRange | null;
  readonly path: string;
}) {
  const { result, source, range, path } = props;
  const bars = monthBars(result, path);
  const peak = peakMonth(bars);
  return (
    <section class="volume" data-path={path}>
      <header>
        <h3 class="break">{result.keyword}</h3>
        <p data-path={`${path}.searchVolume`}>
          <strong class="volume-total">{number(result.searchVolume)}</strong> searches per month
        </p>
      </header>
      <Months bars={bars} keyword={result.keyword} />
      <dl class="volume-facts">
        <Competition competition={result.competition} source={source} path={`${path}.competition`} />
        <Price cost={result.costPerClick} source={source} range={range} path={`${path}.costPerClick`} />
        {result.searchVolumeMobileRatio !== null && (
          <div data-path={`${path}.searchVolumeMobileRatio`}>
            <dt>Mobile share</dt>
            <dd>{percent(result.searchVolumeMobileRatio)}</dd>
          </div>
        )}
        {peak && (
          <div>
            <dt>Highest month</dt>
            <dd>{peak.text}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** The visible bar and figure are short. Screen readers get the full sentence. */
function Months({ bars, keyword }: { readonly bars: readonly MonthBar[]; readonly keyword: string }) {
  if (bars.length === 0) return <p class="tiny muted">The source has no figures by month for this keyword.</p>;
  return (
    <ol class="month-bars" aria-label={`Searches for ${keyword} by month`}>
      {bars.map(({ label, volume, share, text, path }) => (
        <li key={path} title={text} data-path={path}>
          <span class="visually-hidden">{text}</span>
          <span class="month-figure" aria-hidden="true">
            {volume === null ? '–' : compact(volume)}
          </span>
          <span class="month-column" aria-hidden="true">
            <i class={volume === null ? 'unknown' : ''} style={{ height: `${volume === null ? 100 : share * 100}%` }} />
          </span>
          <span class="month-name" aria-hidden="true">
            {label}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Competition(props: { readonly competition: number | null; readonly source: string; readonly path: string }) {
  const { competition, source, path } = props;
  const level = competitionLevel(competition, source);
  return (
    <div data-path={path}>
      <dt>Competition</dt>
      <dd>
        {competition === null ? 'Unknown' : competition.toFixed(2)} {level && <Badge value={level} tone={TONES[level]} />}
        {level && competition !== null && <Meter share={competition} />}
      </dd>
    </div>
  );
}

function Price(props: { readonly cost: number | null; readonly source: string; readonly range: PriceRange | null; readonly path: string }) {
  const { cost, source, range, path } = props;
  const share = cost !== null && range !== null ? shareInRange(cost, range) : null;
  return (
    <div data-path={path}>
      <dt>Cost per click</dt>
      <dd>
        {cost === null ? 'Unknown' : price(cost, source)}
        {share !== null && range !== null && (
          <>
            <Meter share={share} />
            <span class="tiny muted">
              Keywords of this request: {price(range.low, source)} to {price(range.high, source)}
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

const Meter = ({ share }: { readonly share: number }) => (
  <span class="meter" aria-hidden="true">
    <i style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
  </span>
);
