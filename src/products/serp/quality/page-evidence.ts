// Evidence of the pages themselves: search box, completeness and structure.
import type { Evidence, JudgedPage, Penalty } from './evidence.ts';
import { compareQueries, type StatedQuery } from './stated-query.ts';

const STATED: Readonly<Record<StatedQuery, number>> = { same: 1, similar: 0.6, other: 0.2 };
const INCOMPLETE = 0.5;
/** Known layouts of one engine have at least this much in common with the pages of that layout. */
const SHAPES_MIN = 0.3;
/** Names change more often than shapes. This much less in common means new names in a known structure. */
const NAMES_PER_SHAPES_MIN = 0.45;
const NEW_LAYOUT = 0.8;
const NEW_NAMES = 0.65;
const MIXED = 0.5;

/** Returns how the search boxes of the pages compare with the query: the worst counts. */
export function statedQueryOf(pages: readonly JudgedPage[], keyword: string): StatedQuery {
  const found = pages.map(({ signs }) => (signs?.statedQuery ? compareQueries(keyword, signs.statedQuery) : 'same'));
  return found.includes('other') ? 'other' : found.includes('similar') ? 'similar' : 'same';
}

export function judgePages({ pages, query, engine, familiarityOf }: Evidence): Penalty[] {
  const isCut = pages.some(({ signs }) => signs?.isComplete === false);
  const known = pages.flatMap(({ signs }) => (signs && familiarityOf ? [familiarityOf(engine.name, signs.sketches)] : []));
  const shapes = Math.min(1, ...known.map((one) => one?.shapes ?? 1));
  const hasNewNames = known.some((one) => one !== null && one.names < one.shapes * NAMES_PER_SHAPES_MIN);
  return [
    ['statedQuery', query.keyword === '' ? 1 : STATED[statedQueryOf(pages, query.keyword)]],
    ['incomplete', isCut ? INCOMPLETE : 1],
    ['newLayout', shapes < SHAPES_MIN ? NEW_LAYOUT : 1],
    ['newNames', hasNewNames ? NEW_NAMES : 1],
    ['mixedResults', pages.some(({ isMixed }) => isMixed) ? MIXED : 1],
  ];
}
