// Fuzzes the page tree: on random and on damaged pages it must equal htmlparser2's tree, apart from `tree-differences.ts`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageTree } from '#product/sources/page/tree/page-tree.js';
import type { Random } from '../random.ts';
import type { Compared, TreeNode } from './compare-trees.ts';
import { markupOf, pieceOf } from './markup.ts';
import { spoil } from './mutate.ts';
import type { Product } from './product.ts';
import { MODEL, pagesOf, type ReadParts, SERP_QUERY } from './reader.ts';
import { shrink } from './shrink.ts';
import { judgeTrees } from './tree-differences.ts';

/** Encodings whose decoders treat every ASCII byte of a page as itself. */
const ENCODINGS = ['gbk', 'big5', 'euc-kr', 'shift_jis', 'windows-1251', 'windows-1252', 'koi8-r', 'iso-8859-2'];
/** Node decodes these control characters of Shift_JIS as one another. */
const SHIFT_JIS_CONTROLS = /[\x1a\x1c\x7f]/g;
const PAGE_CHARACTERS_MAX = 40_000;
const CORPUS_PAGES = 200;

interface FuzzedPage {
  readonly bytes: Buffer;
  readonly encoding: string;
}

export function fuzzTrees({ product, random, count, findings, say }: ReadParts): number {
  const sources: (() => string)[] = [() => markupOf(random)];
  const sandbox = sandboxPages(product);
  sources.push(() => sliceOf(random.pick(sandbox), random));
  const corpus = corpusPages(random.fork('corpus'));
  if (corpus.length > 0) sources.push(() => sliceOf(random.pick(corpus), random));
  const intended = new Map<string, number>();
  const seen = new Set<string>();
  for (let index = 0; index < count; index++) {
    const page = encoded(sources[index % sources.length]!(), random);
    const verdict = judged(product, page);
    for (const name of verdict.intended) intended.set(name, (intended.get(name) ?? 0) + 1);
    if (verdict.problem === null) continue;
    // One fault often makes many pages differ, so only the first page of each kind is made smaller.
    const kind = `${verdict.problem.slice(0, 20)} ${page.encoding}`;
    const bytes = seen.has(kind) ? page.bytes : shrink(page.bytes, (part) => judged(product, { ...page, bytes: part }).problem !== null);
    seen.add(kind);
    const { problem } = judged(product, { ...page, bytes });
    findings.add('tree', `page ${index} (${page.encoding}): ${problem}`, JSON.stringify(bytes.toString('latin1')));
  }
  const listed = [...intended].map(([name, times]) => `${name} ${times}`).join(', ');
  say(`trees: ${count} pages compared (${corpus.length} captured pages), intended differences: ${listed || 'none'}`);
  return count;
}

interface Judged {
  readonly intended: readonly string[];
  readonly problem: string | null;
}

function judged({ PageTree, rangeDecoder, markLength }: Product, { bytes, encoding }: FuzzedPage): Judged {
  const decode = rangeDecoder(encoding);
  let broken: string | null = null;
  const compared = (page: Buffer): Compared => {
    const tree = new PageTree(page, decode);
    broken ??= brokenColumn(tree);
    return { tree: tree.document as unknown as TreeNode, text: decode(page, markLength(page), page.length) };
  };
  try {
    const { intended, difference } = judgeTrees(bytes, compared);
    const differs = difference && `line ${difference.line}: ${difference.actual} instead of ${difference.expected}`;
    return { intended, problem: broken ?? differs };
  } catch (error) {
    return { intended: [], problem: `threw ${(error as Error | undefined)?.stack?.slice(0, 300)}` };
  }
}

/** Checks what the columns promise: subtrees are ranges inside their parents, and attributes are found by name. */
function brokenColumn(tree: PageTree): string | null {
  const { count, parent, end, firstAttribute, attributeName, bits } = tree.columns;
  for (let node = 1; node < count; node++) {
    const around = parent[node]!;
    if (around < 0 || around >= node || end[node]! <= node || end[node]! > end[around]!) return `node ${node} is outside its parent`;
    if (firstAttribute[node]! > firstAttribute[node + 1]!) return `node ${node} has attributes of another`;
    let expectedBits = 0;
    for (let at = firstAttribute[node]!; at < firstAttribute[node + 1]!; at++) {
      const name = attributeName[at]!;
      if (name < 32) expectedBits |= 1 << name;
      if (tree.findAttribute(node, name) !== at) return `node ${node} has an attribute twice`;
      if (tree.attribute(node, name) !== tree.attributeValue(at)) return `node ${node} has two values of one attribute`;
    }
    if (bits[node] !== expectedBits) return `node ${node} has wrong bits`;
  }
  return null;
}

/** Cuts a page at both ends, damages it and puts markup into it. */
function sliceOf(page: string, random: Random): string {
  const from = random.below(page.length);
  let slice = page.slice(from, from + random.integer(50, random.pick([400, 4000, PAGE_CHARACTERS_MAX])));
  if (random.chance(0.5)) slice = spoil(slice, random);
  for (let left = random.below(5); left > 0; left--) {
    const at = random.below(slice.length + 1);
    slice = slice.slice(0, at) + pieceOf(random) + slice.slice(at + random.pick([0, 0, 1, 20]));
  }
  return slice.slice(0, PAGE_CHARACTERS_MAX);
}

/** Most pages are UTF-8. Some have bytes that are no character, and some are read in another encoding. */
function encoded(page: string, random: Random): FuzzedPage {
  const encoding = random.chance(0.75) ? 'utf-8' : random.pick(ENCODINGS);
  const bytes = Buffer.from(encoding === 'shift_jis' ? page.replace(SHIFT_JIS_CONTROLS, ' ') : page);
  if (bytes.length > 0 && random.chance(0.25))
    for (let left = random.pick([1, 3, 30]); left > 0; left--) bytes[random.below(bytes.length)] = random.integer(0x80, 0xff);
  return { bytes, encoding };
}

function sandboxPages(product: Product): string[] {
  const engines = Object.values(product.createEngineTable({ chatgpt: MODEL, perplexity: MODEL })).filter((engine) => engine !== null);
  return engines.flatMap((engine) => {
    const keyword = engine.name === 'universal' ? 'https://shop.example/' : SERP_QUERY.keyword;
    return pagesOf(product, engine, { ...SERP_QUERY, engine: engine.name, keyword })
      .map(({ body }) => body)
      .filter((body) => body.includes('<'));
  });
}

/** Captured pages, when SEXTANT_CORPUS names their folder. A sample is enough, and reading all of them takes long. */
function corpusPages(random: Random): string[] {
  const folder = process.env.SEXTANT_CORPUS;
  if (!folder) return [];
  const files = readFileSync(path.join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { file: string }).file)
    .filter((file) => file.endsWith('.html'));
  return random
    .shuffle(files)
    .slice(0, CORPUS_PAGES)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .filter((page) => page.length > 0);
}
