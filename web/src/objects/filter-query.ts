// Turns the filters of the request list into a query of the API.
import type { Filter } from './filters.tsx';

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** The last day of the form is part of the list. The API excludes the time in `to`, so it receives the next day. */
export function queryOf(filter: Filter): Filter {
  const { to } = filter;
  if (to === undefined || !DAY.test(to)) return filter;
  return { ...filter, to: new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10) };
}
