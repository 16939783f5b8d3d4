// A stored search as SerpApi's response: metadata, parameters, information, lists and pages.
import type { SerpData } from '../../../contract/items.ts';
import type { Stored } from '../../../contract/order.ts';
import type { StoredSerpRequest } from '../../../products/serp/request.ts';
import { failureOf } from '../search.ts';
import { RESULTS_MAX, type Slice } from '../slice.ts';
import type { Given } from '../values.ts';
import { type Dialect, dialectOfEngine, WEB_DOCUMENTS } from './dialects.ts';
import { engineUrlOf } from './engine-url.ts';
import { listsOf, mainListOf, RELATED_LISTS } from './lists.ts';
import { pageParameters } from './paging.ts';
import { dialectIn } from './parameters.ts';
import { QUERY_FIELDS } from './query.ts';

export const PROVIDER = 'serpapi';

/** What is stored with an object, so that the archive shows the same response. */
export interface SentParameters {
  readonly sent: Given;
  readonly from: number;
  readonly count: number;
}

export interface Search {
  readonly stored: Stored;
  readonly request: StoredSerpRequest;
  readonly dialect: Dialect;
  readonly sent: Given;
  readonly slice: Slice;
}

/** Returns null for an object of an engine that SerpApi does not have. */
export function searchOf(stored: Stored): Search | null {
  const request = JSON.parse(stored.request) as StoredSerpRequest;
  if (request.compatibility?.provider === PROVIDER) {
    const { sent, from, count } = request.compatibility.parameters as SentParameters;
    return { stored, request, sent, dialect: dialectIn(sent), slice: { from, count } };
  }
  const dialect = dialectOfEngine(request.searchEngine);
  if (!dialect) return null;
  const sent = {
    engine: dialect.name,
    [dialect.query]: request.keyword,
    device: request.isMobile ? 'mobile' : 'desktop',
    ...(dialect.engine === 'naverwebdocs' ? { where: WEB_DOCUMENTS } : {}),
  };
  return { stored, request, dialect, sent, slice: { from: 0, count: request.maxResults } };
}

const shownTime = (date: Date): string =>
  date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

function metadataOf({ stored, request, dialect, sent, slice }: Search, base: string) {
  const { createdAt, result, id } = stored;
  const hasRaw = request.saveRawData && result !== null && !result.faulty;
  return {
    id,
    status: result === null ? 'Processing' : result.faulty ? 'Error' : 'Success',
    json_endpoint: `${base}/searches/${id}.json`,
    created_at: shownTime(createdAt),
    processed_at: result ? shownTime(result.generatedAt) : null,
    [`${sent.engine}_url`]: engineUrlOf(dialect, request, sent, slice),
    ...(hasRaw ? { raw_html_file: `${base}/searches/${id}.html` } : {}),
    total_time_taken: result ? Math.max(0, Math.round((result.generatedAt.getTime() - createdAt.getTime()) / 10) / 100) : 0,
  };
}

/** The parameters as sent, and the values that were used for those that were not. */
function shownParameters({ request, dialect, sent }: Search): object {
  const { region, language, isMobile } = request;
  const isPlace = sent.location !== undefined || sent.uule !== undefined;
  const place = isPlace ? { location_requested: sent.location ?? region.canonicalName, location_used: region.canonicalName } : {};
  const google =
    dialect.places === 'google' && dialect.name !== 'youtube'
      ? { google_domain: 'google.com', hl: language, gl: region.countryCode.toLowerCase() }
      : {};
  const { location: _, ...others } = sent;
  return {
    engine: sent.engine,
    ...place,
    ...google,
    ...(isPlace ? others : sent),
    device: sent.device ?? (isMobile ? 'mobile' : 'desktop'),
  };
}

function informationOf({ request, dialect, sent }: Search, data: SerpData, isEmpty: boolean) {
  const state = isEmpty ? 'Fully empty' : 'Results for exact spelling';
  const name = sent.engine === 'google' ? 'organic_results_state' : dialect.state;
  return {
    // The stored query may have operators for other parameters.
    query_displayed: sent[dialect.query] ?? request.keyword,
    ...(data.totalResults === null ? {} : { total_results: data.totalResults }),
    ...(name === undefined ? {} : { [name]: state }),
    ...(dialect.layout === 'maps' ? { place_results_state: 'Fully empty' } : {}),
  };
}

