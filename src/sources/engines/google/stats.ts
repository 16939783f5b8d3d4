// Parses Google's estimate of the number of matching pages.

import type { Node } from '../../page/html.ts';
import { one, textOf } from '../../page/html.ts';
import { orNull } from '../../text.ts';

/** Returns the line with the estimate, or null when the page has none, as on phones. */
export function statsOf(root: Node): string | null {
  return orNull(textOf(one('#result-stats, #resultStats', root)));
}

const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** Converts Arabic, Persian, Hindi and Bengali digits to ASCII digits. */
const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Returns the largest number before the seconds in brackets: `Page 2 of about 1,230,000 results (0.41 seconds)`. */
export function totalIn(stats: string): number | null {
  const counted = plainDigits(stats).split(/[(（]/, 1)[0] ?? '';
  const numbers = [...counted.matchAll(/\d[\d.,٬' \u00a0\u202f’]*/g)].map((match) => Number(match[0].replace(/\D/g, '')));
  const sound = numbers.filter((number) => Number.isSafeInteger(number));
  return sound.length === 0 ? null : Math.max(...sound);
}
