// Changes of a page that keep its meaning: a parser that understands the page finds the same items afterwards.
import type { Random } from '../random.ts';
import { applyEdits, attributesOf, type Edit, type Markup, readMarkup, type Tag, tagText } from './markup.ts';

type Change = (page: string, random: Random) => string;

const WRAPPED_SHARE = 0.15;
const SPLIT_SHARE = 0.3;
const SPLIT_LENGTH_MIN = 6;

/** Elements in which a parser of the browser accepts only certain children, and parts without markup. */
const CLOSED_PARENTS = new Set([
  '',
  'html',
  'head',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'ul',
  'ol',
  'dl',
  'select',
  'picture',
  'video',
  'svg',
]);
const BLOCKS = new Set(['div', 'section', 'article', 'ul', 'ol', 'table', 'h2', 'h3', 'h4', 'p', 'main', 'aside']);
const INLINE = new Set(['span', 'a', 'b', 'em', 'cite', 'img', 'strong']);
const RAW = new Set([
  '',
  'script',
  'style',
  'textarea',
  'title',
  'noscript',
  'template',
  'svg',
  'xmp',
  'iframe',
  'option',
  'html',
  'head',
  'pre',
]);
const NOT_REORDERED = new Set(['meta', 'html', 'script']);

const unquoted = (value: string): string => (/^["']/.test(value) ? value.slice(1, -1) : value);

/** A name that says nothing, the same for the same name of a page. */
function createNames(random: Random): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const known = names.get(name) ?? `${'abcdefghkmnpqrst'[random.below(16)]}${random.below(2 ** 31).toString(36)}`;
    names.set(name, known);
    return known;
  };
}

const rewriteTags = ({ tags }: Markup, rewrite: (tag: Tag) => string | null): Edit[] =>
  tags.flatMap((tag) => {
    const text = rewrite(tag);
    return text === null ? [] : [{ start: tag.start, end: tag.end, text }];
  });

/** Selectors of style sheets, and quoted selectors of scripts, follow the new names. */
function rewriteSelectors(page: string, { texts }: Markup, sign: string, names: ReadonlyMap<string, string>): Edit[] {
  const inStyle = new RegExp(`\\${sign}([A-Za-z_][\\w-]*)`, 'g');
  const inScript = new RegExp(`(["'])\\${sign}([A-Za-z_][\\w-]*)(?=["' ])`, 'g');
  return texts.flatMap(({ parent, start, end }) => {
    if (parent !== 'style' && parent !== 'script') return [];
    const before = page.slice(start, end);
    const text =
      parent === 'style'
        ? before.replace(inStyle, (whole, name: string) => (names.has(name) ? sign + names.get(name) : whole))
        : before.replace(inScript, (whole, quote: string, name: string) => (names.has(name) ? quote + sign + names.get(name) : whole));
    return text === before ? [] : [{ start, end, text }];
  });
}

/** Renames the words in one attribute, and in the attributes that refer to them. */
function renamed(page: string, random: Random, attribute: string, references: ReadonlySet<string>, sign: string): string {
  const markup = readMarkup(page);
  const nameFor = createNames(random);
  const names = new Map<string, string>();
  const wordsIn = (value: string): string[] => unquoted(value).split(/\s+/).filter(Boolean);
  for (const tag of markup.tags)
    for (const { name, value } of attributesOf(page, tag))
      if (name.toLowerCase() === attribute && value !== null) for (const word of wordsIn(value)) names.set(word, nameFor(word));
  const edits = rewriteTags(markup, (tag) => {
    const attributes = attributesOf(page, tag);
    if (!attributes.some(({ name }) => name.toLowerCase() === attribute || references.has(name.toLowerCase()))) return null;
    const changed = attributes.map(({ name, value }) => {
      const isNamed = name.toLowerCase() === attribute || references.has(name.toLowerCase());
      if (!isNamed || value === null) return { name, value };
      const words = wordsIn(value).map((word) => names.get(word) ?? word);
      return { name, value: `"${words.join(' ')}"` };
    });
    return tagText(page, tag, changed);
  });
  return applyEdits(page, [...edits, ...rewriteSelectors(page, markup, sign, names)]);
}

const scrambleClasses: Change = (page, random) => renamed(page, random, 'class', new Set(), '.');

const ID_REFERENCES = new Set(['for', 'aria-labelledby', 'aria-controls', 'aria-owns', 'aria-describedby']);
const scrambleIds: Change = (page, random) => renamed(page, random, 'id', ID_REFERENCES, '#');

