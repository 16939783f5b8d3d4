// Naver's Open API for web documents and places. Its ranking is similar to that of the pages.
import { blocked, type PageRequest, type SourceError } from '../../adapter.ts';
import { mapItem, organicItem, serpPage } from '../../items.ts';
import { type Json, objects } from '../../model-json.ts';
import { customParametersOf } from '../../providers/custom-parameters.ts';
import { boldIn, plainIn } from '../../providers/markup.ts';
import {
  addressOf,
  badCredentials,
  cooldownSecondsOf,
  countIn,
  OUT_OF_QUOTA_COOLDOWN_SECONDS,
  outOfQuota,
  type Provider,
  parameterOf,
  readJson,
  throttled,
  unknownFormat,
  webAddressIn,
} from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import type { SerpPage, SerpQuery } from '../../serp.ts';
import { orNull } from '../../text.ts';

export interface NaverOpenSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** For example `https://openapi.naver.com`. */
  readonly baseUrl: string;
}

const DISPLAY_MAX = 100;
const START_MAX = 1000;
/** The API returns at most five places and has no second page of them. */
const PLACES_MAX = 5;
const THROTTLED_COOLDOWN_SECONDS = 5;

const NAVER: Provider = {
  name: 'Naver',
  judge({ errorCode }, page): SourceError | null {
    if (errorCode === '024' || errorCode === '028') return badCredentials(NAVER);
    if (errorCode === '010') return outOfQuota(NAVER);
    if (errorCode === '012') return throttled(NAVER, cooldownSecondsOf(page, THROTTLED_COOLDOWN_SECONDS));
    return page.status === 429
      ? blocked('The rate limit of Naver is exceeded.', cooldownSecondsOf(page, OUT_OF_QUOTA_COOLDOWN_SECONDS))
      : null;
  },
};

const isLocal = (query: SerpQuery): boolean => query.engine === 'naverlocal';

function requestFor(query: SerpQuery, start: number, settings: NaverOpenSettings): PageRequest {
  customParametersOf(query, NAVER, []);
  const display = isLocal(query) ? PLACES_MAX : Math.min(DISPLAY_MAX, query.maxResults);
  const method = isLocal(query) ? 'local' : 'webkr';
  return {
    url: addressOf(settings.baseUrl, `/v1/search/${method}.json`, { query: query.keyword, display, start }),
    headers: { 'x-naver-client-id': settings.clientId, 'x-naver-client-secret': settings.clientSecret },
  };
}

function documentOf(item: Json, index: number) {
  const [url, title] = [webAddressIn(item.link), plainIn(item.title)];
  if (!url || !title) return null;
  return organicItem({
    title,
    url,
    snippet: plainIn(item.description),
    highlighted: boldIn(item.description),
    rank: index + 1,
  });
}

/** Degrees times ten million. Older responses have metres of another grid, which are small numbers. */
function degreesIn(value: unknown, max: number): number | null {
  const number = countIn(value);
  return number !== null && number >= 1e8 && number <= max * 1e7 ? number / 1e7 : null;
}

function placeOf(item: Json, index: number) {
  const title = plainIn(item.title);
  if (!title) return null;
  const categories = (plainIn(item.category) ?? '').split(/[>,]/).flatMap((part) => orNull(part.trim()) ?? []);
  const [longitude, latitude] = [degreesIn(item.mapx, 180), degreesIn(item.mapy, 90)];
  return mapItem({
    title,
    url: webAddressIn(item.link),
    address: plainIn(item.roadAddress) ?? plainIn(item.address),
    phone: plainIn(item.telephone),
    category: categories.at(-1) ?? null,
    categories,
    coordinates: latitude !== null && longitude !== null ? { latitude, longitude } : null,
    description: plainIn(item.description),
    rank: index + 1,
  });
}

/**
 * Returns the places as results: by website, otherwise by name and address on Naver's map, because the API has no place
 * id.
 */
function localPage(items: readonly Json[], total: number): SerpPage {
  const maps = items.flatMap((item, index) => placeOf(item, index) ?? []);
  if (items.length > 0 && maps.length === 0) throw unknownFormat(NAVER);
  const seen = new Set<string>();
  const organic = maps.map((place) => {
    const words = [place.title, place.address].filter((part) => part !== null).join(' ');
    const url = place.url !== null && !seen.has(place.url) ? place.url : `https://map.naver.com/p/search/${encodeURIComponent(words)}`;
    seen.add(url);
    const snippet = place.description ?? orNull([place.category, place.address].filter((part) => part !== null).join(' · '));
    return organicItem({ type: 'local', title: place.title, url, snippet, rank: place.rank });
  });
  return serpPage({ maps, organic }, total, total === 0);
}

export const createNaverOpen = (settings: NaverOpenSettings): ProviderSource => ({
  name: 'naver-open',
  engines: ['naver', 'naverwebdocs', 'naverlocal'],
  pageSize: DISPLAY_MAX,
  fills: ['organic', 'maps'],
  adapter: {
    start: (query) => requestFor(query, 1, settings),
    parse(page, query) {
      const response = readJson(page, NAVER);
      const total = countIn(response.total);
      if (total === null || !Array.isArray(response.items)) throw unknownFormat(NAVER);
      const items = objects(response.items);
      const start = parameterOf(page, 'start');
      if (items.length === 0 && total > 0 && start <= 1) throw unknownFormat(NAVER);
      if (isLocal(query)) return { found: localPage(items, total) };
      const organic = items.flatMap((item, index) => documentOf(item, index) ?? []);
      if (items.length > 0 && organic.length === 0) throw unknownFormat(NAVER);
      const found = serpPage({ organic }, total, total === 0 && items.length === 0);
      const further = start + items.length;
      const more = items.length > 0 && further <= Math.min(total, START_MAX);
      return more ? { found, next: requestFor(query, further, settings) } : { found };
    },
  },
});
