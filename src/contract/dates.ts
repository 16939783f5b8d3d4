// The two timestamp spellings of the contract, both in UTC.

/** `2026-11-15T09:30:00+0000`: every `date-time` of the contract. */
export function toDateTime(at: Date): string;
export function toDateTime(at: Date | null): string | null;
export function toDateTime(at: Date | null): string | null {
  return at === null ? null : `${at.toISOString().slice(0, 19)}+0000`;
}

/** `2026-11-15 09:30:00`: the timestamps of AI jobs. */
export function toAiTime(at: Date): string;
export function toAiTime(at: Date | null): string | null;
export function toAiTime(at: Date | null): string | null {
  return at === null ? null : at.toISOString().slice(0, 19).replace('T', ' ');
}
