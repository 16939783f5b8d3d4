// Addresses of search engines: reads a task's `url`, and writes the address of a search for `check_url`.
import { isUrl } from '../../contract/text.ts';
import { invalidField } from './codes.ts';
import type { SerpEndpoint } from './endpoints.ts';

/** What the address of a search says. */
export interface SearchedUrl {
  readonly keyword: string;
  readonly language?: string;
  readonly country?: string;
  readonly location?: string;
  /** Parameters without effect. */
  readonly ignored: readonly string[];
}

const QUERY_NAMES: Readonly<Record<string, readonly string[]>> = {
  yahoo: ['p'],
  youtube: ['search_query'],
  baidu: ['wd', 'word'],
  naver: ['query'],
};

/** Reads the query, the language, the country and the location. All other parameters have no effect. */
export function readSearchUrl(text: string, { se }: SerpEndpoint): SearchedUrl {
  if (!isUrl(text) || !/^https?:/i.test(text)) throw invalidField('url', 'It must be the address of a search.');
  const { searchParams: query, pathname } = new URL(text);
  const place = se === 'google' ? /^\/maps\/search\/([^/]+)/.exec(pathname)?.[1] : undefined;
  const queryNames = QUERY_NAMES[se] ?? ['q'];
  const named = queryNames.map((name) => query.get(name)).find((value) => value !== null);
  const keyword = named ?? (place === undefined ? '' : decoded(place));
  if (keyword.trim() === '') throw invalidField('url', 'It contains no query.');
  const [language, country, location] = [query.get('hl'), query.get('gl') ?? query.get('cc'), locationOf(query.get('uule') ?? '')];
  const used = new Set([...queryNames, 'hl', 'gl', 'cc', ...(location === null ? [] : ['uule'])]);
  const ignored = [...new Set(query.keys())].filter((name) => !used.has(name));
  return { keyword, ...(language ? { language } : {}), ...(country ? { country } : {}), ...(location ? { location } : {}), ignored };
}

/** Decodes `%xx` once, and `+` to a space, as the provider does. A broken sequence stays as it is. */
export function decoded(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
}

/** Google's parameter for a place: a prefix, a character for the length, and the canonical name in base64. */
const UULE = /^w[ +]CAIQICI.([A-Za-z0-9+/=_-]+)$/;
const locationOf = (uule: string): string | null => {
  const name = UULE.exec(uule)?.[1];
  return name === undefined ? null : Buffer.from(name, 'base64').toString('utf8');
};

interface Searched {
  readonly keyword: string;
  readonly language: string;
  readonly country: string;
}

const TABS: Readonly<Record<string, string>> = { images: '&udm=2', news: '&tbm=nws', ai_mode: '&udm=50', local_finder: '&tbm=lcl' };

/** Returns the address at which a person sees this search. */
export function checkUrlOf({ se, seType }: SerpEndpoint, { keyword, language, country }: Searched): string {
  const query = encodeURIComponent(keyword);
  switch (se) {
    case 'google':
      return seType === 'maps'
        ? `https://www.google.com/maps/search/${query}/?hl=${language}&gl=${country}`
        : `https://www.google.com/search?q=${query}&hl=${language}&gl=${country}&ie=UTF-8&oe=UTF-8${TABS[seType] ?? ''}`;
    case 'bing':
      return `https://www.bing.com/search?q=${query}&setlang=${language}&cc=${country}`;
    case 'yahoo':
      return `https://search.yahoo.com/search?p=${query}`;
    case 'youtube':
      return `https://www.youtube.com/results?search_query=${query}&hl=${language}&gl=${country}`;
    case 'baidu':
      return `https://www.baidu.com/s?wd=${query}`;
    case 'naver':
      return `https://search.naver.com/search.naver?query=${query}`;
    default:
      return `https://search.seznam.cz/?q=${query}`;
  }
}
