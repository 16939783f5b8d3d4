// Where a question is asked from, as APIs want to hear it.
import type { SerpQuery } from '../serp.ts';

export const countryOf = (ask: SerpQuery): string => ask.place.countryCode.toUpperCase();

/** The spot itself; the middle of a whole country is nobody's neighbourhood. */
export function spotOf({ place }: SerpQuery): { readonly latitude: number; readonly longitude: number } | null {
  if (place.type === null || place.type.toLowerCase() === 'country') return null;
  return { latitude: place.latitude, longitude: place.longitude };
}
