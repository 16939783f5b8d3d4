// Decides which spellings are the same keyword. Each source folds case, spaces and marks differently.
import type { KeywordSource } from '../../contract/vocabulary.ts';
import { sameness as googleSameness, toGoogleSpelling } from './google-words.ts';
import { toNaverSpelling } from './naver-words.ts';

const plain = (keyword: string): string => keyword.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

const FOLDS: Readonly<Record<KeywordSource, (keyword: string) => string>> = {
  google: (keyword) => googleSameness(toGoogleSpelling(keyword) ?? keyword),
  baidu: plain,
  yandex: plain,
  naver: (keyword) => toNaverSpelling(keyword) ?? plain(keyword),
};

/** Returns the same value for spellings that the source treats alike. */
export const foldKeyword = (source: KeywordSource, keyword: string): string => FOLDS[source](keyword);

/** Returns each keyword once, in its first spelling. */
export function distinct(keywords: readonly string[], fold: (keyword: string) => string): string[] {
  const first = new Map<string, string>();
  for (const keyword of keywords) if (!first.has(fold(keyword))) first.set(fold(keyword), keyword);
  return [...first.values()];
}
