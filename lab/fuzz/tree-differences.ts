// The intended differences between the page tree and htmlparser2's. Each names one cause and removes it from a page.
//
// 1. unfinished section: htmlparser2 makes a comment of an unfinished CDATA section inside SVG or MathML. The page tree makes a
//    text of it, as browsers do.
// 2. stray characters: at the end of a page that breaks off within a tag, htmlparser2 adds the last character or the name of that
//    tag as text. The page tree drops the unfinished tag, as browsers do.
// 3. entity behind an end tag's beginning: in `title` and `textarea`, htmlparser2 leaves an entity undecoded that follows the
//    beginning of the end tag, such as `<&amp;` or `</ti&amp;`.
// 4. control characters: htmlparser2 reads U+001C as `<` and U+000F as `/` in the end tag of a `script`, `title` and the like.
// 5. the attribute `__proto__`: htmlparser2 loses it, because it stores attributes in an object.
// 6. bracket in a character: in GBK, Big5 and Shift_JIS, the second byte of a character can be `]`. The page tree searches bytes, so
//    that a CDATA section ends at such a character before `]>`.
//
// Two more are differences of form: neighbouring texts are not merged, and the document type is no node. `compare-trees.ts` evens
// them out, and also lays nodes below 512 levels side by side, as the page tree does.
import { parseDocument } from 'htmlparser2';
import { type Compared, type Difference, firstDifference, linesOf } from './compare-trees.ts';

export interface IntendedDifference {
  readonly name: string;
  /** Only the last node may differ. */
  readonly atEndOnly?: true;
  /** Returns the page without the cause, or the same page when it has no such cause. Each character is one byte. */
  without(page: string): string;
}

const RAW = 'script|style|iframe|noembed|noframes|xmp|title|textarea';
const FROM_TITLE = /<(?:title|textarea)[\s/>].*/is;
/** Every beginning of `</title` and `</textarea` that is shorter than the whole, and an ampersand. */
const BEGUN = /([<\x1c](?:[/\x0f](?:t|ti|tit|titl|te|tex|text|texta|textar|textare)?)?)&/gi;
const CONTROLS = new RegExp(`(?:\\x1c[/\\x0f]|<\\x0f)(?=(?:${RAW})[\\t\\n\\f\\r />])`, 'gi');

/** A page ends within a tag when letters that are added to it become no part of its last text or comment. */
const endsInTag = (page: string): boolean =>
  !linesOf(parseDocument(`${page}qq`))
    .at(-1)
    ?.endsWith('qq');

export const INTENDED_DIFFERENCES: readonly IntendedDifference[] = [
  {
    name: 'unfinished section',
    without: (page) => (page.lastIndexOf('<![CDATA[') > page.lastIndexOf(']]>') ? `${page}]]>` : page),
  },
  {
    name: 'entity behind an end tag’s beginning',
    without: (page) => page.replace(FROM_TITLE, (rest) => rest.replace(BEGUN, '$1+&')),
  },
  { name: 'control characters', without: (page) => page.replace(CONTROLS, '++') },
  { name: 'bracket in a character', without: (page) => page.replace(/[\x81-\xfe]\](?=\]>)/g, '$& ') },
  { name: 'the attribute __proto__', without: (page) => page.replace(/__proto__/gi, '__other__') },
  { name: 'stray characters', atEndOnly: true, without: (page) => (endsInTag(page) ? `${page}>` : page) },
];

export interface Verdict {
  /** Names of the intended differences that the page contains. */
  readonly intended: readonly string[];
  /** What differs without them. */
  readonly difference: Difference | null;
}

/** Compares both trees of a page. When they differ, it removes the causes of intended differences, one after another. */
export function judgeTrees(bytes: Buffer, compared: (bytes: Buffer) => Compared): Verdict {
  let page = bytes;
  let difference = firstDifference(compared(page));
  const causes = [...INTENDED_DIFFERENCES];
  const intended: string[] = [];
  for (let index = 0; difference !== null && index < causes.length; ) {
    const { name, atEndOnly, without } = causes[index++]!;
    const changed = Buffer.from(without(page.toString('latin1')), 'latin1');
    if (changed.equals(page) || (atEndOnly && !difference.atEnd)) continue;
    const left = firstDifference(compared(changed));
    // A cause that does not explain the first difference stays in the page. It may explain a later one.
    if (left !== null && (left.line < difference.line || (left.line === difference.line && left.expected === difference.expected)))
      continue;
    intended.push(name);
    causes.splice(index - 1, 1);
    page = changed;
    difference = left;
    index = 0;
  }
  return { intended, difference };
}
