// Parses the stars of a result, a place or an ad.

import type { Rating } from '../../../contract/items.ts';
import { attribute, countIn, one, textOf } from '../../page/html.ts';
import { Element } from '../../page/tree/page-tree.ts';

const STARS = 'g-review-stars, [role="img"][aria-label]';
const CLIMB_MAX = 3;
const VOTES = /\d[.,]\d ?(?:\/ ?(?:5|10) ?)?[·• ]*\(? ?(\d{1,3}(?:[., ]\d{3})+|\d+(?:[.,]\d+)? ?[KM]?)(?![\d%/])/i;

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)?/g)].map((match) => Number(match[0].replace(',', '.')));
}

/** Returns the number of votes: the count after the value, in brackets or after a dot. */
function votesAround(stars: Element): number | null {
  let around: Element = stars;
  for (let climbed = 0; climbed < CLIMB_MAX; climbed++) {
    const text = textOf(around);
    const found = VOTES.exec(text);
    if (found?.[1]) return countIn(found[1]);
    const parent = around.parent;
    if (!parent || !(parent instanceof Element)) return null;
    around = parent as Element;
  }
  return null;
}

export function ratingIn(block: Element): Rating | null {
  const stars = one(STARS, block);
  if (!stars) return null;
  const label = attribute(stars, 'aria-label') ?? attribute(one('[aria-label]', stars), 'aria-label') ?? '';
  const [value, second] = numbersIn(label).filter((number) => number <= 10);
  if (value === undefined || (second === undefined && !/\d[.,]\d/.test(label))) return null;
  const max = second !== undefined && second >= value && (second === 5 || second === 10) ? second : value > 5 ? 10 : 5;
  return { value, max, votes: votesAround(stars) };
}
