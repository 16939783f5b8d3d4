// Names, titles and texts of the imaginary pages, by the kind of website.
import { brandFrom } from './brands.ts';
import type { Draw } from './draw.ts';
import type { Facts, PageKind } from './page-kind.ts';
import { priceFrom } from './prices.ts';
import { QUESTION_KINDS } from './question-pages.ts';
import { isQuestion, type Theme } from './themes.ts';

export interface PageText {
  readonly siteName: string;
  readonly title: string;
  readonly snippet: string;
  /** Shops and reviews have one, others null. */
  readonly rating: { readonly value: string; readonly votes: number } | null;
  /** Shops only. */
  readonly price: string | null;
}

export interface Subject {
  readonly words: string;
  readonly theme: Theme;
  readonly country: string;
  readonly year: string;
}

const REVIEW: PageKind = {
  names: ['Review', 'Lab', 'Verdict', 'Compare'],
  isRated: true,
  isShop: false,
  titles: [
    ({ words, count, year }) => `${words}: the ${count} best of ${year}, compared`,
    ({ words, year }) => `${words} compared – the winners of ${year}`,
    ({ words, first, second }) => `${words} compared: ${first}, ${second} and price`,
    ({ words, audience }) => `Our favourites for ${audience}: ${words}`,
  ],
  snippets: [
    ({ words, count, weeks, brand, price }) =>
      `${count} candidates, ${weeks} weeks of daily use: these are our favourites for ${words}. The winner comes from ${brand} and costs ${price}.`,
    ({ words, first, second, brand }) =>
      `How we judge ${words}: ${first}, ${second} and long-term use count most. ${brand} leads the list for the second year in a row.`,
    ({ words, audience, price, first }) =>
      `Looking for ${words} with convincing ${first}? Our recommendation for ${audience} is available from ${price}.`,
  ],
};

const SHOP: PageKind = {
  names: ['Store', 'Outlet', 'Direct', 'Market'],
  isRated: true,
  isShop: true,
  titles: [
    ({ words, price }) => `${words} from ${price} – buy online`,
    ({ words, brand }) => `${words} by ${brand} and others – free returns`,
    ({ words, audience }) => `Shop ${words} – also for ${audience}`,
    ({ words, count }) => `${words}: more than ${count}0 offers in stock`,
  ],
  snippets: [
    ({ words, price, count }) =>
      `Discover ${words} from ${price}. More than ${count}0 articles in stock, delivery in one or two days, free returns within 30 days.`,
    ({ words, brand, first, second }) =>
      `Large choice of ${words} by ${brand} and other makers. Filter by ${first} or ${second} and read what customers say.`,
    ({ words, audience, price }) => `Everything for ${audience}: ${words} at fair prices. Free delivery for orders above ${price}.`,
  ],
};

const GUIDE: PageKind = {
  names: ['Guide', 'Advice', 'Howto', 'Handbook'],
  isRated: false,
  isShop: false,
  titles: [
    ({ words }) => `${words}: a practical guide`,
    ({ words, first, second }) => `${words} explained: ${first}, ${second} and costs`,
    ({ words, count }) => `${count} things to know about ${words}`,
    ({ words, audience }) => `${words} for ${audience} – tips from practice`,
  ],
  snippets: [
    ({ words, first, second }) =>
      `A practical introduction to ${words}: which differences matter, how to judge ${first} and ${second}, and what you can ignore.`,
    ({ words, audience, count }) =>
      `Our ${count} most important tips on ${words}, with checklists and examples for ${audience}. Reviewed by three specialists.`,
    ({ words, price, first }) =>
      `You need not spend more than ${price} to get good ${first}. This guide shows step by step how to decide about ${words}.`,
  ],
};

const ENCYCLOPEDIA: PageKind = {
  names: ['Encyclopedia', 'Lexicon', 'Wiki', 'Knowledge'],
  isRated: false,
  isShop: false,
  titles: [
    ({ words }) => `${words} – definition, history and types`,
    ({ words }) => `${words}: overview and background`,
    ({ words, first }) => `${words} – origin, ${first} and common terms`,
  ],
  snippets: [
    ({ words, first, second }) =>
      `The article on ${words} covers origin, common types and terms such as ${first} and ${second}. With sources and further reading.`,
    ({ words, count }) =>
      `Facts and figures on ${words} in ${count} chapters: history, present use, economic importance and open questions.`,
  ],
};

