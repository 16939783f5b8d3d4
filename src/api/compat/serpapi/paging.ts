// Pages of SerpApi's engines: which results a request wants, and the parameters of another page.
import type { Account } from '../../../contract/order.ts';
import { RESULTS_MAX, type Slice } from '../slice.ts';
import { countIn, type Given } from '../values.ts';
import type { Dialect } from './dialects.ts';

/** Tokens of ours: the first result, then the engine's own filter if there is one. All others are such filters. */
const TOKEN = /^sxt(\d{1,3})(?:\.(.+))?$/;
const tokenFor = (from: number, filter: string | undefined): string => `sxt${from}${filter === undefined ? '' : `.${filter}`}`;
/** Returns the engine's own filter, with or without a page. */
export function filterIn(token: string): string | undefined {
  const match = TOKEN.exec(token);
  return match ? match[2] : token;
}

export const pageNames = ({ paging }: Dialect): string =>
  [paging.start?.name ?? paging.page?.name ?? paging.token, paging.count ?? 'num'].filter(Boolean).join(' and ');

/** Returns which of the results the client wants. */
export function sliceIn(given: Given, { paging, layout }: Dialect, account: Account, isMobile: boolean): Slice {
  const { start, page, count: countName = 'num', token } = paging;
  const size = Math.min((isMobile ? paging.mobileSize : undefined) ?? paging.size, account.maxResults, RESULTS_MAX);
  // An AI answer has no pages.
  if (layout === 'aimode') return { from: 0, count: size };
  const count = countIn(given, countName, 1) ?? countIn(given, 'num', 1) ?? size;
  const written = token === undefined ? undefined : TOKEN.exec(given[token] ?? '')?.[1];
  if (written !== undefined) return { from: Number(written), count };
  const number = page ? countIn(given, page.name, page.base) : null;
  if (page && number !== null) return { from: (number - page.base) * count, count };
  // Without a value, and with 0, which some clients send to every engine, the first page is meant.
  const first = countIn(given, start?.name ?? 'start');
  return { from: first ? first - (start?.base ?? 0) : 0, count };
}

/** Returns the parameters of the page that begins with this result. */
export function pageParameters({ paging }: Dialect, from: number, count: number, sent: Given): Given {
  const { start, page, token } = paging;
  if (token !== undefined) return { [token]: tokenFor(from, sent[token] === undefined ? undefined : filterIn(sent[token])) };
  // A page number needs whole pages.
  if (page && from % count === 0) return { [page.name]: String(from / count + page.base) };
  return start ? { [start.name]: String(from + start.base) } : { start: String(from) };
}
