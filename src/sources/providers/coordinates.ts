// The region of a query, as APIs expect it.
import type { SerpQuery } from '../serp.ts';

export const countryOf = (query: SerpQuery): string => query.region.countryCode.toUpperCase();

/** Returns the coordinates, or null for a country, because its centre is not a useful position. */
export function coordinatesOf({ region }: SerpQuery): { readonly latitude: number; readonly longitude: number } | null {
  if (region.type === null || region.type.toLowerCase() === 'country') return null;
  return { latitude: region.latitude, longitude: region.longitude };
}
