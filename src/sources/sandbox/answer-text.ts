// The content of an AI answer in the sandbox. Each engine writes it in its own markup.
import { brandFrom } from './brands.ts';
import type { Dataset } from './dataset.ts';
import type { Draw } from './draw.ts';
import { capitalised } from './page-texts.ts';
import { priceFrom } from './prices.ts';
import { askedOf } from './question-pages.ts';
import { isQuestion } from './themes.ts';

export interface AnswerPoint {
  readonly label: string;
  readonly text: string;
}

export interface AnswerText {
  /** The first sentence begins with the query. */
  readonly subject: string;
  /** The end of the first sentence. */
  readonly opening: string;
  readonly heading: string;
  readonly points: readonly AnswerPoint[];
  readonly table: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly closing: string;
}

/** Longer queries are prompts, which an answer does not repeat. */
const SUBJECT_LENGTH_MAX = 120;
const GRADES = ['Very good', 'Good', 'Solid', 'Fair'] as const;
const LABELS_FOR_QUESTIONS = ['In short', 'Background', 'In practice', 'Good to know'] as const;

export function answerTextOf(dataset: Dataset): AnswerText {
  const { theme, words, country } = dataset;
  const draw = dataset.draw('answer text');
  const quality = draw.number(theme.qualities.length);
  const [first, second] = [theme.qualities[quality]!, theme.qualities[(quality + 1) % theme.qualities.length]!];
  const question = isQuestion(words);
  return {
    subject: capitalised(question ? askedOf(words.slice(0, SUBJECT_LENGTH_MAX)) : words.slice(0, SUBJECT_LENGTH_MAX)),
    opening: question
      ? ` Most sources agree on the essentials: ${first} and ${second} matter most.`
      : `: ${first} and ${second} matter most, and good offers start at ${priceFrom(draw, theme, country)}.`,
    heading: 'What to look for',
    points: question ? pointsOfQuestion(dataset, draw) : pointsOfProduct(dataset, draw, first, second),
    table: {
      header: ['Provider', capitalised(first), 'Price'],
      rows: GRADES.slice(0, 3).map((grade) => [brandFrom(draw), grade, priceFrom(draw, theme, country)]),
    },
    closing: 'Prices and availability change from day to day.',
  };
}

/** Returns neighbouring sentences of advice, so that no sentence occurs twice. */
function adviceFrom({ theme }: Dataset, draw: Draw, count: number): string[] {
  const start = draw.number(theme.advice.length);
  return Array.from({ length: count }, (_, index) => theme.advice[(start + index) % theme.advice.length]!);
}

const pointsOfQuestion = (dataset: Dataset, draw: Draw): AnswerPoint[] =>
  adviceFrom(dataset, draw, LABELS_FOR_QUESTIONS.length).map((text, index) => ({ label: LABELS_FOR_QUESTIONS[index]!, text }));

function pointsOfProduct(dataset: Dataset, draw: Draw, first: string, second: string): AnswerPoint[] {
  const { theme, country } = dataset;
  const [tip, note] = adviceFrom(dataset, draw, 2) as [string, string];
  return [
    { label: brandFrom(draw), text: `convinces with its ${first}, from ${priceFrom(draw, theme, country)}.` },
    { label: brandFrom(draw), text: `is known for ${second} and suits ${draw.pick(theme.audiences)}.` },
    { label: 'Tip', text: tip },
    { label: 'Good to know', text: note },
  ];
}
