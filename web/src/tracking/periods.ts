// Periods of summaries and histories, as days of the project's calendar.
import type { Project } from './types.ts';

export const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last 365 days'],
] as const;

const DAY_MS = 86_400_000;

/** Returns today in the calendar of the project: its time zone, or UTC for schedules by hours. */
export function todayIn({ schedule }: Pick<Project, 'schedule'>, now = new Date()): string {
  const timeZone = schedule?.every === 'hours' ? 'UTC' : (schedule?.timeZone ?? 'UTC');
  // Swedish dates are in the order of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
}

/** Returns the query fields of a period. Long periods are grouped by week, so that charts stay readable. */
export function periodOf(days: string, project: Pick<Project, 'schedule'>): { from: string; to: string; group: string } {
  const to = todayIn(project);
  const from = new Date(Date.parse(to) - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10);
  return { from, to, group: Number(days) > 180 ? 'week' : 'day' };
}
