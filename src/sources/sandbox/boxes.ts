// Boxes beside the list of results: which ones a page shows, and the pages in them.
import type { Dataset, Listing } from './dataset.ts';
import type { Genre } from './page-texts.ts';
import { type Box, isQuestion } from './themes.ts';

/** One in this number of queries shows the box, unless its theme always does. */
const ODDS: Readonly<Record<Box, number>> = {
  offers: 3,
  overview: 3,
  featured: 3,
  questions: 2,
  panel: 3,
  places: 4,
  videos: 3,
  images: 3,
  stories: 4,
  posts: 4,
};

/** Nobody asks a question to find a product, a shop or a person. */
const NOT_FOR_QUESTIONS: ReadonlySet<Box> = new Set(['offers', 'panel', 'places', 'posts']);

/** True when the first page of this query has the box. Depends only on the query. */
export const showsBox = (dataset: Dataset, box: Box): boolean =>
  dataset.theme.boxes.includes(box) ||
  (dataset.number(`part ${box}`, ODDS[box]) === 0 && !(NOT_FOR_QUESTIONS.has(box) && isQuestion(dataset.words)));

/** Listing numbers after the last that is ever listed, for pages that are only in boxes. */
const BOXED_FROM = 2001;

export const boxedListings = (dataset: Dataset, offset: number, count: number, genre: Genre = 'any'): Listing[] =>
  dataset.listings(BOXED_FROM + offset, count, genre);
