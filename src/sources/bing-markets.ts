// The markets of Bing, and the market of a query.
import type { SerpQuery } from './serp.ts';

/**
 * Languages of each country's markets, the main language first. Bing ignores a market that it does not know, such as
 * `ja-JA`, and then guesses one from the IP address of the proxy, so a query names only markets of this list.
 */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  AE: ['ar', 'en'],
  AR: ['es'],
  AT: ['de'],
  AU: ['en'],
  BE: ['nl', 'fr'],
  BG: ['bg'],
  BR: ['pt'],
  CA: ['en', 'fr'],
  CH: ['de', 'fr', 'it'],
  CL: ['es'],
  CN: ['zh'],
  CO: ['es'],
  CZ: ['cs'],
  DE: ['de'],
  DK: ['da'],
  EE: ['et'],
  EG: ['ar'],
  ES: ['es', 'ca', 'eu', 'gl'],
  FI: ['fi', 'sv'],
  FR: ['fr'],
  GB: ['en'],
  GR: ['el'],
  HK: ['zh', 'en'],
  HR: ['hr'],
  HU: ['hu'],
  ID: ['id', 'en'],
  IE: ['en'],
  IL: ['he', 'en'],
  IN: ['en', 'hi', 'ta', 'te', 'bn', 'mr', 'kn'],
  IT: ['it'],
  JP: ['ja'],
  KR: ['ko'],
  LT: ['lt'],
  LV: ['lv'],
  MX: ['es'],
  MY: ['en', 'ms'],
  NL: ['nl'],
  NO: ['nb', 'nn'],
  NZ: ['en'],
  PE: ['es'],
  PH: ['en', 'fil'],
  PL: ['pl'],
  PT: ['pt'],
  RO: ['ro'],
  RU: ['ru'],
  SA: ['ar', 'en'],
  SE: ['sv'],
  SG: ['en', 'zh'],
  SI: ['sl'],
  SK: ['sk'],
  TH: ['th', 'en'],
  TR: ['tr'],
  TW: ['zh'],
  UA: ['uk'],
  US: ['en', 'es'],
  VE: ['es'],
  VN: ['vi', 'en'],
  XA: ['ar'],
  ZA: ['en'],
};

/** Other codes of languages that Bing lists under one code. */
const SAME_LANGUAGE: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id', tl: 'fil' };

/** Returns the market in Bing's spelling, such as `de-AT`, or null for a country without one. */
export function marketOf(query: SerpQuery): string | null {
  const country = query.region.countryCode.toUpperCase();
  const languages = LANGUAGES[country];
  if (!languages) return null;
  const language = SAME_LANGUAGE[query.language] ?? query.language;
  return `${languages.includes(language) ? language : languages[0]}-${country}`;
}

/**
 * Bing ignores the market when this header names another language first (seen 2023), so the market's language comes
 * first.
 */
export function acceptLanguageOf(market: string | null, query: SerpQuery): string {
  const first = market && /^[a-z]{2,3}-[a-z]{2}$/i.test(market) ? market : `${query.language}-${query.region.countryCode.toUpperCase()}`;
  const language = first.split('-')[0] ?? query.language;
  const asked = language === query.language ? '' : `,${query.language};q=0.7`;
  return `${first},${language};q=0.9${asked}`;
}
