// Computes the figures of a slot from its sums and a curve. docs/guide/tracking.md has the formulas.
import type { Figures } from '../../../contract/tracking-history.ts';
import type { Curve, SlotFigures } from '../types.ts';
import { POSITIONS_MAX, shareOf } from './curve.ts';
import { BINS, countOf, HISTOGRAMS, isByVolume } from './sums.ts';

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
const SHARE_DIGITS = 4;
const ratio = (part: number, whole: number): number | null => (whole > 0 ? round(part / whole, SHARE_DIGITS) : null);
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Weighted clicks: the sum of share × weight over all positions. `first` is the index of the histogram of all keywords. */
function clicksOf(histograms: readonly number[], curve: Curve, first: number = HISTOGRAMS.all): number {
  let sum = 0;
  for (let position = 1; position <= POSITIONS_MAX; position++) {
    const all = histograms[first * BINS + position - 1] ?? 0;
    const withAnswer = histograms[(first + 1) * BINS + position - 1] ?? 0;
    sum += shareOf(curve, position, false) * (all - withAnswer) + shareOf(curve, position, true) * withAnswer;
  }
  return sum;
}

/** Clicks of a domain that is first everywhere, without AI answers. */
const clicksMax = ({ volumes }: Pick<SlotFigures, 'volumes'>, curve: Curve): number =>
  total(volumes.slice(0, BINS)) * shareOf(curve, 1, false);

/** Own clicks and those of all competitors. `indexes` are the competitors that count. */
const marketOf = (sums: SlotFigures, curve: Curve, indexes: readonly number[]): number =>
  clicksOf(sums.volumes, curve) + total(indexes.map((index) => clicksOf(sums.competitorVolumes[index] ?? [], curve)));

function visitsOf(sums: SlotFigures, curve: Curve): number | null {
  if (isByVolume(sums)) return round(clicksOf(sums.volumes, curve), 1);
  return sums.volumes.length > HISTOGRAMS.volume * BINS ? round(clicksOf(sums.volumes, curve, HISTOGRAMS.volume), 1) : null;
}

/** Competitors that were removed from the project are left out of the share of voice. By default all count. */
export function figuresOf(sums: SlotFigures, curve: Curve, competitors = sums.competitorVolumes.map((_, index) => index)): Figures {
  const { positions } = sums;
  const [keywords, found, answers] = [countOf(sums, 'keywords'), countOf(sums, 'found'), countOf(sums, 'answers')];
  const between = (from: number, to: number): number => total(positions.slice(from - 1, to));
  const positionSum = total(positions.slice(0, POSITIONS_MAX).map((count, index) => count * (index + 1)));
  const own = clicksOf(sums.volumes, curve);
  return {
    keywords,
    failed: countOf(sums, 'failed'),
    skipped: countOf(sums, 'skipped'),
    ranked: keywords > 0 ? round(found / keywords, SHARE_DIGITS) : 0,
    average: found > 0 ? round(positionSum / found, 2) : null,
    averageWithAbsent: keywords > 0 ? round(countOf(sums, 'positions') / keywords, 2) : null,
    distribution: {
      top3: between(1, 3),
      top10: between(4, 10),
      top20: between(11, 20),
      top100: between(21, POSITIONS_MAX),
      none: positions[POSITIONS_MAX] ?? 0,
    },
    visibility: ratio(own, clicksMax(sums, curve)),
    shareOfVoice: ratio(own, marketOf(sums, curve, competitors)),
    visits: visitsOf(sums, curve),
    weightedBy: isByVolume(sums) ? 'volume' : 'keyword',
    curve: curve.name,
    aiAnswers: answers,
    aiCited: ratio(countOf(sums, 'cited'), answers),
    depth: { min: sums.depthMin, max: sums.depthMax },
  };
}

/** Null when the slot has no weights. */
export const visibilityOf = (sums: Pick<SlotFigures, 'volumes'>, curve: Curve): number | null =>
  ratio(clicksOf(sums.volumes, curve), clicksMax(sums, curve));

/** Visibility and share of voice of one competitor. `competitors` as for `figuresOf`. */
export function competitorFiguresOf(
  sums: SlotFigures,
  curve: Curve,
  index: number,
  competitors: readonly number[],
): { readonly visibility: number | null; readonly shareOfVoice: number | null } {
  // Added after this slot.
  const volumes = sums.competitorVolumes[index];
  if (volumes === undefined) return { visibility: null, shareOfVoice: null };
  const clicks = clicksOf(volumes, curve);
  return { visibility: ratio(clicks, clicksMax(sums, curve)), shareOfVoice: ratio(clicks, marketOf(sums, curve, competitors)) };
}
