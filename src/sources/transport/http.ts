// Fetches web pages through the guarded HTTP client and follows a few redirects.
import { isUrl } from '../../contract/text.ts';
import type { HttpClient, HttpResponse } from '../../platform/http.ts';
import { NameUnresolved } from '../../platform/resolver.ts';
import { ForbiddenAddress } from '../../platform/ssrf-guard.ts';
import { type FetchTrace, type Page, type PageRequest, SourceError, SourceTimeout, unreachable, unreadable } from '../adapter.ts';
import { fetchedPage } from '../fetched-page.ts';
import { type FetchContext, type FetchPage, PAGE_BYTES_MAX, PAGE_MS_MAX } from './fetch.ts';
import { unresolved } from './unresolved.ts';

const REDIRECTS_MAX = 3;
/** Headers that must not be sent to another host. */
const PRIVATE = new Set([
  'authorization',
  'cookie',
  'x-api-key',
  'developer-token',
  'login-customer-id',
  'x-subscription-token',
  'x-naver-client-id',
  'x-naver-client-secret',
  'x-goog-api-key',
  'x-customer',
  'x-signature',
]);

export function createHttpFetch(client: HttpClient): FetchPage {
  return async (request, context) => {
    let url = request.url;
    let { method = 'GET', headers = {}, body } = request;
    const started = performance.now();
    const redirects: FetchTrace['redirects'][number][] = [];
    const pageOf = (response: HttpResponse): Page =>
      toPage(request, url, response, context, redirects, Math.round(performance.now() - started));
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      const response = await send(client, { url, method, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers }, body }, context);
      const location = response.headers.location;
      if (response.status < 300 || response.status >= 400 || location === undefined) return pageOf(response);
      if (!isUrl(location, url)) throw unreachable('invalid redirect');
      const next = new URL(location, url);
      redirects.push({ url, status: response.status, location: next.href });
      // Never from https to http. The adapter sees the target of the redirect, which is often a block page.
      if (next.protocol !== 'https:' && new URL(url).protocol === 'https:') return pageOf(response);
      if (next.host !== new URL(url).host) headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !PRIVATE.has(name)));
      if (response.status === 303 || method === 'POST') [method, body] = ['GET', undefined];
      url = next.href;
    }
    throw unreachable('too many redirects');
  };
}

async function send(client: HttpClient, request: PageRequest, context: FetchContext): Promise<HttpResponse> {
  const { signal, accountId, msMax = PAGE_MS_MAX, bytesMax = PAGE_BYTES_MAX, tooLong = 'error' } = context;
  // A compressed body that was cut could not be decompressed.
  const compressed = context.compressed === true && tooLong === 'error';
  let response: HttpResponse;
  try {
    const share = accountId === undefined ? {} : { share: accountId };
    response = await client.request({
      ...request,
      bytesMax,
      msMax,
      whenTooLong: tooLong,
      compressed,
      ...share,
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (error instanceof ForbiddenAddress) throw unreadable('the address is not allowed');
    if (error instanceof NameUnresolved) throw unresolved(error);
    if ((error as Error).name === 'TimeoutError') throw new SourceTimeout(undefined, error);
    throw unreachable('could not be reached', error);
  }
  // Some engines send 999 to suspected bots. That is a block page, which the adapter classifies.
  if (response.status >= 500 && response.status < 600) throw unreachable(`returned status ${response.status}`);
  return response;
}

function toPage(
  request: PageRequest,
  url: string,
  response: HttpResponse,
  { bytesMax = PAGE_BYTES_MAX }: FetchContext,
  redirects: FetchTrace['redirects'],
  totalMs: number,
): Page {
  const { status, headers, firstByteMs } = response;
  const fetchTrace = { redirects, firstByteMs, totalMs, complete: !response.truncated };
  return fetchedPage({
    request,
    url,
    status,
    headers,
    fetchTrace,
    content: { bytes: response.body, compression: response.compression, bytesMax },
  });
}