const FORUM: PageKind = {
  names: ['Forum', 'Community', 'Answers', 'Board'],
  isRated: false,
  isShop: false,
  titles: [
    ({ words }) => `${words} – what do you recommend?`,
    ({ words, brand }) => `${words}: experiences with ${brand}?`,
    ({ words, audience }) => `Question about ${words} for ${audience}`,
  ],
  snippets: [
    ({ words, brand, count }) =>
      `I have used ${brand} for two years and would buy it again. ${count} replies on ${words}, the most helpful ones first.`,
    ({ words, first, price }) => `Is it worth paying more than ${price}? Members discuss ${words}, above all ${first}, and share photos.`,
  ],
};

const MAGAZINE: PageKind = {
  names: ['Journal', 'Weekly', 'Magazine', 'Today'],
  isRated: false,
  isShop: false,
  titles: [
    ({ words, brand, year }) => `${words}: what ${brand} changes in ${year}`,
    ({ words, brand }) => `${words} – why ${brand} is suddenly everywhere`,
    ({ words, first, brand }) => `${words}: ${first} matters more than price, ${brand} finds`,
    ({ words, count }) => `${words} – ${count} trends of the season`,
    ({ words, count, audience }) => `Study: interest in ${words} for ${audience} grows by ${count} percent`,
    ({ words, brand, count }) => `${brand} invests ${count} million in ${words}`,
    ({ words, brand, first }) => `${brand} on ${words}: “It is all about ${first}”`,
    ({ words, weeks, price }) => `${words}: prices fall to ${price} after ${weeks} weeks`,
  ],
  snippets: [
    ({ words, brand, first }) =>
      `A visit to ${brand} shows how the market for ${words} is changing: customers ask less about price and more about ${first}.`,
    ({ words, weeks, second }) => `Prices have moved for ${weeks} weeks. What experts expect for ${words}, and which role ${second} plays.`,
    ({ words, audience }) => `A new study looks at ${words} and comes to surprising results for ${audience}. The most important findings.`,
  ],
};

const KINDS = [REVIEW, SHOP, GUIDE, ENCYCLOPEDIA, FORUM, MAGAZINE];
/** Articles about questions. */
const QUESTION_MAGAZINE = QUESTION_KINDS.at(-1)!;

/** Ads are pages of shops, and news are articles. */
export type Genre = 'any' | 'shop' | 'article';

function kindsOf(genre: Genre, words: string): readonly PageKind[] {
  if (genre === 'shop') return [SHOP];
  if (genre === 'article') return [isQuestion(words) ? QUESTION_MAGAZINE : MAGAZINE];
  return isQuestion(words) ? QUESTION_KINDS : KINDS;
}

/** Shops do not sell questions, but goods of the same field. */
function goodsOf({ name, subject }: Theme, words: string): string {
  if (!isQuestion(words)) return words;
  return name === 'general' ? 'Books and courses' : subject;
}

export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function writePage(subject: Subject, genre: Genre, draw: Draw): PageText {
  const { theme, words, year } = subject;
  const kind = draw.pick(kindsOf(genre, words));
  const siteName = `${brandFrom(draw)} ${draw.pick(kind.names)}`;
  const quality = draw.number(theme.qualities.length);
  const facts: Facts = {
    words: kind.isShop ? goodsOf(theme, words) : words,
    year,
    brand: brandFrom(draw),
    count: 5 + draw.number(20),
    weeks: 2 + draw.number(10),
    price: priceFrom(draw, theme, subject.country),
    first: theme.qualities[quality]!,
    second: theme.qualities[(quality + 1) % theme.qualities.length]!,
    audience: draw.pick(theme.audiences),
  };
  return {
    siteName,
    title: capitalised(draw.pick(kind.titles)(facts)),
    snippet: draw.pick(kind.snippets)(facts),
    rating: kind.isRated ? ratingFrom(draw) : null,
    price: kind.isShop ? facts.price : null,
  };
}

/** Returns stars between 3.4 and 4.9, as most ratings are. */
export const ratingFrom = (draw: Draw): { readonly value: string; readonly votes: number } => ({
  value: ((34 + draw.number(16)) / 10).toFixed(1),
  votes: 12 + draw.number(2400),
});
