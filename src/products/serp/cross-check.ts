// Cross-check of one finished search: asks a second source for its first page and compares both.
import { ITEM_ARRAYS, type SerpData } from '../../contract/items.ts';
import type { Job, JobEnd } from '../../contract/order.ts';
import { unreachable } from '../../sources/adapter.ts';
import type { Engine, SerpQuery } from '../../sources/serp.ts';
import type { SerpSource } from '../../sources/serp-route.ts';
import { isStep } from '../../sources/steps.ts';
import { type Agreement, agreementOf, DEPTH, FEATURES, type Feature, type Outline, outlineOf } from './agreement.ts';
import { queryOf } from './collect.ts';
import type { StoredSerpRequest } from './request.ts';
import { searchOnce } from './walk.ts';

/** A search that can be checked. Of its result, only normalised URLs and the names of features are kept. */
export interface CheckableSearch {
  readonly job: Pick<Job, 'id' | 'mode' | 'accountId' | 'priority' | 'request'>;
  /** The source of the result, as in `attempts`. */
  readonly source: string;
  readonly query: SerpQuery;
  readonly outline: Outline;
}

/** Checks do not use the customer's share of host name lookups. */
const NO_ACCOUNT = 0;

/** A longer result holds raw pages. Parsing it would block the event loop for too long. */
const BODY_CHARACTERS_MAX = 4_000_000;

/**
 * Returns the search, or null if it cannot be checked: without its own result, with options of the customer that other
 * sources may understand differently, or stopped at a found site.
 */
export function checkableOf(job: Job, end: JobEnd): CheckableSearch | null {
  if (job.kind !== 'serp' || job.mode !== 'live' || end.outcome !== 'done' || end.detail?.reused) return null;
  if (end.verdict !== 'valid' && end.verdict !== 'empty') return null;
  const source = end.attempts.at(-1)?.source;
  if (source === undefined || end.body.length > BODY_CHARACTERS_MAX) return null;
  const request = JSON.parse(job.request) as StoredSerpRequest;
  const isCustom = request.customUserAgent !== null || request.customUrlParameter.length > 0 || request.customCookieParameter.length > 0;
  if (isCustom || request.find?.stopWhenFound) return null;
  const { id, mode, priority } = job;
  const query = { ...queryOf(request), maxResults: Math.min(DEPTH, request.maxResults), reference: `${id}-check` };
  const outline = outlineOf(JSON.parse(end.body) as SerpData);
  return { job: { id, mode, accountId: NO_ACCOUNT, priority, request: job.request }, source, query, outline };
}

/** Engines whose answers are written anew at every call, or whose result is one page, cannot be compared. */
export const isComparable = ({ traits }: Engine): boolean => traits.api === undefined && traits.keywordIsUrl !== true;

/**
 * Returns the name under which a source is compared. The proxies of one page are one source, and so are the fast and the
 * deferred mode of an API.
 */
export const comparedName = (source: string): string => /^(page|browser)-/.exec(source)?.[1] ?? source.replace(/-deferred$/, '');

/**
 * The sources of a route that can check a result of `first`. Deferred results would occupy the queue for minutes, and the
 * browser has only a few pages, which customers need.
 */
export const othersOf = (route: readonly SerpSource[], first: string): SerpSource[] =>
  route.filter(({ name }) => {
    const compared = comparedName(name);
    return compared !== comparedName(first) && compared !== 'browser' && !name.endsWith('-deferred');
  });

export interface AskLimits {
  readonly signal: AbortSignal;
  /** For all requests together. */
  readonly msMax: number;
  /** Asked before each further page: a source may return only a few results at a time, and charges for each page. */
  readonly mayContinue: () => Promise<boolean>;
}

/** Asks the source for the first results. Throws `SourceError` or `CollectFailure`. */
export async function askForOutline(
  source: SerpSource,
  engine: Engine,
  query: SerpQuery,
  { signal, msMax, mayContinue }: AskLimits,
): Promise<Outline> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(msMax)]);
  let pages = 0;
  const limited: SerpSource = {
    ...source,
    fetch: async (request, context) => {
      if (!isStep(request) && pages++ > 0 && !(await mayContinue())) throw unreachable('the budget of cross-checks is spent');
      return source.fetch(request, { ...context, signal: ended });
    },
  };
  const { result } = await searchOnce(limited, engine, query, 1, { saveRaw: false, find: null, judging: null });
  return outlineOf(result.data);
}

/** Compares the pages in the features that both sources can return. */
export function compare(
  [a, first]: readonly [Outline, Pick<SerpSource, 'fills'> | undefined],
  [b, second]: readonly [Outline, Pick<SerpSource, 'fills'>],
): Agreement {
  const canFill = (source: Pick<SerpSource, 'fills'> | undefined, name: Feature): boolean => (source?.fills ?? ITEM_ARRAYS).includes(name);
  return agreementOf(
    a,
    b,
    FEATURES.filter((name) => canFill(first, name) && canFill(second, name)),
  );
}
