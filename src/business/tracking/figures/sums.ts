// Sums the points of one slot into histograms, from which figures can be computed with any curve.
import { FEATURES } from '../../../contract/tracking.ts';
import { FIGURE_COUNTS, type FigureCount } from '../../../contract/tracking-history.ts';
import { isFailed, isJudged } from '../history/compare.ts';
import type { KeywordPoint } from '../history/rows.ts';
import type { Slot, SlotFigures, StoredPoint } from '../types.ts';
import { POSITIONS_MAX } from './curve.ts';

export interface SummedKeyword {
  readonly id: number;
  readonly volume: number | null;
}

export interface SumRules {
  readonly slot: Slot;
  /** Removed competitors count, because their index stays taken. */
  readonly competitors: number;
  /** Whether a page of `project_pages` belongs to the domain. */
  readonly isOwn: (pageId: number) => boolean;
}

/** Positions 1 to 100, then not found. */
export const BINS = POSITIONS_MAX + 1;
/**
 * Histograms in `volumes`, each of `BINS` elements: weights of all keywords, weights of those with an AI answer. Keywords that are not
 * weighted by volume have two more: the known volumes of all of them and of those with an AI answer.
 */
export const HISTOGRAMS = { all: 0, withAnswer: 1, volume: 2, volumeWithAnswer: 3 } as const;
const AI_ANSWER = 1 << FEATURES.indexOf('aiAnswer');

export const hasAiAnswer = ({ features }: Pick<StoredPoint, 'features'>): boolean => (features & AI_ANSWER) !== 0;
export const countOf = (sums: Pick<SlotFigures, 'counts'>, name: FigureCount): number => sums.counts[FIGURE_COUNTS.indexOf(name)] ?? 0;
/** Volumes are weights only if at least half of the keywords have one. */
export const isByVolume = (sums: Pick<SlotFigures, 'counts'>): boolean =>
  countOf(sums, 'keywords') > 0 && 2 * countOf(sums, 'withoutVolume') <= countOf(sums, 'keywords');

const binOf = (position: number): number => (position === 0 ? POSITIONS_MAX : Math.min(position, POSITIONS_MAX) - 1);
const zeros = (length: number): number[] => new Array<number>(length).fill(0);

/** Points of keywords that are not in the list are left out: the keyword was removed, or a filter excludes it. */
export function sumSlot(points: readonly KeywordPoint[], keywords: ReadonlyMap<number, SummedKeyword>, rules: SumRules): SlotFigures {
  const known = points.filter(({ keywordId }) => keywords.has(keywordId));
  const judged = known.filter(isJudged);
  const volumeOf = ({ keywordId }: KeywordPoint): number | null => keywords.get(keywordId)!.volume;
  const withoutVolume = judged.filter((point) => volumeOf(point) === null).length;
  const counts: Record<FigureCount, number> = {
    keywords: judged.length,
    found: judged.filter(({ position }) => position > 0).length,
    notFound: judged.filter(({ position }) => position === 0).length,
    failed: known.filter(isFailed).length,
    skipped: known.filter((point) => !isJudged(point) && !isFailed(point)).length,
    answers: judged.filter(hasAiAnswer).length,
    cited: judged.filter((point) => hasAiAnswer(point) && point.cited > 0).length,
    withoutVolume,
    // A keyword that was not found counts as its depth plus 1.
    positions: judged.reduce((sum, { position, depth }) => sum + (position === 0 ? depth + 1 : position), 0),
    severalPages: judged.filter(({ top }) => new Set(top.filter(rules.isOwn)).size > 1).length,
  };
  const list = FIGURE_COUNTS.map((name) => counts[name]);
  const byVolume = isByVolume({ counts: list });
  const weightOf = (point: KeywordPoint): number => (byVolume ? (volumeOf(point) ?? 0) : 1);
  const depths = judged.map(({ depth }) => depth);
  return {
    slot: rules.slot,
    counts: list,
    positions: histogram(
      judged,
      ({ position }) => position,
      () => 1,
    ),
    volumes: [
      ...weighted(judged, ({ position }) => position, weightOf),
      ...(byVolume || withoutVolume === judged.length
        ? []
        : weighted(
            judged,
            ({ position }) => position,
            (point) => volumeOf(point) ?? 0,
          )),
    ],
    competitorVolumes: Array.from({ length: rules.competitors }, (_, index) =>
      weighted(judged, ({ competitors }) => competitors[index] ?? 0, weightOf),
    ),
    present: bitCounts(judged, ({ features }) => features),
    owned: bitCounts(judged, ({ owned }) => owned),
    // A loop, because a call accepts fewer arguments than a project has keywords.
    depthMin: depths.reduce((least, depth) => Math.min(least, depth), depths[0] ?? 0),
    depthMax: depths.reduce((most, depth) => Math.max(most, depth), 0),
  };
}

type NumberOf = (point: KeywordPoint) => number;

function histogram(points: readonly KeywordPoint[], positionOf: NumberOf, weightOf: NumberOf): number[] {
  const bins = zeros(BINS);
  for (const point of points) bins[binOf(positionOf(point))]! += weightOf(point);
  return bins;
}

/** The histogram of all points, then that of points with an AI answer. */
const weighted = (points: readonly KeywordPoint[], positionOf: NumberOf, weightOf: NumberOf): number[] => [
  ...histogram(points, positionOf, weightOf),
  ...histogram(points.filter(hasAiAnswer), positionOf, weightOf),
];

function bitCounts(points: readonly KeywordPoint[], bitsOf: NumberOf): number[] {
  const counts = zeros(FEATURES.length);
  for (const point of points) for (let bit = 0; bit < counts.length; bit++) counts[bit]! += (bitsOf(point) >> bit) & 1;
  return counts;
}
