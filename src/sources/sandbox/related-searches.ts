// Related searches of the sandbox, as links to other searches.
import type { Dataset } from './dataset.ts';
import { escapeHtml } from './site.ts';
import { isQuestion } from './themes.ts';

const AFTER_SUBJECTS: readonly ((words: string) => string)[] = [
  (words) => `best ${words}`,
  (words) => `${words} near me`,
  (words) => `${words} reviews`,
  (words) => `${words} prices`,
  (words) => `cheap ${words}`,
  (words) => `${words} for beginners`,
  (words) => `how to choose ${words}`,
  (words) => `${words} comparison`,
  (words) => `${words} ideas`,
  (words) => `${words} buying guide`,
];
const AFTER_QUESTIONS: readonly ((words: string) => string)[] = [
  (words) => `${words} in simple words`,
  (words) => `${words} with examples`,
  (words) => `${words} step by step`,
  (words) => `${words} for children`,
  (words) => `${words} video`,
  (words) => `${words} today`,
];

/** Returns four to eight queries, all different. */
export function relatedSearches(dataset: Dataset): string[] {
  const subject = dataset.words.replace(/[?\s]+$/, '');
  const forms = isQuestion(dataset.words) ? AFTER_QUESTIONS : AFTER_SUBJECTS;
  const count = Math.min(forms.length, 4 + dataset.number('related searches', 5));
  const start = dataset.number('first related search', forms.length);
  return Array.from({ length: count }, (_, index) => forms[(start + index) % forms.length]!(subject));
}

/** Returns one link for each related search. `path` ends with the name of the parameter and "=". */
export const relatedLinks = (dataset: Dataset, path: string): string[] =>
  relatedSearches(dataset).map((query) => `<a href="${escapeHtml(path + encodeURIComponent(query))}">${escapeHtml(query)}</a>`);
