// Pages that answer a question. Their texts quote it as a whole, because no sentence fits every question.
import type { PageKind } from './page-kind.ts';

const PLAIN = { isRated: false, isShop: false };

/** Returns the question with its question mark. */
export const askedOf = (words: string): string => (/\?\s*$/.test(words) ? words : `${words}?`);

export const QUESTION_KINDS: readonly PageKind[] = [
  {
    ...PLAIN,
    names: ['Guide', 'Advice', 'Howto', 'Handbook'],
    titles: [
      ({ words, audience }) => `${askedOf(words)} A guide for ${audience}`,
      ({ words, count }) => `${askedOf(words)} ${count} things to know`,
      ({ words, first, second }) => `${askedOf(words)} The role of ${first} and ${second}`,
    ],
    snippets: [
      ({ words, count, audience }) => `The short answer to “${words}”, with ${count} examples and a checklist for ${audience}.`,
      ({ words, first, second }) =>
        `This guide answers “${words}” step by step: how to judge ${first} and ${second}, and what you can ignore.`,
      ({ words, price, first }) => `You need not spend more than ${price} to get good ${first}. Our answer to “${words}”, with examples.`,
    ],
  },
  {
    ...PLAIN,
    names: ['Encyclopedia', 'Lexicon', 'Wiki', 'Knowledge'],
    titles: [
      ({ words, first }) => `${askedOf(words)} Definition, ${first} and common terms`,
      ({ words, count }) => `${askedOf(words)} ${count} facts`,
      ({ words, second }) => `${askedOf(words)} Background and ${second}`,
    ],
    snippets: [
      ({ words, first, second }) =>
        `The article on “${words}” covers origin, common types and terms such as ${first} and ${second}. With sources.`,
      ({ words, count }) => `Facts and figures on “${words}” in ${count} chapters: history, present use and open questions.`,
    ],
  },
  {
    ...PLAIN,
    names: ['Forum', 'Community', 'Answers', 'Board'],
    titles: [
      ({ words, count }) => `${askedOf(words)} ${count} answers`,
      ({ words, brand }) => `${askedOf(words)} Experiences with ${brand}`,
      ({ words, audience }) => `${askedOf(words)} Tips for ${audience}`,
    ],
    snippets: [
      ({ words, count, brand, first }) =>
        `I asked “${words}” two years ago. ${count} replies later I use ${brand}, above all for its ${first}.`,
      ({ words, first, count }) => `Members discuss “${words}”, mainly ${first}. ${count} replies, the most helpful ones first.`,
    ],
  },
  {
    ...PLAIN,
    names: ['Journal', 'Weekly', 'Magazine', 'Today'],
    titles: [
      ({ words, brand, year }) => `${askedOf(words)} What ${brand} says in ${year}`,
      ({ words, first }) => `${askedOf(words)} Why ${first} matters`,
      ({ words, count }) => `${askedOf(words)} ${count} experts answer`,
    ],
    snippets: [
      ({ words, brand, first }) => `${brand} has an answer to “${words}”: look at ${first} first and at the price second.`,
      ({ words, audience }) => `A new study asks “${words}” and comes to surprising results for ${audience}.`,
      ({ words, weeks, second }) => `Experts on “${words}”: what has changed within ${weeks} weeks, and which role ${second} plays.`,
    ],
  },
];
