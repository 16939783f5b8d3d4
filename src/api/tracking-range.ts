// Reads periods of tracking requests: days in the project's calendar.
import type { SlotRange } from '../business/tracking/interfaces.ts';
import { dayStart, MINUTES_A_DAY, readSlot } from '../business/tracking/slots.ts';
import type { ProjectRow, Slot } from '../business/tracking/types.ts';
import { errors } from '../contract/errors.ts';

/** The current slot in the calendar of a project, by the database's clock. */
export type SlotNow = (project: ProjectRow) => Promise<Slot>;

export interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** Returns the slots from `from` to the end of `to`. Default: that many days up to today. */
export async function readRange(
  days: Days,
  project: ProjectRow,
  slotNow: SlotNow,
  { daysDefault, daysMax }: { readonly daysDefault: number; readonly daysMax: number },
): Promise<SlotRange> {
  const last = days.to === undefined ? dayStart(await slotNow(project)) : readSlot('to', days.to);
  const from = days.from === undefined ? last - (daysDefault - 1) * MINUTES_A_DAY : readSlot('from', days.from);
  if (from > last) throw errors.badParameter('to', 'must not be before from');
  if ((last - from) / MINUTES_A_DAY + 1 > daysMax)
    throw errors.badParameter('from', `is more than ${daysMax} days before to`, 'Send several requests, or use the export.');
  return { from, to: last + MINUTES_A_DAY };
}
