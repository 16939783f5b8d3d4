// Caches Google's access token until it expires, so that most queries need no token request.
import type { Page, PageRequest } from '../adapter.ts';
import type { Source } from '../route.ts';
import { numberAt, parseJson, textAt } from './reading.ts';

type FetchPage = Source<unknown, unknown>['fetch'];
type FetchContext = Parameters<FetchPage>[1];

/** A token that expires within this time is not used. */
const MARGIN_SECONDS = 60;

interface Kept {
  readonly page: Page;
  readonly authorization: string;
  readonly untilMs: number;
  /** Google has accepted it at least once. */
  proven: boolean;
}

/** Returns the cached token while it is valid. A token that Google revoked early is requested once more. */
export function withTokenKept(fetch: FetchPage, tokenUrl: string, now: () => number = () => performance.now()): FetchPage {
  let kept: Kept | null = null;
  let underWay: Promise<Page> | null = null;

  async function askToken(request: PageRequest, context: FetchContext): Promise<Page> {
    const page = await fetch(request, context);
    const value = page.status === 200 ? parseJson(page.body) : null;
    const [token, seconds] = [textAt(value, 'access_token'), numberAt(value, 'expires_in')];
    if (token !== null && seconds !== null && seconds > MARGIN_SECONDS)
      kept = { page, authorization: `Bearer ${token}`, untilMs: now() + (seconds - MARGIN_SECONDS) * 1000, proven: false };
    return page;
  }

  function tokenPage(request: PageRequest, context: FetchContext): Promise<Page> {
    if (kept && kept.untilMs > now()) return Promise.resolve(kept.page);
    underWay ??= askToken(request, context).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return async (request, context) => {
    if (request.url === tokenUrl) return tokenPage(request, context);
    const page = await fetch(request, context);
    const mine = kept !== null && kept.authorization === request.headers?.authorization ? kept : null;
    if (mine && page.status !== 401) mine.proven = true;
    if (!mine || page.status !== 401) return page;
    kept = null;
    // A new token that is rejected means bad credentials. A retry would not help.
    if (!mine.proven) return page;
    const token = textAt(parseJson((await tokenPage(mine.page.request, context)).body), 'access_token');
    if (token === null) return page;
    return fetch({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }, context);
  };
}
