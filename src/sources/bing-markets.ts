// The markets Bing knows, and the market of a question.
import type { SerpQuery } from './serp.ts';

/**
 * Languages of each country's markets, the country's own first. Bing drops a market it does not know, such as `ja-JA`, and then
 * guesses one from the exit address; so a question never names one that is not here.
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

/** Other codes of a language that Bing files under one name. */
const SAME_LANGUAGE: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id', tl: 'fil' };

/** The market as Bing writes it, `de-AT`, or null for a country without one. */
export function marketOf(ask: SerpQuery): string | null {
  const country = ask.place.countryCode.toUpperCase();
  const languages = LANGUAGES[country];
  if (!languages) return null;
  const language = SAME_LANGUAGE[ask.language] ?? ask.language;
  return `${languages.includes(language) ? language : languages[0]}-${country}`;
}

/** Bing sets the market aside when this header speaks another language (seen 2023), so the market of the address stands first. */
export function acceptLanguageOf(market: string | null, ask: SerpQuery): string {
  const first = market && /^[a-z]{2,3}-[a-z]{2}$/i.test(market) ? market : `${ask.language}-${ask.place.countryCode.toUpperCase()}`;
  const language = first.split('-')[0] ?? ask.language;
  const asked = language === ask.language ? '' : `,${ask.language};q=0.7`;
  return `${first},${language};q=0.9${asked}`;
}
