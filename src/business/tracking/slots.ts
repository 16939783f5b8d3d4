// Slots as texts: calendar times such as 2026-11-18T00:00, and days such as 2026-11-18.
import { errors } from '../../contract/errors.ts';
import type { Slot } from './types.ts';

export const MINUTES_A_DAY = 1440;
const MINUTE_MS = 60_000;
const ORIGIN_MS = Date.UTC(2000, 0, 1);

const isoOf = (slot: Slot): string => new Date(ORIGIN_MS + slot * MINUTE_MS).toISOString();
export const slotText = (slot: Slot): string => isoOf(slot).slice(0, 16);
export const dayText = (slot: Slot): string => isoOf(slot).slice(0, 10);
/** The first slot of the day that has this slot. */
export const dayStart = (slot: Slot): Slot => Math.floor(slot / MINUTES_A_DAY) * MINUTES_A_DAY;

/** Returns the slot of a day or a calendar time. Throws 400 for dates that do not exist. */
export function readSlot(name: string, text: string): Slot {
  const ms = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/.test(text) ? Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z`) : Number.NaN;
  // `Date.parse` accepts the 30th of February as a day in March.
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
  if (!isReal || ms < ORIGIN_MS || ms > Date.UTC(2099, 11, 31)) throw errors.badParameter(name, 'must be a date such as 2026-11-18');
  return Math.round((ms - ORIGIN_MS) / MINUTE_MS);
}