const addWrappers: Change = (page, random) => {
  const { tags } = readMarkup(page);
  const starts: Edit[] = [];
  const ends: Edit[] = [];
  for (const { name, parent, start, outerEnd } of tags) {
    const wrapper = BLOCKS.has(name) ? 'div' : INLINE.has(name) ? 'span' : null;
    if (wrapper === null || outerEnd === null || CLOSED_PARENTS.has(parent) || RAW.has(parent) || !random.chance(WRAPPED_SHARE)) continue;
    // A block inside a paragraph would end it.
    if (wrapper === 'div' && (parent === 'p' || INLINE.has(parent))) continue;
    starts.push({ start, end: start, text: `<${wrapper}>` });
    // Inner elements end first, so that their edits come first at an equal place.
    ends.unshift({ start: outerEnd, end: outerEnd, text: `</${wrapper}>` });
  }
  return applyEdits(page, [...ends, ...starts]);
};

const reorderAttributes: Change = (page, random) =>
  applyEdits(
    page,
    rewriteTags(readMarkup(page), (tag) => {
      const attributes = attributesOf(page, tag);
      const isPlain = new Set(attributes.map(({ name }) => name)).size === attributes.length;
      return attributes.length > 1 && isPlain && !NOT_REORDERED.has(tag.name) ? tagText(page, tag, random.shuffle(attributes)) : null;
    }),
  );

const removeStyles: Change = (page) =>
  applyEdits(
    page,
    rewriteTags(readMarkup(page), (tag) => {
      const attributes = attributesOf(page, tag);
      const kept = attributes.filter(({ name }) => name.toLowerCase() !== 'style');
      return kept.length < attributes.length ? tagText(page, tag, kept) : null;
    }),
  );

/** A place between two ASCII letters. Other bytes can be part of one character or of an entity. */
function placeIn(page: string, start: number, end: number, random: Random): number | null {
  const at = start + 1 + random.below(end - start - 1);
  return /[A-Za-z ]/.test(page[at - 1]!) && /[A-Za-z ]/.test(page[at]!) && !page.slice(Math.max(start, at - 10), at).includes('&')
    ? at
    : null;
}

const splitTexts: Change = (page, random) =>
  applyEdits(
    page,
    readMarkup(page).texts.flatMap(({ parent, start, end }) => {
      if (RAW.has(parent) || CLOSED_PARENTS.has(parent) || end - start < SPLIT_LENGTH_MIN || !random.chance(SPLIT_SHARE)) return [];
      const at = placeIn(page, start, end, random);
      return at === null ? [] : [{ start: at, end: at, text: random.pick(['<!-- -->', '<span></span>', '<!---->']) }];
    }),
  );

/** White space at the ends of a text gets longer, and line breaks appear between blocks. */
const addSpaces: Change = (page, random) => {
  const { tags, texts } = readMarkup(page);
  const inside = texts.flatMap(({ parent, start, end }) => {
    const text = page.slice(start, end);
    if (RAW.has(parent) || !/\s/.test(text) || !random.chance(SPLIT_SHARE)) return [];
    return [{ start, end, text: text.replace(/[ \n\t]+/g, random.pick(['  ', '\n', ' \n\t ', ' '])) }];
  });
  const between = tags.flatMap(({ name, parent, start }) =>
    BLOCKS.has(name) && name !== 'p' && BLOCKS.has(parent) && random.chance(SPLIT_SHARE) ? [{ start, end: start, text: '\n  ' }] : [],
  );
  return applyEdits(page, [...inside, ...between]);
};

const each =
  (...changes: readonly Change[]): Change =>
  (page, random) =>
    changes.reduce((changed, change) => change(changed, random), page);

export const TRANSFORMATIONS = {
  classes: scrambleClasses,
  ids: scrambleIds,
  wrappers: addWrappers,
  attributes: reorderAttributes,
  styles: removeStyles,
  texts: splitTexts,
  spaces: addSpaces,
  together: each(scrambleClasses, addWrappers, reorderAttributes, removeStyles, splitTexts, addSpaces),
} as const satisfies Readonly<Record<string, Change>>;

export type Transformation = keyof typeof TRANSFORMATIONS;
export const TRANSFORMATION_NAMES = Object.keys(TRANSFORMATIONS) as Transformation[];

const isMarkup = (page: string): boolean => /^\s*(?:<!|<[a-z])/i.test(page.slice(0, 500));

/** Returns the changed page. A page of JSON or plain text stays as it is. */
export function transformPage(bytes: Buffer, name: Transformation, random: Random): Buffer {
  const page = bytes.toString('latin1');
  return isMarkup(page) ? Buffer.from(TRANSFORMATIONS[name](page, random), 'latin1') : bytes;
}
