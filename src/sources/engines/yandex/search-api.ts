// Yandex's Search API, version 2: synchronous, or deferred, which is cheaper and takes minutes.
import { blocked, type Page, type PageRequest, unreachable, unreadable } from '../../adapter.ts';
import { serpPage } from '../../items.ts';
import { isObject, type Json, text } from '../../model-json.ts';
import { countryOf } from '../../providers/coordinates.ts';
import { customParametersOf } from '../../providers/custom-parameters.ts';
import { createPending } from '../../providers/pending.ts';
import {
  addressOf,
  badCredentials,
  COOLDOWN_SECONDS,
  countIn,
  objectIn,
  type Provider,
  readJson,
  serverError,
  unknownFormat,
} from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import type { SerpQuery } from '../../serp.ts';
import { carriedBy, type StepRequest } from '../../steps.ts';
import { readDocuments } from './search-api-documents.ts';

export interface YandexSearchSettings {
  readonly apiKey: string;
  /** The folder that is billed. */
  readonly folderId: string;
  /** For example `https://searchapi.api.cloud.yandex.net`. */
  readonly baseUrl: string;
  /** Endpoint for polling deferred searches, for example `https://operation.api.cloud.yandex.net`. */
  readonly operationsUrl: string;
  /** Deferred searches take at least five minutes, so they are only for low priorities. */
  readonly deferred: boolean;
  readonly pollSeconds: number;
  /** Polls per attempt. The next attempt continues the same search. */
  readonly pollsMax: number;
}

const YANDEX: Provider = { name: 'Yandex' };
const GROUPS_MAX = 100;
const RESULTS_MAX = 1000;
/** Yandex stores a deferred result for twelve hours. This is a little less. */
const STORED_MS = 11 * 3_600_000;
/** Any other country uses the international search. */
const SEARCHES: Readonly<Record<string, string>> = { RU: 'RU', TR: 'TR', KZ: 'KK', BY: 'BE', UZ: 'UZ' };
/** Only these two searches accept a region. */
const REGIONS: Readonly<Record<string, string>> = { RU: '225', TR: '983' };
const RUSSIAN_PAGES = new Set(['ru', 'be', 'kk', 'uk']);
const MOBILE_AGENT = 'Mozilla/5.0 (Linux; Android 10; Mobile; compatible; Sextant/1.0)';

function localizationOf(search: string, language: string): string | null {
  if (search === 'RU') return `LOCALIZATION_${RUSSIAN_PAGES.has(language) ? language.toUpperCase() : 'RU'}`;
  return search === 'TR' ? 'LOCALIZATION_TR' : search === 'COM' ? 'LOCALIZATION_EN' : null;
}

const groupsFor = (query: SerpQuery): number => Math.min(GROUPS_MAX, query.maxResults);

function requestFor(query: SerpQuery, page: number, settings: YandexSearchSettings): PageRequest {
  customParametersOf({ ...query, userAgent: null }, YANDEX, []);
  const search = SEARCHES[countryOf(query)] ?? 'COM';
  const agent = query.userAgent ?? (query.isMobile ? MOBILE_AGENT : undefined);
  return {
    url: addressOf(settings.baseUrl, settings.deferred ? '/v2/web/searchAsync' : '/v2/web/search'),
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Api-Key ${settings.apiKey}` },
    body: JSON.stringify({
      query: { searchType: `SEARCH_TYPE_${search}`, queryText: query.keyword, page: String(page) },
      // One document per site, as on the pages.
      groupSpec: { groupMode: 'GROUP_MODE_DEEP', groupsOnPage: String(groupsFor(query)), docsInGroup: '1' },
      region: REGIONS[search],
      l10n: localizationOf(search, query.language) ?? undefined,
      folderId: settings.folderId,
      responseFormat: 'FORMAT_XML',
      userAgent: agent,
    }),
  };
}

/** State of a poll: the request that created the search, and the number of polls so far. */
interface PollState {
  readonly order: string;
  readonly polls: number;
}

function pollFor(id: string, { order, polls }: PollState, settings: YandexSearchSettings): StepRequest {
  return {
    url: addressOf(settings.operationsUrl, `/operations/${id}`),
    headers: { authorization: `Api-Key ${settings.apiKey}` },
    step: true,
    afterSeconds: settings.pollSeconds,
    carried: { order, polls: polls + 1 } satisfies PollState,
  };
}

/** Throws for a failed deferred search, by its gRPC code. */
function rejectFailed(error: Json): void {
  if (error.code === 8) throw blocked('The rate limit of Yandex is exceeded.', COOLDOWN_SECONDS);
  if (error.code === 7 || error.code === 16) throw badCredentials(YANDEX);
  if (error.code === 3) throw unreadable('Yandex rejected the request.');
  throw serverError(YANDEX);
}

const pollStateOf = (page: Page): PollState => {
  const carried = objectIn(carriedBy(page));
  return { order: text(carried.order) ?? page.request.body ?? '{}', polls: countIn(carried.polls) ?? 0 };
};

const pageIn = (order: string): number => {
  const asked: unknown = JSON.parse(order);
  return countIn(objectIn(objectIn(asked).query).page) ?? 0;
};

export function createYandexSearch(settings: YandexSearchSettings): ProviderSource {
  const pending = createPending(STORED_MS);

  /** A deferred search takes longer than a job may run, so the retry of the job must find it. */
  const ordered = (request: PageRequest): PageRequest => {
    const order = request.body ?? '{}';
    const id = settings.deferred ? pending.find(order) : null;
    return id === null ? request : pollFor(id, { order, polls: 0 }, settings);
  };

  const waitFor = (operation: Json, state: PollState): StepRequest => {
    const id = text(operation.id);
    if (id === null || !/^[\w-]{1,100}$/.test(id)) throw unknownFormat(YANDEX);
    if (state.polls === 0) pending.store(state.order, id);
    if (state.polls >= settings.pollsMax) throw unreachable('Yandex has not finished the deferred search yet.');
    return pollFor(id, state, settings);
  };

  return {
    name: settings.deferred ? 'yandex-search-deferred' : 'yandex-search',
    engines: ['yandex'],
    pageSize: GROUPS_MAX,
    fills: ['organic'],
    adapter: {
      start: (query) => ordered(requestFor(query, 0, settings)),
      parse(page, query) {
        const state = pollStateOf(page);
        if (state.polls > 0 && page.status === 404) {
          pending.drop(state.order);
          throw unreachable('Yandex has deleted the deferred search.');
        }
        const response = readJson(page, YANDEX);
        // The response omits false values, so a pending search may have only its id.
        const isWaiting = settings.deferred && response.rawData === undefined && response.done !== true && response.error === undefined;
        if (isWaiting) return { found: serpPage({}), next: waitFor(response, state) };
        // In any case, the same query now creates a new search.
        pending.drop(state.order);
        if (isObject(response.error)) rejectFailed(response.error);
        const raw = text(response.rawData) ?? text(objectIn(response.response).rawData);
        if (raw === null) throw unknownFormat(YANDEX);
        const number = pageIn(state.order);
        const found = readDocuments(Buffer.from(raw, 'base64').toString('utf8'), number === 0);
        const read = (number + 1) * groupsFor(query);
        const more = found.organic.length >= groupsFor(query) && read + groupsFor(query) <= RESULTS_MAX;
        return more ? { found, next: requestFor(query, number + 1, settings) } : { found };
      },
    },
  };
}
