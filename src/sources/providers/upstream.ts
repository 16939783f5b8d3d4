// Results from a service with our own contract. Objects are created there and polled.
import type { Priority } from '../../contract/vocabulary.ts';
import { CONTRACT_ENGINES } from '../../contract/vocabulary.ts';
import { blocked, type Page, SourceError, unreachable, unreadable } from '../adapter.ts';
import { serpPage } from '../items.ts';
import { type Json, text } from '../model-json.ts';
import type { SerpQuery } from '../serp.ts';
import { nextPoll } from './polls.ts';
import { outOfQuota, type Provider, readJson, unknownFormat } from './response.ts';
import type { ProviderSource } from './source.ts';
import { readData } from './upstream-data.ts';

export interface UpstreamSettings {
  /** For example `https://search.example`, followed by the paths of the contract. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The priority of our orders there, which affects their price. */
  readonly priority: Priority;
}

const FIRST_POLL_SECONDS = 0.25;
const FAULTY_COOLDOWN_SECONDS = 300;
const RESULTS_MAX = 100;

const upstream: Provider = {
  name: 'The upstream service',
  judge(_response, page) {
    if (page.status === 402) return outOfQuota(upstream);
    if (page.status === 404) return unreadable('The upstream service does not know the object.');
    return null;
  },
};

export function createUpstream(settings: UpstreamSettings): ProviderSource {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const headers = { accept: 'application/json', authorization: `Bearer ${settings.apiKey}` };
  const poll = (page: Page, id: string) => nextPoll(page, upstream, { url: `${baseUrl}/serp/${id}`, headers }, FIRST_POLL_SECONDS);
  return {
    name: 'upstream',
    engines: CONTRACT_ENGINES,
    pageSize: RESULTS_MAX,
    adapter: {
      start: (query) => ({
        url: `${baseUrl}/serp/new`,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(query.reference === undefined ? {} : { 'idempotency-key': `sextant-${query.reference}` }),
        },
        body: JSON.stringify(orderOf(query, settings.priority)),
      }),

      parse(page) {
        const polledId = /\/serp\/([0-9A-Za-z_-]{1,64})$/.exec(page.request.url)?.[1];
        const isPoll = page.request.method !== 'POST' && polledId !== undefined;
        // The object exists and was charged, so a busy service is only polled more slowly.
        if (isPoll && page.status === 429) return { found: serpPage({}), next: poll(page, polledId) };
        const serp = readJson(page, upstream);
        const id = text(serp.id);
        if (id === null || !/^[0-9A-Za-z_-]{1,64}$/.test(id) || typeof serp.ready !== 'boolean') throw unknownFormat(upstream);
        if (serp.faulty === true) throw faultOf(serp);
        if (!serp.ready) return { found: serpPage({}), next: poll(page, id) };
        return { found: readData(serp.data, serp.verdict, upstream) };
      },
    },
  };
}

/** Returns the query in the fields of the contract, with all custom options. */
function orderOf(query: SerpQuery, priority: Priority): object {
  return {
    keyword: query.keyword,
    region: query.region.canonicalName,
    searchEngine: query.engine,
    priority,
    asynchronous: true,
    maxResults: Math.min(RESULTS_MAX, Math.max(1, Math.ceil(query.maxResults / 10)) * 10),
    isMobile: query.isMobile,
    language: query.language,
    ...(query.userAgent === null ? {} : { customUserAgent: query.userAgent }),
    ...(query.urlParameters.length === 0 ? {} : { customUrlParameter: query.urlParameters }),
    ...(query.cookieParameters.length === 0 ? {} : { customCookieParameter: query.cookieParameters }),
  };
}

/** A faulty object costs nothing there. Its verdict is the reason. */
function faultOf(serp: Json): SourceError {
  switch (serp.verdict) {
    case 'suspect':
      return new SourceError('suspect', 'nextSource', 'The upstream service received unrelated results.', FAULTY_COOLDOWN_SECONDS);
    case 'unparsed':
      return unreadable('The upstream service could not parse the engine’s page.');
    case 'blocked':
      return blocked('The upstream service was blocked by the engine.', FAULTY_COOLDOWN_SECONDS);
    default:
      return unreachable('The upstream service could not complete the object.');
  }
}
