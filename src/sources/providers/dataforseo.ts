// DataForSEO: live pages of Google, Bing, Yahoo and YouTube; tasks for Baidu, Naver and Seznam.
import type { EngineName } from '../../contract/vocabulary.ts';
import { blocked, type Page, type SourceError, unreachable, unreadable } from '../adapter.ts';
import { hasNoResults, serpPage } from '../items.ts';
import { type Json, objects, text } from '../model-json.ts';
import type { SerpPage, SerpQuery } from '../serp.ts';
import { ENDPOINTS, type Endpoint, endpointOf, taskOf } from './dataforseo-endpoints.ts';
import { readItems } from './dataforseo-items.ts';
import { organicFor } from './mirror.ts';
import { nextPoll } from './polls.ts';
import {
  badCredentials,
  COOLDOWN_SECONDS,
  countIn,
  outOfQuota,
  type Provider,
  readJson,
  serverError,
  throttled,
  unknownFormat,
} from './response.ts';
import type { ProviderSource } from './source.ts';

export interface DataForSeoSettings {
  /** For example `https://api.dataforseo.com`. */
  readonly baseUrl: string;
  readonly login: string;
  readonly password: string;
  /** True to get direct URLs of Baidu's results instead of redirects. Such tasks cost ten times as much. */
  readonly baiduDirectUrls: boolean;
}

const FIRST_POLL_SECONDS = 1;
const BLOCKED_ACCOUNT_COOLDOWN_SECONDS = 3600;
/** Codes of a task that was created, is queued or is running. */
const WAITING = new Set([20100, 40601, 40602]);
const NO_RESULTS = 40102;

const dataForSeo: Provider = {
  name: 'DataForSEO',
  judge: (response, { status }) => (status === 402 ? outOfQuota(dataForSeo) : failureOf(response.status_code)),
};

/** Maps the provider's error codes. Nearly all of them come with status 200. */
function failureOf(code: unknown): SourceError | null {
  if (typeof code !== 'number') return null;
  if (code === 20000 || code === NO_RESULTS || WAITING.has(code)) return null;
  if ([40100, 40104, 40204, 40207].includes(code)) return badCredentials(dataForSeo);
  if ([40200, 40203, 40210].includes(code)) return outOfQuota(dataForSeo);
  if (code === 40201) return blocked('DataForSEO has temporarily blocked the account.', BLOCKED_ACCOUNT_COOLDOWN_SECONDS);
  if (code === 40202 || code === 40209) return throttled(dataForSeo, COOLDOWN_SECONDS);
  if (code === 40101) return unreachable('The search engine returned an error to DataForSEO.');
  if (code === 40103 || code >= 50000) return serverError(dataForSeo);
  return unreadable('DataForSEO rejected the request.');
}

export function createDataForSeo(settings: DataForSeoSettings): ProviderSource {
  const baseUrl = `${settings.baseUrl.replace(/\/+$/, '')}/v3/serp`;
  const credentials = Buffer.from(`${settings.login}:${settings.password}`).toString('base64');
  const headers = { accept: 'application/json', authorization: `Basic ${credentials}` };
  const poll = (page: Page, endpoint: Endpoint, id: string) =>
    nextPoll(page, dataForSeo, { url: `${baseUrl}/${endpoint.path}/task_get/advanced/${id}`, headers }, FIRST_POLL_SECONDS);
  return {
    name: 'dataforseo',
    engines: Object.keys(ENDPOINTS) as EngineName[],
    pageSize: 100,
    adapter: {
      start(query) {
        const endpoint = endpointOf(query, dataForSeo);
        return {
          url: `${baseUrl}/${endpoint.path}/${endpoint.live ? 'live/advanced' : 'task_post'}`,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify([taskOf(query, endpoint, dataForSeo, settings.baiduDirectUrls)]),
        };
      },

      parse(page, query) {
        const task = taskIn(readJson(page, dataForSeo));
        if (WAITING.has(task.status_code as number)) {
          const id = text(task.id);
          if (id === null || !/^[0-9a-f-]{1,64}$/i.test(id)) throw unknownFormat(dataForSeo);
          return { found: serpPage({}), next: poll(page, endpointOf(query, dataForSeo), id) };
        }
        return { found: task.status_code === NO_RESULTS ? emptyFor(query) : pageIn(task, query) };
      },
    },
  };
}

/** Returns the only task of our request. Throws when the response or the task has an error. */
function taskIn(response: Json): Json {
  const task = objects(response.tasks)[0];
  const failure = failureOf(response.status_code) ?? failureOf(task?.status_code);
  if (failure) throw failure;
  if (!task || typeof task.status_code !== 'number') throw unknownFormat(dataForSeo);
  return task;
}

/**
 * The provider also reports "no results" for queries that it does not support: Bing's `site:` (its help centre, seen
 * 2026-11).
 */
function emptyFor(query: SerpQuery): SerpPage {
  if (query.engine === 'bing' && /(?:^|\s)-?site:/i.test(query.keyword))
    throw unreadable('DataForSEO does not support site: queries for Bing.');
  return serpPage({}, 0, true);
}

function pageIn(task: Json, query: SerpQuery): SerpPage {
  const result = objects(task.result)[0];
  if (!result || !Array.isArray(result.items)) throw unknownFormat(dataForSeo);
  const items = readItems(objects(result.items), query);
  const organic = organicFor(query.engine, items);
  const isBare = organic.length === 0 && hasNoResults(items);
  if (isBare) throw unreadable('DataForSEO returned no results and no marker for none.');
  return serpPage({ ...items, organic }, countIn(result.se_results_count));
}
