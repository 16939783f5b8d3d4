// The region of a query, as APIs expect it.
import type { SerpQuery } from '../serp.ts';

export const countryOf = (ask: SerpQuery): string => ask.place.countryCode.toUpperCase();

/** Returns the coordinates, or null for a country, because its centre is not a useful position. */
export function spotOf({ place }: SerpQuery): { readonly latitude: number; readonly longitude: number } | null {
  if (place.type === null || place.type.toLowerCase() === 'country') return null;
  return { latitude: place.latitude, longitude: place.longitude };
}
