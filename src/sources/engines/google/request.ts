// Builds the URL and headers of a Google result page.
import type { PageRequest } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { cookieWith, urlWith } from '../request-url.ts';

export const SEARCH = 'https://www.google.com/search';

const DESKTOP = 'Mozilla/5.0 (compatible; Sextant/1.0)';
const MOBILE = 'Mozilla/5.0 (Linux; Android 10; Mobile; compatible; Sextant/1.0)';

/** Google needs the script of Chinese: simplified or traditional. */
const interfaceLanguage = ({ language, region }: SerpQuery): string =>
  language === 'zh' ? (/^(?:TW|HK|MO)$/i.test(region.countryCode) ? 'zh-TW' : 'zh-CN') : language;

/** Returns the parameters for region and language, which every tab of Google accepts. */
export function regionParameters(query: SerpQuery): Record<string, string> {
  const country = query.region.type === null ? !query.region.canonicalName.includes(',') : query.region.type.toLowerCase() === 'country';
  const parameters: Record<string, string> = { hl: interfaceLanguage(query), gl: query.region.countryCode.toLowerCase() };
  if (!country) parameters.uule = uuleOf(query.region.canonicalName);
  return parameters;
}

/** Returns the headers of an ordinary browser: user agent and language. */
export function headersFor(query: SerpQuery): Record<string, string> {
  const country = query.region.countryCode.toUpperCase();
  const headers: Record<string, string> = {
    'user-agent': query.userAgent ?? (query.isMobile ? MOBILE : DESKTOP),
    'accept-language': `${query.language}-${country},${query.language};q=0.9`,
    accept: 'text/html,application/xhtml+xml',
  };
  const cookie = cookieWith({}, query);
  if (cookie !== null) headers.cookie = cookie;
  return headers;
}

/** Returns the request for the page that begins after `start` results. */
export function pageAt(start: number, query: SerpQuery, locked: readonly string[], tab: Record<string, string> = {}): PageRequest {
  const defaults: Record<string, string> = { q: query.keyword, ...regionParameters(query), ...tab };
  if (start > 0) defaults.start = String(start);
  return { url: urlWith(SEARCH, defaults, query, locked), headers: headersFor(query) };
}

/** Returns the number of results before the page with this URL. */
export function startOf(url: string): number {
  try {
    const start = Number(new URL(url).searchParams.get('start') ?? 0);
    return Number.isSafeInteger(start) && start > 0 ? start : 0;
  } catch {
    return 0;
  }
}

/** Returns an integer in protobuf encoding: seven bits per byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

/** Returns `{1: 2, 2: 32, 4: name}` in protobuf. The length of the name is in bytes, not in characters. */
export function uuleOf(canonicalName: string): string {
  const name = Buffer.from(canonicalName, 'utf8');
  const message = Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, ...varint(name.length)]), name]);
  return `w+${message.toString('base64')}`;
}
