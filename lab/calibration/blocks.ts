// Finds the blocks of a page that hold one result each: the largest elements around the links of that result, or around its heading.
import { Parser } from 'htmlparser2';

export interface Block {
  /** The index of the result. */
  readonly result: number;
  readonly start: number;
  readonly end: number;
}

/** What a parser found in the untouched page. */
export interface Result {
  readonly url: string;
  readonly title: string;
  readonly snippet: string | null;
}

interface Node {
  readonly parent: Node | null;
  readonly name: string;
  readonly start: number;
  end: number | null;
  /** The results whose links stand in it. */
  readonly results: Set<number>;
}

const unescaped = (value: string): string => value.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"');
const HEADINGS = new Set(['h2', 'h3', 'h4']);
/** The letters and digits of a text, so that entities and spaces do not matter. */
const lettersOf = (text: string): string => text.replace(/&#?\w+;/g, '').replace(/[^\p{L}\p{N}]+/gu, '');
const bare = (url: string): string => url.replace(/#.*$/, '').replace(/\/$/, '');

/** Returns whether the value of an attribute links to the URL, directly or through a redirect. */
export function linksTo(value: string, urls: ReadonlyMap<string, number>): number | null {
  const text = Buffer.from(unescaped(value), 'latin1').toString('utf8');
  const direct = urls.get(bare(text));
  if (direct !== undefined) return direct;
  for (const part of text.match(/(?<=[=/])https?(?::|%3A)[^&]*/gi) ?? []) {
    try {
      const inner = decodeURIComponent(part);
      const found = urls.get(bare(inner)) ?? urls.get(bare(inner.replace(/\/R[KS]=.*$/, '')));
      if (found !== undefined) return found;
    } catch {
      // The value is no encoded URL.
    }
  }
  return null;
}

/** `page` holds one character per byte. The last block of a result is the largest. */
export function blocksOf(page: string, results: readonly Result[]): Block[] {
  const indexes = new Map(results.map(({ url }, index) => [bare(url), index]));
  const titles = new Map<string, number[]>();
  for (const [index, { title }] of results.entries()) titles.set(lettersOf(title), [...(titles.get(lettersOf(title)) ?? []), index]);
  const open: Node[] = [];
  const headings: { readonly node: Node; text: string; isOpen: boolean }[] = [];
  const found: { readonly node: Node; readonly result: number }[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const node: Node = { parent: open.at(-1) ?? null, name, start: parser.startIndex, end: null, results: new Set() };
        open.push(node);
        if (HEADINGS.has(name)) headings.push({ node, text: '', isOpen: true });
        const linked = Object.values(attributes).flatMap((value) => linksTo(value, indexes) ?? []);
        for (const result of new Set(linked)) found.push({ node, result });
      },
      ontext(text) {
        const heading = headings.at(-1);
        if (heading?.isOpen) heading.text += text;
      },
      onclosetag(_name, isImplied) {
        const node = open.pop();
        if (node) node.end = isImplied ? null : parser.endIndex + 1;
        const heading = headings.at(-1);
        if (heading && heading.node === node) heading.isOpen = false;
      },
    },
    { decodeEntities: false },
  );
  parser.end(page);
  // Redirects that are encrypted do not name the result.
  const linked = new Set(found.map(({ result }) => result));
  for (const { node, text } of headings) {
    const letters = lettersOf(Buffer.from(text, 'latin1').toString('utf8'));
    // Labels stand behind some titles.
    const named = titles.get(letters) ?? [...titles].find(([title]) => title !== '' && letters.startsWith(title))?.[1];
    const result = named && named.length > 1 ? named.shift() : named?.[0];
    if (result !== undefined && !linked.has(result)) found.push({ node, result });
  }
  for (const { node, result } of found) {
    for (let around: Node | null = node; around; around = around.parent) around.results.add(result);
  }
  const tops = new Map<number, Block>();
  for (const { node, result } of found) {
    let top = node;
    while (top.parent && top.parent.name !== 'body' && top.parent.results.size === 1) top = top.parent;
    if (top.end !== null && top.results.size === 1) tops.set(top.start, { result, start: top.start, end: top.end });
  }
  return [...tops.values()].sort((a, b) => a.end - a.start - (b.end - b.start));
}
