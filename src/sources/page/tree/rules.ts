// The rules of HTML that decide where elements begin and end. They equal those of htmlparser2 12.
import { KNOWN_ATTRIBUTES } from './name-table.ts';

const FORM_CONTROLS = ['input', 'option', 'optgroup', 'select', 'button', 'datalist', 'textarea'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const PARAGRAPH_ENDS = [
  'address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul p',
]
  .join(' ')
  .split(' ');

/** A start tag closes these elements while one of them is the innermost open element. */
const CLOSED_BY_START: Readonly<Record<string, readonly string[]>> = {
  tr: ['tr', 'th', 'td'],
  th: ['th'],
  td: ['thead', 'th', 'td'],
  body: ['head', 'link', 'script'],
  a: ['a'],
  li: ['li'],
  option: ['option'],
  optgroup: ['optgroup', 'option'],
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
  rt: ['rt', 'rp'],
  rp: ['rt', 'rp'],
  tbody: ['thead', 'tbody'],
  tfoot: ['thead', 'tbody'],
  ...Object.fromEntries(HEADINGS.map((name) => [name, [...HEADINGS, 'p']])),
  ...Object.fromEntries(['select', 'input', 'output', 'button', 'datalist', 'textarea'].map((name) => [name, FORM_CONTROLS])),
  ...Object.fromEntries(PARAGRAPH_ENDS.map((name) => [name, ['p']])),
};

const VOID = 'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(' ');
const RAW = ['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp'];
const RAW_WITH_ENTITIES = ['title', 'textarea'];
const HTML_INSIDE_FOREIGN = ['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml', 'foreignObject', 'desc', 'title'];
const SVG_CAMEL_CASE = (
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix feComponentTransfer ' +
  'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
  'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence ' +
  'foreignObject glyphRef linearGradient radialGradient textPath'
).split(' ');

/** Elements with a rule. Every name table begins with them, so that a rule is a look-up by number. */
export const ELEMENTS_WITH_RULES: readonly string[] = [
  ...new Set([
    ...Object.entries(CLOSED_BY_START).flatMap(([name, closed]) => [name, ...closed]),
    ...VOID,
    ...RAW,
    ...RAW_WITH_ENTITIES,
    ...HTML_INSIDE_FOREIGN,
    ...SVG_CAMEL_CASE.flatMap((name) => [name.toLowerCase(), name]),
    'plaintext',
    'svg',
    'math',
    'image',
    'form',
    'noscript',
    'template',
  ]),
].filter((name) => !(KNOWN_ATTRIBUTES as readonly string[]).includes(name));

const NUMBERS = new Map([...KNOWN_ATTRIBUTES, ...ELEMENTS_WITH_RULES].map((name, index) => [name, index + 1]));
/** Returns the number that a known name has in every table. */
export const numberOf = (name: string): number => NUMBERS.get(name)!;
/** Names with a larger number have no rule. */
export const RULES_END = NUMBERS.size + 1;

const flags = (names: readonly string[]): Uint8Array => {
  const column = new Uint8Array(RULES_END);
  for (const name of names) column[numberOf(name)] = 1;
  return column;
};

export const isVoid = flags(VOID);
/** 1: text without entities, 2: text with entities, 3: everything up to the end of the page. */
export const rawKind = flags([...RAW, ...RAW_WITH_ENTITIES, 'plaintext']).map((one, id) =>
  one === 0 ? 0 : RAW_WITH_ENTITIES.some((name) => numberOf(name) === id) ? 2 : id === numberOf('plaintext') ? 3 : 1,
);
export const isHtmlInsideForeign = flags(HTML_INSIDE_FOREIGN);
export const closedByStart: readonly (Uint8Array | undefined)[] = Array.from({ length: RULES_END }, (_, id) => {
  const closed = Object.entries(CLOSED_BY_START).find(([name]) => numberOf(name) === id)?.[1];
  return closed && flags(closed);
});
/** The spelling that an element has inside SVG. */
export const svgName: ReadonlyMap<number, number> = new Map(SVG_CAMEL_CASE.map((name) => [numberOf(name.toLowerCase()), numberOf(name)]));
