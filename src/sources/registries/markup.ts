// Extracts from a homepage, in one pass, what the search for technologies and profiles needs.
import { feedMarkup } from './chunked-parser.ts';

export interface MarkupElement {
  readonly name: string;
  /** Lower-case names. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The index of the parent element in the list, or -1 at the top. */
  readonly parent: number;
  /** The beginning of its own text. */
  text: string;
}

export interface Markup {
  /** The markup itself, cut to the scan limit. */
  readonly html: string;
  readonly title: string | null;
  /** URLs of scripts. */
  readonly scripts: readonly string[];
  /** URLs of stylesheets, icons and the like. */
  readonly links: readonly string[];
  /** URLs of frames and embedded objects. */
  readonly frames: readonly string[];
  /** Lower-case name or property, and content. */
  readonly meta: readonly (readonly [name: string, content: string])[];
  /** URLs of anchors. */
  readonly anchors: readonly string[];
  /** The text of inline scripts, without data such as JSON. */
  readonly inline: string;
  /** The visible text. */
  readonly text: string;
  readonly elements: readonly MarkupElement[];
}

/** Scan limit of a page, in characters. */
export const HTML_MAX = 1_000_000;
const LIST_MAX = 2000;
const VALUE_MAX = 2000;
const ELEMENTS_MAX = 30_000;
const ELEMENT_TEXT_MAX = 300;
const TEXT_MAX = 200_000;
const DATA_TYPE = /json|template|html|css|x-shader|x-handlebars/i;
const FRAMES = new Set(['iframe', 'embed', 'frame', 'object', 'video', 'amp-iframe']);

export function readMarkup(body: string): Markup {
  const html = body.slice(0, HTML_MAX);
  const [scripts, links, frames, anchors]: [string[], string[], string[], string[]] = [[], [], [], []];
  const meta: [string, string][] = [];
  const elements: MarkupElement[] = [];
  const open: number[] = [];
  const inline: string[] = [];
  const texts: string[] = [];
  let textLength = 0;
  let title: string | null = null;
  let titleAt = -1;
  const keep = (list: string[], value: string | undefined): void => {
    if (value && list.length < LIST_MAX) list.push(value.trim().slice(0, VALUE_MAX));
  };
  feedMarkup(html, {
    onreset() {
      open.length = 0;
    },
    onopentag(name, attributes) {
      const parent = open.at(-1) ?? -1;
      // Beyond the limit, elements are not stored. Their texts go to the last one that is.
      open.push(elements.length < ELEMENTS_MAX ? elements.push({ name, attributes, parent, text: '' }) - 1 : parent);
      if (name === 'script') keep(scripts, attributes.src);
      else if (name === 'link') keep(links, attributes.href);
      else if (name === 'a') keep(anchors, attributes.href);
      else if (FRAMES.has(name)) keep(frames, attributes.src ?? attributes['data-src'] ?? attributes.data);
      else if (name === 'title' && title === null && titleAt < 0) titleAt = open.at(-1)!;
      else if (name === 'meta' && meta.length < LIST_MAX) {
        const key = attributes.name ?? attributes.property ?? attributes['http-equiv'];
        if (key) meta.push([key.toLowerCase(), (attributes.content ?? '').slice(0, VALUE_MAX)]);
      }
    },
    ontext(text) {
      const at = open.at(-1) ?? -1;
      const element = elements[at];
      if (at >= 0 && at === titleAt) title = (title ?? '') + text;
      if (element?.name === 'script') {
        if (!DATA_TYPE.test(element.attributes.type ?? '')) inline.push(text);
      } else if (element?.name !== 'style' && textLength < TEXT_MAX) {
        texts.push(text);
        textLength += text.length;
      }
      if (element && element.text.length < ELEMENT_TEXT_MAX) element.text += text.slice(0, ELEMENT_TEXT_MAX);
    },
    onclosetag() {
      open.pop();
    },
  });
  return {
    html,
    title: (title as string | null)?.replace(/\s+/g, ' ').trim() || null,
    scripts,
    links,
    frames,
    meta,
    anchors,
    inline: inline.join('\n'),
    text: texts.join('').slice(0, TEXT_MAX),
    elements,
  };
}
