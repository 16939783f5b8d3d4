// The number and the price of the checks of a schedule.
import { toDateTime } from '../../../contract/dates.ts';
import type { Forecast, Schedule } from '../../../contract/tracking.ts';
import { dueTimes } from './due-times.ts';

export interface ForecastInput {
  readonly schedule: Schedule;
  readonly now: Date;
  /** Enabled keywords with equal prices: of a usual check, and of one with the depth of `schedule.deep`. */
  readonly groups: readonly { readonly count: number; readonly cost: number; readonly deepCost: number }[];
  /** Null: the key may not read it. */
  readonly balance: number | null;
}

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
const DAY_MS = 86_400_000;

export function forecastOf({ schedule, now, groups, balance }: ForecastInput): Forecast {
  const keywords = groups.reduce((sum, { count }) => sum + count, 0);
  const cost = groups.reduce((sum, group) => sum + group.count * group.cost, 0);
  const deepCost = groups.reduce((sum, group) => sum + group.count * group.deepCost, 0);
  const monthEnd = now.getTime() + MONTH_DAYS * DAY_MS;
  let [checksPerMonth, creditsPerMonth, spent] = [0, 0, 0];
  let lastsUntil: Date | null = null;
  // Checks that cost nothing never use up a balance.
  const days = balance === null || cost + deepCost === 0 ? MONTH_DAYS : YEAR_DAYS;
  for (const { at, isDeep } of dueTimes(schedule, now, days)) {
    const price = isDeep ? deepCost : cost;
    if (at.getTime() <= monthEnd) {
      checksPerMonth += keywords;
      creditsPerMonth += price;
    }
    spent += price;
    if (lastsUntil === null && balance !== null && spent > balance) lastsUntil = at;
    if (lastsUntil !== null && at.getTime() > monthEnd) break;
  }
  return { checksPerMonth, creditsPerMonth, balance, lastsUntil: toDateTime(lastsUntil) };
}
