// The providers' language codes as ISO 639-1.
import { isLanguage } from '../../business/languages.ts';

/** Older and special codes of Google. */
const OTHER_CODES: Readonly<Record<string, string>> = { iw: 'he', jw: 'jv', mo: 'ro', sh: 'sr', in: 'id', ji: 'yi', tl: 'tl', fil: 'tl' };
const CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,2}$/i;
/** Countries in which a search in Chinese shows the traditional script. */
const TRADITIONAL: ReadonlySet<string> = new Set(['TW', 'HK', 'MO']);

/** Returns null for a code of a language that has none of two letters, and undefined for a text that is not a code. */
export function languageIn(code: string): string | null | undefined {
  const text = code.trim();
  if (!CODE.test(text)) return undefined;
  const [first = ''] = text.toLowerCase().split(/[-_]/);
  const language = OTHER_CODES[first] ?? first;
  return isLanguage(language) ? language : null;
}

/** Returns whether the country of the search decides on another script than the code asks for. */
export function losesScript(code: string, country: string): boolean {
  const [language, variant = ''] = code.toLowerCase().split(/[-_]/);
  return language === 'zh' && variant !== '' && (variant === 'tw' || variant === 'hk' || variant === 'hant') !== TRADITIONAL.has(country);
}
