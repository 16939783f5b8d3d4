// Caches Google's access token until it expires, so that most queries need no token request.
import type { Page, PageRequest } from '../adapter.ts';
import type { Source } from '../route.ts';
import { numberAt, parseJson, textAt } from './untrusted-json.ts';

type FetchPage = Source<unknown, unknown>['fetch'];
type FetchContext = Parameters<FetchPage>[1];

/** A token that expires within this time is not used. */
const MARGIN_SECONDS = 60;

interface CachedToken {
  readonly page: Page;
  readonly authorization: string;
  readonly untilMs: number;
  /** Google has accepted it at least once. */
  proven: boolean;
}

/** Returns the cached token while it is valid. A token that Google revoked early is requested once more. */
export function withTokenCache(fetch: FetchPage, tokenUrl: string, now: () => number = () => performance.now()): FetchPage {
  let cached: CachedToken | null = null;
  let pendingToken: Promise<Page> | null = null;

  async function requestToken(request: PageRequest, context: FetchContext): Promise<Page> {
    const page = await fetch(request, context);
    const value = page.status === 200 ? parseJson(page.body) : null;
    const [token, seconds] = [textAt(value, 'access_token'), numberAt(value, 'expires_in')];
    if (token !== null && seconds !== null && seconds > MARGIN_SECONDS)
      cached = { page, authorization: `Bearer ${token}`, untilMs: now() + (seconds - MARGIN_SECONDS) * 1000, proven: false };
    return page;
  }

  function tokenPage(request: PageRequest, context: FetchContext): Promise<Page> {
    if (cached && cached.untilMs > now()) return Promise.resolve(cached.page);
    pendingToken ??= requestToken(request, context).finally(() => {
      pendingToken = null;
    });
    return pendingToken;
  }

  return async (request, context) => {
    if (request.url === tokenUrl) return tokenPage(request, context);
    const page = await fetch(request, context);
    const mine = cached !== null && cached.authorization === request.headers?.authorization ? cached : null;
    if (mine && page.status !== 401) mine.proven = true;
    if (!mine || page.status !== 401) return page;
    cached = null;
    // A new token that is rejected means bad credentials. A retry would not help.
    if (!mine.proven) return page;
    const token = textAt(parseJson((await tokenPage(mine.page.request, context)).body), 'access_token');
    if (token === null) return page;
    return fetch({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }, context);
  };
}
