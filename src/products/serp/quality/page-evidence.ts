// Evidence of the pages themselves: search box, completeness and structure.
import { NAMES_PER_SHAPES_MIN, SHAPES_MIN } from '../../../business/layouts/familiar.ts';
import type { Evidence, JudgedPage, Penalise } from './evidence.ts';
import { compareQueries, type StatedQuery } from './stated-query.ts';

const STATED: Readonly<Record<StatedQuery, number>> = { same: 1, similar: 0.6, other: 0.2 };
const INCOMPLETE = 0.5;
const NEW_LAYOUT = 0.8;
const NEW_NAMES = 0.65;
const MIXED = 0.5;

/** Returns how the search boxes of the pages compare with the query: the worst counts. */
export function statedQueryOf(pages: readonly JudgedPage[], keyword: string): StatedQuery {
  let worst: StatedQuery = 'same';
  for (const { signs } of pages) {
    const found = signs?.statedQuery ? compareQueries(keyword, signs.statedQuery) : 'same';
    if (STATED[found] < STATED[worst]) worst = found;
  }
  return worst;
}

export function judgePages({ pages, query, engine, familiarityOf }: Evidence, penalise: Penalise): void {
  let [isNewLayout, hasNewNames] = [false, false];
  for (const { signs } of pages) {
    const familiarity = signs && familiarityOf ? familiarityOf(engine.name, signs.sketches) : null;
    if (familiarity === null) continue;
    isNewLayout ||= familiarity.shapes < SHAPES_MIN;
    hasNewNames ||= familiarity.names < familiarity.shapes * NAMES_PER_SHAPES_MIN;
  }
  if (query.keyword !== '') penalise('statedQuery', STATED[statedQueryOf(pages, query.keyword)]);
  if (pages.some(({ signs }) => signs?.isComplete === false)) penalise('incomplete', INCOMPLETE);
  if (isNewLayout) penalise('newLayout', NEW_LAYOUT);
  if (hasNewNames) penalise('newNames', NEW_NAMES);
  if (pages.some(({ isMixed }) => isMixed)) penalise('mixedResults', MIXED);
}
