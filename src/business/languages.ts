// Which languages can be asked for, and which one a country speaks when nobody says.
import iso6391 from 'iso-639-1';

const DEFAULT = 'en';

export const isLanguage = (code: string): boolean => iso6391.validate(code);

const known = new Map<string, string>();

/** The most likely language of a country; English where that is unknown or has no two-letter code. */
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
