// Short figures beside a result: views, sizes and distances.
import { number } from '../../format.ts';
import type { Point } from '../../region/region.ts';

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const EARTH_RADIUS_KM = 6371;

/** `compactCount(1_250_000, 'view')` returns `1.3M views`. Null without a value. */
export const compactCount = (value: number | null, noun: string): string | null =>
  value === null ? null : `${COMPACT.format(value)} ${value === 1 ? noun : `${noun}s`}`;

/** Size in pixels, such as `1,920 × 1,080`. */
export const sizeText = (width: number | null, height: number | null): string | null =>
  width === null || height === null ? null : `${number(width)} × ${number(height)}`;

/** Great-circle distance. */
export function kilometresBetween(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [south, north] = [radians(a.latitude), radians(b.latitude)];
  const across = radians(b.longitude - a.longitude);
  const half = Math.sin((north - south) / 2) ** 2 + Math.cos(south) * Math.cos(north) * Math.sin(across / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** `350 m`, `1.4 km`, `28 km` */
export function distanceText(kilometres: number): string {
  if (kilometres < 0.995) return `${number(Math.round(kilometres * 100) * 10)} m`;
  return kilometres < 9.95 ? `${kilometres.toFixed(1)} km` : `${number(Math.round(kilometres))} km`;
}
