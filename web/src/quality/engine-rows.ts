// Sums what is known about each engine into one row.
import type { CanaryList } from '../../../src/contract/canaries.ts';
import type { Case } from '../../../src/contract/cases.ts';
import type { CrossCheckPair } from '../../../src/contract/cross-checks.ts';
import type { SeriesResponse } from '../../../src/contract/series.ts';

export interface EngineRow {
  readonly engine: string;
  /** Sources that fail their canaries. */
  readonly failing: readonly string[];
  /** Number of sources that pass or fail them. */
  readonly tested: number;
  /** Number of all its sources with canaries. */
  readonly sources: number;
  /** Mean from 0 to 1; null without a page. */
  readonly quality: number | null;
  readonly lowShare: number | null;
  /** The mean of the pair of sources that agrees least. */
  readonly agreement: number | null;
  /** Share of the requested results. */
  readonly found: number | null;
  readonly cases: number;
}

export interface Measured {
  readonly canaries: CanaryList['sources'];
  readonly pairs: readonly CrossCheckPair[];
  readonly cases: readonly Pick<Case, 'engine' | 'state'>[];
  readonly quality: Pick<SeriesResponse, 'lines'>;
  readonly parsing: Pick<SeriesResponse, 'lines'>;
}

/** Engines with a problem come first, then those with more pages. */
export function engineRows({ canaries, pairs, cases, quality, parsing }: Measured): EngineRow[] {
  const names = new Set([
    ...canaries.filter(({ state }) => state === 'passing' || state === 'failing').map(({ engine }) => engine),
    ...[...quality.lines, ...parsing.lines].flatMap(({ key }) => liveEngineOf(key) ?? []),
    ...pairs.filter(({ lastDay }) => lastDay !== null).map(({ engine }) => engine),
    ...cases.filter(({ state }) => state === 'open').map(({ engine }) => engine),
  ]);
  const rows = [...names].map((engine) => {
    const own = canaries.filter((source) => source.engine === engine);
    const pages = sumOf(quality, engine, 'pages');
    const requested = sumOf(parsing, engine, 'requested');
    const agreements = pairs.flatMap((pair) => (pair.engine === engine && pair.lastDay ? [pair.lastDay.agreement] : []));
    const row: EngineRow = {
      engine,
      failing: own.filter(({ state }) => state === 'failing').map(({ source }) => source),
      tested: own.filter(({ state }) => state === 'failing' || state === 'passing').length,
      sources: own.length,
      quality: pages === 0 ? null : sumOf(quality, engine, 'sumThousandths') / pages / 1000,
      lowShare: pages === 0 ? null : sumOf(quality, engine, 'low') / pages,
      agreement: agreements.length === 0 ? null : Math.min(...agreements),
      found: requested === 0 ? null : sumOf(parsing, engine, 'found') / requested,
      cases: cases.filter((one) => one.engine === engine && one.state === 'open').length,
    };
    return { row, pages };
  });
  const hasProblem = ({ failing, cases: open }: EngineRow): boolean => failing.length > 0 || open > 0;
  return rows
    .sort((a, b) => Number(hasProblem(b.row)) - Number(hasProblem(a.row)) || b.pages - a.pages || (a.row.engine < b.row.engine ? -1 : 1))
    .map(({ row }) => row);
}

/** `live/bing/page` is about bing. Null for the sandbox, and for the sum of further keys. */
const liveEngineOf = (key: string): string | null => /^live\/([^/]+)/.exec(key)?.[1] ?? null;

function sumOf({ lines }: Pick<SeriesResponse, 'lines'>, engine: string, counter: string): number {
  const own = lines.filter(({ key }) => liveEngineOf(key) === engine);
  return own.flatMap(({ values }) => values[counter] ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
