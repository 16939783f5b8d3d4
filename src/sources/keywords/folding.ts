// When two spellings are one keyword: each source folds case, spaces and marks in its own way.
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

/** Equal for spellings that the source answers alike. */
export const foldKeyword = (source: KeywordSource, keyword: string): string => FOLDS[source](keyword);

/** Each keyword once, in the spelling that came first. */
export function distinct(keywords: readonly string[], fold: (keyword: string) => string): string[] {
  const first = new Map<string, string>();
  for (const keyword of keywords) if (!first.has(fold(keyword))) first.set(fold(keyword), keyword);
  return [...first.values()];
}
