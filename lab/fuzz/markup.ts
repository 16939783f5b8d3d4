// Random markup that is hard to parse: unbalanced, unfinished and misplaced tags, odd attributes, entities and characters.
import type { Random } from '../random.ts';

const ELEMENTS = (
  'a b i p div span ul li ol dl dt dd table thead tbody tfoot tr td th caption h1 h2 h6 form select option optgroup button input output ' +
  'datalist fieldset section article address pre hr br img image wbr link meta base source track area col frame embed param keygen ' +
  'head body html title textarea script style iframe noembed noframes noscript template xmp plaintext svg math mi mo mn ms mtext ' +
  'annotation-xml desc foreignObject foreignobject linearGradient lineargradient clippath textPath feblend path g ruby rt rp ' +
  'x-item s u nav main figure details summary blockquote object center isindex titlex scripts scrip noembeds'
).split(' ');
/** Elements with rules about each other. */
const FAMILIES = [
  'table thead tbody tfoot tr td th caption',
  'form select option optgroup button input datalist textarea output fieldset',
  'ul ol li dl dt dd p div',
  'ruby rt rp h1 h2 h6 p section',
  'head body link script html title',
  'svg math mi mtext desc title foreignObject foreignobject lineargradient image path',
].map((family) => family.split(' '));
const ATTRIBUTES = (
  'class CLASS id href src role style alt title aria-label data-ved data-x x X xmlns onclick hidden type name content rel = " \' < & é É ' +
  '1 0 __proto__ constructor \u0130 \u212a data-é a=b'
).split(' ');
// biome-ignore format: a short list of short texts
const VALUES = [
  'a', 'a b', 'a  b\tc', '', 'https://a.example/?a=1&copy=2', '&amp;', '&lt', '&notit;', '&not', '&#x41;', '&#65', '&#0;', '&#x110000;', '/', 'a/', '>', '<b>',
  '"', "'", '`', '=', 'é', '東京', '\u0000', '\ufeff', '\n', 'a&', '&&amp;', '&amp', '&ampx', '&copy;=', '<!--', '--', ']]>', 'x'.repeat(70),
];
// biome-ignore format: a short list of short texts
const TEXTS = [
  'text', ' ', '\n', 'a < b', '<', '</', '<<', '< a', '&', '&amp;', '&amp', '&ampx;', '&lt;b&gt;', '&notin;', '&notit;', '&#38;', '&#x26', '&#xd800;', '&#x80;', '&CounterClockwiseContourIntegral;', '&ngE',
  'é', 'Straße', '東京', '\ud83d\ude00', '\u0000', '\ufeff', '\u0001', '\u001c', '\u000f', '\u2028', '>', '->', '-->', ']]>', '<3', '<é', '</é>', '</>', '</ >', '</1>',
];
// biome-ignore format: a short list of short texts
const DECLARATIONS = [
  '<!-- c -->', '<!---->', '<!-->', '<!--->', '<!-- a -- b -->', '<!-- a --!>', '<!--a--!-->', '<!--a--->', '<!--', '<!-- a -', '<!-- a --', '<!-- a --!', '<!-', '<!', '<!>', '<!x>', '<!-x>', '<?', '<?php a ?>', '<?xml',
  '<!DOCTYPE html>', '<!doctype', '<!doctypes a>', '<!doct>', '<!DOC', '<![CDATA[a<b>&amp;]]>', '<![CDATA[]]>', '<![CDATA[a]]]>', '<![CDATA[a', '<![CDA', '<![cdata[a]]>', '<![if x]>',
];
const SPACES = [' ', ' ', ' ', '\t', '\n', '\f', '\r', '  ', '/', ' / ', ''];

/** Returns a page of a few to a few hundred pieces. Most pages use few elements, so that these meet each other often. */
export function markupOf(random: Random): string {
  const names = random.chance(0.4) ? random.pick(FAMILIES) : random.shuffle(ELEMENTS).slice(0, random.pick([3, 6, 12, ELEMENTS.length]));
  let page = '';
  for (let left = random.pick([2, 5, 12, 40, 120]); left > 0; left--) page += pieceOf(random, names);
  return random.chance(0.2) ? page.slice(0, random.below(page.length + 1)) : page;
}

export function pieceOf(random: Random, names: readonly string[] = ELEMENTS): string {
  const kind = random.weighted([34, 24, 26, 8, 5, 2, 1]);
  if (kind === 0) return startTag(random, random.pick(names));
  if (kind === 1)
    return `</${cased(random.pick(names), random)}${random.chance(0.15) ? `${random.pick(SPACES)}${attributeOf(random)}` : ''}>`;
  if (kind === 2) return random.pick(TEXTS);
  if (kind === 3) return random.pick(DECLARATIONS);
  if (kind === 4) return rawElement(random);
  // A tag that breaks off anywhere.
  if (kind === 5) return startTag(random, random.pick(names)).slice(0, random.integer(1, 12));
  return `<${random.pick(names)}>`.repeat(random.pick([30, 600]));
}

function startTag(random: Random, name: string): string {
  let tag = `<${cased(name, random)}`;
  for (let left = random.pick([0, 0, 0, 1, 1, 2, 5]); left > 0; left--) tag += `${random.pick(SPACES)}${attributeOf(random)}`;
  return `${tag}${random.chance(0.2) ? random.pick(SPACES) : ''}${random.chance(0.1) ? '/' : ''}>`;
}

function attributeOf(random: Random): string {
  const name = random.pick(ATTRIBUTES);
  const quote = random.pick(['"', '"', '"', "'", '', '']);
  const equals = random.chance(0.1) ? ' = ' : '=';
  return random.chance(0.2) ? name : `${name}${equals}${quote}${random.pick(VALUES)}${random.chance(0.04) ? '' : quote}`;
}

/** A script, title and the like, whose content looks like tags. */
function rawElement(random: Random): string {
  const name = random.pick(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);
  let content = '';
  for (let left = random.integer(0, 4); left > 0; left--)
    content += random.pick([
      random.pick(TEXTS),
      `</${name.slice(0, random.below(name.length + 1))}`,
      `</${name}s>`,
      `\u001c/${name}>`,
      `<\u000f${name}>`,
      `<${name}>`,
      `<!-- </${name.toUpperCase()}`,
      random.pick(VALUES),
    ]);
  return `${startTag(random, name)}${content}${random.chance(0.9) ? `</${cased(name, random)}>` : ''}`;
}

const cased = (name: string, random: Random): string =>
  random.chance(0.1) ? (random.chance(0.5) ? name.toUpperCase() : name.slice(0, 1).toUpperCase() + name.slice(1)) : name;
