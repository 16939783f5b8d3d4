// The marks that Google writes into results: the id of the response, and on pages before 2018 a number that rises.
import { type ListMark, markNumber } from '../../page/list-marks.ts';
import type { Element } from '../../page/tree/page-tree.ts';

/** A tracking token begins with the id of the response: its time and two random numbers. */
const TOKEN = /\b\dahUKEw[\w-]{24}/;
/** The id of the response in links of the page without scripts, until 2016. */
const EVENT = /[?&]ei=([\w-]{16,30})/;
const TOKENS = ['data-ved', 'ping', 'href'] as const;

/** Reads the elements from the link of a result to its block. */
export function markOf(link: Element, block: Element): ListMark {
  let number: number | null = null;
  for (let element = link; ; ) {
    for (const name of TOKENS) {
      const value = element.attribute(name);
      const response = value && (TOKEN.exec(value)?.[0].slice(1) ?? (name === 'href' ? EVENT.exec(value)?.[1] : null));
      if (response) return { response };
    }
    number ??= markNumber(element.attribute('data-hveid'));
    const { parent } = element;
    if (element === block || parent?.type !== 'element') return { number };
    element = parent;
  }
}
