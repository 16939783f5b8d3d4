// What a homepage's markup holds for those who look for technologies and profiles: tags of the head and links, in one pass.
import { Parser } from 'htmlparser2';

export interface Markup {
  /** The markup itself, cut to what is looked through. */
  readonly html: string;
  readonly title: string | null;
  /** Addresses of scripts. */
  readonly scripts: readonly string[];
  /** Addresses of stylesheets, icons and the like. */
  readonly links: readonly string[];
  /** Lower-case name or property, and content. */
  readonly meta: readonly (readonly [name: string, content: string])[];
  /** Addresses of anchors. */
  readonly anchors: readonly string[];
}

const HTML_MAX = 1_000_000;
const LIST_MAX = 2000;
const VALUE_MAX = 2000;

export function readMarkup(body: string): Markup {
  const html = body.slice(0, HTML_MAX);
  const [scripts, links, anchors]: [string[], string[], string[]] = [[], [], []];
  const meta: [string, string][] = [];
  let title: string | null = null;
  let inTitle = false;
  const keep = (list: string[], value: string | undefined): void => {
    if (value && list.length < LIST_MAX) list.push(value.trim().slice(0, VALUE_MAX));
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'script') keep(scripts, attributes.src);
      else if (name === 'link') keep(links, attributes.href);
      else if (name === 'a') keep(anchors, attributes.href);
      else if (name === 'title') inTitle = title === null;
      else if (name === 'meta' && meta.length < LIST_MAX) {
        const key = attributes.name ?? attributes.property;
        if (key) meta.push([key.toLowerCase(), (attributes.content ?? '').slice(0, VALUE_MAX)]);
      }
    },
    ontext(text) {
      if (inTitle) title = (title ?? '') + text;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
    },
  });
  parser.end(html);
  return { html, title: (title as string | null)?.replace(/\s+/g, ' ').trim() || null, scripts, links, meta, anchors };
}
