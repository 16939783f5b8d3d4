// Valid languages, and the default and search languages of countries.
import iso6391 from 'iso-639-1';

const DEFAULT = 'en';

export const isLanguage = (code: string): boolean => iso6391.validate(code);

const known = new Map<string, string>();

/** Returns the most likely language of a country. English if it is unknown or has no two-letter code. */
export function languageOf(countryCode: string): string {
  let language = known.get(countryCode);
  if (language === undefined) {
    language = likelyLanguage(countryCode);
    known.set(countryCode, language);
  }
  return language;
}

function likelyLanguage(countryCode: string): string {
  try {
    const { language } = new Intl.Locale(`und-${countryCode}`).maximize();
    return language && isLanguage(language) ? language : DEFAULT;
  } catch {
    return DEFAULT;
  }
}

/** Countries where searches in more than one language are common. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  BE: ['nl', 'fr', 'de', 'en'],
  CA: ['en', 'fr'],
  CH: ['de', 'fr', 'it', 'en'],
  CM: ['fr', 'en'],
  CY: ['el', 'tr', 'en'],
  ES: ['es', 'ca', 'gl', 'eu'],
  FI: ['fi', 'sv'],
  HK: ['zh', 'en'],
  IE: ['en', 'ga'],
  IL: ['he', 'ar', 'ru', 'en'],
  LU: ['fr', 'de', 'lb', 'en'],
  MA: ['ar', 'fr'],
  MT: ['mt', 'en'],
  PR: ['es', 'en'],
  SK: ['sk', 'hu', 'cs'],
  TN: ['ar', 'fr'],
  US: ['en', 'es'],
};
/** Countries where English is an official or working language. */
const ALSO_ENGLISH = new Set(
  'AE BD BH BW EG ET FJ GH GM HK IN JM JO KE KH KW LB LK MM MU MW MY NA NG NL NP OM PH PK QA RW SA SG SL TZ UG ZA ZM ZW'.split(' '),
);

/** Returns the languages in which a country searches. */
export function languagesOf(countryCode: string): readonly string[] {
  const several = SEVERAL[countryCode];
  if (several) return several;
  const main = languageOf(countryCode);
  return ALSO_ENGLISH.has(countryCode) ? [main, 'en'] : [main];
}
