// The address of a search at the engine itself, for `search_metadata` and `pagination`.
import type { StoredSerpRequest } from '../../../products/serp/request.ts';
import { regionOf } from '../../../sources/engines/duckduckgo/regions.ts';
import { uuleOf } from '../../../sources/engines/google/request.ts';
import type { Slice } from '../slice.ts';
import type { Given } from '../values.ts';
import type { Dialect } from './dialects.ts';

type Query = Readonly<Record<string, string | null>>;

const TABS: Readonly<Partial<Record<Dialect['layout'], string>>> = { images: 'isch', newstab: 'nws', local: 'lcl', videos: 'vid' };

const passedOnIn = ({ customUrlParameter }: StoredSerpRequest): Query =>
  Object.fromEntries(customUrlParameter.map(({ name, value }) => [name, value ?? null]));

function googleQuery(dialect: Dialect, request: StoredSerpRequest, from: number): Query {
  const { keyword, region, language } = request;
  const isCountry = region.type === 'country' || !region.canonicalName.includes(',');
  return {
    q: keyword,
    uule: isCountry ? null : uuleOf(region.canonicalName),
    hl: language,
    gl: region.countryCode.toLowerCase(),
    tbm: TABS[dialect.layout] ?? null,
    udm: dialect.layout === 'aimode' ? '50' : null,
    ...passedOnIn(request),
    start: from > 0 ? String(from) : null,
  };
}

/** Returns the host with the path, and the query. */
function addressOf(dialect: Dialect, request: StoredSerpRequest, sent: Given, { from, count }: Slice): readonly [string, Query] {
  const { keyword, region } = request;
  const start = (base: number): string | null => (from > 0 ? String(from + base) : null);
  switch (dialect.name) {
    case 'bing':
      return ['www.bing.com/search', { q: keyword, cc: region.countryCode, first: start(1) }];
    case 'yahoo':
      return ['search.yahoo.com/search', { p: keyword, b: start(1), vc: sent.vc ?? null, vl: sent.vl ?? null }];
    case 'yandex':
      return [
        `${sent.yandex_domain ?? 'yandex.com'}/search/`,
        { text: keyword, lr: sent.lr ?? null, lang: sent.lang ?? null, p: from > 0 ? String(Math.floor(from / count)) : null },
      ];
    case 'naver':
      return ['search.naver.com/search.naver', { query: keyword, where: sent.where ?? 'nexearch', start: start(1) }];
    case 'baidu':
      return ['www.baidu.com/s', { wd: keyword, pn: start(0) }];
    case 'duckduckgo': {
      const kl = regionOf(region.countryCode, request.language);
      return ['duckduckgo.com/', { q: keyword, kl, ...passedOnIn(request), s: start(0) }];
    }
    case 'youtube':
      return ['www.youtube.com/results', { search_query: keyword, hl: request.language, gl: region.countryCode.toLowerCase() }];
    case 'google_news':
      if (dialect.layout === 'news') return ['news.google.com/search', { q: keyword, hl: request.language, gl: region.countryCode }];
      break;
    case 'google_maps':
      return [`www.google.com/maps/search/${encodeURIComponent(keyword)}`, { hl: request.language }];
  }
  return [`www.${sent.google_domain?.replace(/^www\./, '') ?? 'google.com'}/search`, googleQuery(dialect, request, from)];
}

export function engineUrlOf(dialect: Dialect, request: StoredSerpRequest, sent: Given, slice: Slice): string {
  const [path, query] = addressOf(dialect, request, sent, slice);
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) written.set(name, value);
  return `https://${path}?${written}`;
}
