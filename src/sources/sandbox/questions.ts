// Related questions of the sandbox with short answers.
import { boxedListings } from './boxes.ts';
import type { Dataset, Listing } from './dataset.ts';
import { capitalised } from './page-texts.ts';
import { isQuestion } from './themes.ts';

export interface RelatedQuestion {
  readonly question: string;
  readonly answer: string;
  readonly source: Listing;
}

const ABOUT_SUBJECTS: readonly ((words: string) => string)[] = [
  (words) => `What is important about ${words}?`,
  (words) => `How much should I spend on ${words}?`,
  (words) => `Which ${words} do experts recommend?`,
  (words) => `Where can I find ${words}?`,
];
const AFTER_QUESTIONS: readonly ((words: string) => string)[] = [
  (words) => `${words} in simple words?`,
  (words) => `${words} according to experts?`,
  (words) => `${words} today?`,
  (words) => `${words} compared with ten years ago?`,
];
const SOURCES_OFFSET = 50;

/** Returns up to four questions. Each has its own page as source. */
export function relatedQuestions(dataset: Dataset, count: number): RelatedQuestion[] {
  const { words, theme } = dataset;
  const subject = words.replace(/[?\s]+$/, '');
  const forms = (isQuestion(words) ? AFTER_QUESTIONS : ABOUT_SUBJECTS).slice(0, count);
  const start = dataset.number('first answer', theme.advice.length);
  const sources = boxedListings(dataset, SOURCES_OFFSET, forms.length);
  return forms.map((form, index) => ({
    question: capitalised(form(subject)),
    answer: `${theme.advice[(start + index) % theme.advice.length]} Pay attention to ${theme.qualities[(start + index) % theme.qualities.length]}, too.`,
    source: sources[index]!,
  }));
}
