// Kakao's search API, the official API for Daum's web results.
import type { PageRequest, SourceError } from '../../adapter.ts';
import { organicItem, serpPage } from '../../items.ts';
import { type Json, objects } from '../../model-json.ts';
import { customParametersOf } from '../../providers/custom-parameters.ts';
import { boldIn, momentIn, plainIn } from '../../providers/markup.ts';
import {
  addressOf,
  badCredentials,
  countIn,
  objectIn,
  outOfQuota,
  type Provider,
  parameterOf,
  readJson,
  serverError,
  unknownFormat,
  webAddressIn,
} from '../../providers/response.ts';
import type { ProviderSource } from '../../providers/source.ts';
import type { SerpQuery } from '../../serp.ts';

export interface KakaoSettings {
  /** The REST key of the application. */
  readonly apiKey: string;
  /** For example `https://dapi.kakao.com`. */
  readonly baseUrl: string;
}

const SIZE_MAX = 50;
const PAGE_MAX = 50;
/** Error codes of Kakao that come with status 400 but are not caused by the query. */
const OWN_ERRORS = new Set([-1, -7, -603]);
const QUOTA = new Set([-10, -11]);

const KAKAO: Provider = {
  name: 'Kakao',
  judge({ code }, { status }): SourceError | null {
    if (typeof code !== 'number') return null;
    if (QUOTA.has(code)) return outOfQuota(KAKAO);
    if (code === -401 || code === -903) return badCredentials(KAKAO);
    return status === 400 && OWN_ERRORS.has(code) ? serverError(KAKAO) : null;
  },
};

function requestFor(query: SerpQuery, page: number, settings: KakaoSettings): PageRequest {
  customParametersOf(query, KAKAO, []);
  const size = Math.min(SIZE_MAX, query.maxResults);
  return {
    url: addressOf(settings.baseUrl, '/v2/search/web', { query: query.keyword, sort: 'accuracy', page, size }),
    headers: { authorization: `KakaoAK ${settings.apiKey}` },
  };
}

function resultOf(document: Json, index: number) {
  const [url, title] = [webAddressIn(document.url), plainIn(document.title)];
  if (!url || !title) return null;
  return organicItem({
    title,
    url,
    snippet: plainIn(document.contents),
    highlighted: boldIn(document.contents),
    publishedAt: momentIn(document.datetime),
    rank: index + 1,
  });
}

export const createKakao = (settings: KakaoSettings): ProviderSource => ({
  name: 'kakao',
  engines: ['daumweb'],
  pageSize: SIZE_MAX,
  fills: ['organic'],
  adapter: {
    start: (query) => requestFor(query, 1, settings),
    parse(page, query) {
      const response = readJson(page, KAKAO);
      const meta = objectIn(response.meta);
      const total = countIn(meta.total_count);
      if (total === null || !Array.isArray(response.documents)) throw unknownFormat(KAKAO);
      const number = parameterOf(page, 'page');
      const organic = objects(response.documents).flatMap((document, index) => resultOf(document, index) ?? []);
      if (organic.length === 0 && number <= 1 && total > 0) throw unknownFormat(KAKAO);
      const found = serpPage({ organic }, total, total === 0 && organic.length === 0);
      const more = meta.is_end === false && organic.length > 0 && number < PAGE_MAX;
      return more ? { found, next: requestFor(query, number + 1, settings) } : { found };
    },
  },
});
