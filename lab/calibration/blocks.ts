// Finds the blocks of a page that hold one result each: the largest elements around the links of that result.
import { Parser } from 'htmlparser2';

export interface Block {
  /** The index of the result. */
  readonly result: number;
  readonly start: number;
  readonly end: number;
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
const bare = (url: string): string => url.replace(/#.*$/, '').replace(/\/$/, '');

/** Returns whether the value of an attribute links to the URL, directly or through a redirect. */
function linksTo(value: string, urls: ReadonlyMap<string, number>): number | null {
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
export function blocksOf(page: string, urls: readonly string[]): Block[] {
  const indexes = new Map(urls.map((url, index) => [bare(url), index]));
  const open: Node[] = [];
  const links: { readonly node: Node; readonly result: number }[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const node: Node = { parent: open.at(-1) ?? null, name, start: parser.startIndex, end: null, results: new Set() };
        open.push(node);
        const linked = Object.values(attributes).flatMap((value) => linksTo(value, indexes) ?? []);
        for (const result of new Set(linked)) {
          links.push({ node, result });
          for (let around: Node | null = node; around; around = around.parent) around.results.add(result);
        }
      },
      onclosetag(_name, isImplied) {
        const node = open.pop();
        if (node) node.end = isImplied ? null : parser.endIndex + 1;
      },
    },
    { decodeEntities: false },
  );
  parser.end(page);
  const tops = new Map<number, Block>();
  for (const { node, result } of links) {
    let top = node;
    while (top.parent && top.parent.name !== 'body' && top.parent.results.size === 1) top = top.parent;
    if (top.end !== null && top.results.size === 1) tops.set(top.start, { result, start: top.start, end: top.end });
  }
  return [...tops.values()].sort((a, b) => a.end - a.start - (b.end - b.start));
}
