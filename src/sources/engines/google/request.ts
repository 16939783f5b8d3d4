// Builds the URL and headers of a Google result page.
import type { PageRequest } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { cookieWith, urlWith } from '../request-url.ts';

export const SEARCH = 'https://www.google.com/search';

const DESKTOP = 'Mozilla/5.0 (compatible; Sextant/1.0)';
const MOBILE = 'Mozilla/5.0 (Linux; Android 10; Mobile; compatible; Sextant/1.0)';

/** Google knows two written forms of Chinese and wants one of them named. */
const interfaceLanguage = ({ language, place }: SerpQuery): string =>
  language === 'zh' ? (/^(?:TW|HK|MO)$/i.test(place.countryCode) ? 'zh-TW' : 'zh-CN') : language;

/** Parameters that say where and in which language the question is asked; every tab of Google reads them. */
export function placeParameters(ask: SerpQuery): Record<string, string> {
  const country = ask.place.type === null ? !ask.place.canonicalName.includes(',') : ask.place.type.toLowerCase() === 'country';
  const parameters: Record<string, string> = { hl: interfaceLanguage(ask), gl: ask.place.countryCode.toLowerCase() };
  if (!country) parameters.uule = uuleOf(ask.place.canonicalName);
  return parameters;
}

/** Headers of a person's browser that hides nothing: who asks, and in which language. */
export function headersFor(ask: SerpQuery): Record<string, string> {
  const country = ask.place.countryCode.toUpperCase();
  const headers: Record<string, string> = {
    'user-agent': ask.userAgent ?? (ask.isMobile ? MOBILE : DESKTOP),
    'accept-language': `${ask.language}-${country},${ask.language};q=0.9`,
    accept: 'text/html,application/xhtml+xml',
  };
  const cookie = cookieWith({}, ask);
  if (cookie !== null) headers.cookie = cookie;
  return headers;
}

/** The request for the page that begins after `start` results. */
export function pageAt(start: number, ask: SerpQuery, locked: readonly string[], tab: Record<string, string> = {}): PageRequest {
  const defaults: Record<string, string> = { q: ask.keyword, ...placeParameters(ask), ...tab };
  if (start > 0) defaults.start = String(start);
  return { url: urlWith(SEARCH, defaults, ask, locked), headers: headersFor(ask) };
}

/** How many results stand before the page at this address. */
export function startOf(url: string): number {
  try {
    const start = Number(new URL(url).searchParams.get('start') ?? 0);
    return Number.isSafeInteger(start) && start > 0 ? start : 0;
  } catch {
    return 0;
  }
}

/** A whole number as protobuf writes it: seven bits per byte, the lowest first. */
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

/** `{1: 2, 2: 32, 4: name}` in protobuf; the length of the name is counted in bytes, not in characters. */
export function uuleOf(canonicalName: string): string {
  const name = Buffer.from(canonicalName, 'utf8');
  const message = Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, ...varint(name.length)]), name]);
  return `w+${message.toString('base64')}`;
}
