// Parses the common fields of DataForSEO's elements: position and rating.
import type { Rating } from '../../contract/items.ts';
import { isObject, type Json, text } from '../model-json.ts';
import { ratingIn } from './fields.ts';
import { momentIn } from './markup.ts';
import { countIn } from './response.ts';

export const positionOf = (item: Json): { rank: number | null; page: number } => ({
  rank: countIn(item.rank_absolute),
  page: countIn(item.page) || 1,
});

export const ratingOf = (value: unknown): Rating | null =>
  isObject(value) ? ratingIn(value.value, value.votes_count, value.rating_max) : null;

/** Converts `2026-03-02 10:00:00 +00:00` to the format of the contract. */
export const timestampIn = (value: unknown): string | null =>
  momentIn(text(value)?.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2}:\d{2})$/, '$1T$2$3'));
