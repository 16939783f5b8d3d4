// Ticks of drawn charts: round values at the side, and days below that do not touch each other.

/** Steps between values: 1, 2 and 5, times a power of ten. */
const STEPS = [1, 2, 5, 10];
const TICKS_MAX = 5;

/** Returns round values from 0 to the first one that is not below `highest`. `smallest` is the least step. */
export function valueTicks(highest: number, smallest = 0): number[] {
  if (highest <= 0) return [0, Math.max(1, smallest)];
  const rough = Math.max(highest / TICKS_MAX, smallest);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((factor) => factor * power >= rough * (1 - 1e-9))!;
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Returns the indexes of the days to label: the first, the last, and as many between them as have room. */
export function dayTicks(count: number, width: number, labelWidth: number): number[] {
  const parts = Math.max(1, Math.min(count - 1, Math.floor(width / labelWidth)));
  return [...new Set(Array.from({ length: parts + 1 }, (_, part) => Math.round((part / parts) * (count - 1))))];
}
