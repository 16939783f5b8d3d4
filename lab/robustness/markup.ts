// Reads the tags of a page with their places in its text, so that a transformation changes only what it means to change.
import { Parser } from 'htmlparser2';

/** One attribute as written: the value with its quotes, or null without a value. */
export interface Attribute {
  readonly name: string;
  readonly value: string | null;
}

export interface Tag {
  readonly name: string;
  readonly parent: string;
  /** From `<` up to and including `>`. */
  readonly start: number;
  readonly end: number;
  /** Behind the end tag, or null when the page has none. */
  readonly outerEnd: number | null;
}

export interface Text {
  readonly parent: string;
  readonly start: number;
  readonly end: number;
}

export interface Markup {
  readonly tags: readonly Tag[];
  readonly texts: readonly Text[];
}

/** Replaces the text from `start` to `end`. Equal places keep the order in which the edits were made. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `page` holds one character per byte, so that the bytes of any encoding survive. */
export function readMarkup(page: string): Markup {
  const tags: { name: string; parent: string; start: number; end: number; outerEnd: number | null }[] = [];
  const texts: { parent: string; start: number; end: number }[] = [];
  const open: (typeof tags)[number][] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        const tag = { name, parent: open.at(-1)?.name ?? '', start: parser.startIndex, end: parser.endIndex + 1, outerEnd: null };
        tags.push(tag);
        open.push(tag);
      },
      onclosetag(_name, isImplied) {
        const tag = open.pop();
        if (tag && !isImplied) tag.outerEnd = parser.endIndex + 1;
      },
      ontext() {
        const [start, end] = [parser.startIndex, parser.endIndex + 1];
        const last = texts.at(-1);
        if (last && last.end === start) last.end = end;
        else texts.push({ parent: open.at(-1)?.name ?? '', start, end });
      },
    },
    { decodeEntities: false },
  );
  parser.end(page);
  return { tags: tags.filter(({ start }) => page[start] === '<'), texts };
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

export function attributesOf(page: string, { name, start, end }: Tag): Attribute[] {
  const inside = page.slice(start + 1 + name.length, end - 1);
  return [...inside.matchAll(ATTRIBUTE)].map((found) => ({ name: found[1]!, value: found[2] ?? null }));
}

export function tagText(page: string, { name, start, end }: Tag, attributes: readonly Attribute[]): string {
  const written = attributes.map((one) => (one.value === null ? ` ${one.name}` : ` ${one.name}=${one.value}`)).join('');
  return `<${page.slice(start + 1, start + 1 + name.length)}${written}${page[end - 2] === '/' ? ' /' : ''}>`;
}

export function applyEdits(page: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    parts.push(page.slice(from, start), text);
    from = end;
  }
  parts.push(page.slice(from));
  return parts.join('');
}
