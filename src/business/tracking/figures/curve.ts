// Click shares by position. A curve is chosen per project and named beside every figure.
import type { Curve, ProjectSettings } from '../types.ts';

export const POSITIONS_MAX = 100;

/** Per cent of clicks at positions 1 to 23. The share of position 23 holds for all that follow. Help centre of DataForSEO, seen 2026-11. */
const PER_CENT = [
  30.4, 16.2, 9.73, 6.59, 4.69, 3.38, 2.56, 1.97, 1.5, 1.13, 0.91, 0.75, 0.59, 0.56, 0.51, 0.43, 0.43, 0.33, 0.27, 0.24, 0.23, 0.22, 0.21,
];

export const DEFAULT_CURVE: Curve = {
  name: 'dataforseo-etv',
  shares: Array.from({ length: POSITIONS_MAX }, (_, index) => PER_CENT[Math.min(index, PER_CENT.length - 1)]! / 100),
  aiFactor: 1,
};

/** Returns the expected share of clicks. 0 for a position that is 0 (not found) or after the end of the curve. */
export const shareOf = ({ shares, aiFactor }: Curve, position: number, hasAiAnswer: boolean): number =>
  (shares[position - 1] ?? 0) * (hasAiAnswer ? aiFactor : 1);

export const curveOf = ({ curve }: Pick<ProjectSettings, 'curve'>): Curve => curve ?? DEFAULT_CURVE;

/** The share of clicks by the curve of a project. */
export const clickShare = (
  { settings }: { readonly settings: Pick<ProjectSettings, 'curve'> },
  position: number,
  hasAiAnswer: boolean,
): number => shareOf(curveOf(settings), position, hasAiAnswer);