/** The parameters that select a page. */
const pageNamesOf = ({ paging }: Dialect): readonly (string | undefined)[] => [
  paging.start?.name,
  paging.page?.name,
  paging.token,
  'start',
];

/** Returns the URL of the search here with other parameters. The key is never part of it. */
function addressOf({ sent }: Search, base: string, removed: readonly (string | undefined)[], added: Given): string {
  const kept = Object.entries(sent).filter(([name]) => !removed.includes(name));
  return `${base}/search.json?${new URLSearchParams([...kept, ...Object.entries(added)])}`;
}

/** Adds the URL of each related search here. */
function withSerpApiLinks(lists: Record<string, unknown>, search: Search, base: string): Record<string, unknown> {
  const related = lists.related_searches as readonly { readonly query: string }[] | undefined;
  if (!related) return lists;
  const { dialect } = search;
  const removed = [dialect.query, ...QUERY_FIELDS, ...pageNamesOf(dialect)];
  const linked = related.map((item) => ({ ...item, serpapi_link: addressOf(search, base, removed, { [dialect.query]: item.query }) }));
  return { ...lists, related_searches: linked };
}

/** Pages after a full one, as far as the account may request them. A page is full if at most half of it is missing. */
function pagesOf(search: Search, shownCount: number, base: string, resultsMax: number): object {
  const { dialect, slice, sent, request } = search;
  const { paging } = dialect;
  const { from, count } = slice;
  const pages = paging.start ?? paging.page ?? paging.token;
  const next = from + count;
  if (pages === undefined || shownCount * 2 < count || next + count > resultsMax) return {};
  const addressAt = (first: number): string => addressOf(search, base, pageNamesOf(dialect), pageParameters(dialect, first, count, sent));
  const current = Math.floor(from / count) + 1;
  const further: number[] = [];
  for (let first = next; first + count <= resultsMax && further.length < 4; first += count) further.push(first);
  const others = (write: (first: number) => string) =>
    Object.fromEntries(further.map((first) => [Math.floor(first / count) + 1, write(first)]));
  const engineAt = (first: number): string => engineUrlOf(dialect, request, sent, { from: first, count });
  const token = paging.token === undefined ? {} : { next_page_token: pageParameters(dialect, next, count, sent)[paging.token] };
  return {
    pagination: { current, next: engineAt(next), other_pages: others(engineAt) },
    serpapi_pagination: { current, next_link: addressAt(next), next: addressAt(next), other_pages: others(addressAt), ...token },
  };
}

const FAILED = "We couldn't get valid results for this search. Please try again later.";

/** Returns the response without lists, for a search that is not finished or that failed. */
export function unfinishedResponse(search: Search, base: string) {
  const reason = failureOf(search.stored);
  const head = { search_metadata: metadataOf(search, base), search_parameters: shownParameters(search) };
  return reason === null ? head : { ...head, error: `${FAILED} The search costs nothing. ${reason}` };
}

interface PageLimits {
  /** Results on a page of the engine. */
  readonly pageSize: number;
  /** Results that the account may request. */
  readonly resultsMax: number;
}

/** Returns the response of a finished search. */
export function responseOf(search: Search, data: SerpData, base: string, { pageSize, resultsMax }: PageLimits): Record<string, unknown> {
  const { dialect, slice } = search;
  const lists = listsOf(dialect, data, slice, pageSize);
  const main = lists[mainListOf(dialect)];
  const shownCount = Array.isArray(main) ? main.length : 0;
  const isEmpty = Object.keys(lists).every((name) => RELATED_LISTS.includes(name));
  return {
    search_metadata: metadataOf(search, base),
    search_parameters: shownParameters(search),
    search_information: informationOf(search, data, isEmpty),
    ...withSerpApiLinks(lists, search, base),
    ...(isEmpty ? { error: `${dialect.label} hasn't returned any results for this query.` } : {}),
    ...pagesOf(search, shownCount, base, Math.min(resultsMax, RESULTS_MAX)),
  };
}
