// The dashboard's result page on the parsed fixtures of every engine: all items are shown, and none twice.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ITEM_ARRAYS, type SerpItems } from '../src/contract/items.ts';
import { ENGINES, type EngineName } from '../src/contract/vocabulary.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { plainQuery } from '../src/sources/stored-page.ts';
import { itemsOf, layoutOf } from '../web/src/results/serp/layout.ts';

interface Shown {
  readonly path: string;
  readonly title?: string | null;
  readonly url?: string | null;
  readonly references?: readonly { readonly url: string }[];
}

const access = { apiKey: 'key', model: 'model', baseUrl: 'https://api.example' };
const engines = createEngineTable({ chatgpt: access, perplexity: access });

/** Bodies of the fixtures with results. */
function pagesOf(name: EngineName): { readonly file: string; readonly body: string }[] {
  const folder = new URL(`../src/sources/engines/${name}/fixtures/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
  return files
    .filter((file) => !file.endsWith('.expected.json') && files.includes(file.replace(/\.\w+$/, '.expected.json')))
    .filter((file) => (JSON.parse(read(file.replace(/\.\w+$/, '.expected.json'))) as { outcome: string }).outcome === 'valid')
    .map((file) => ({ file, body: read(file) }));
}

function parse(name: EngineName, body: string): SerpItems {
  const engine = engines[name]!;
  const query = plainQuery(name, { keyword: engine.traits.keywordIsUrl ? 'https://page.example/' : 'clay pots' });
  const request = engine.start(query);
  return itemsOf({ ...engine.parse({ request, url: request.url, status: 200, headers: {}, body }, query).found });
}

const PAGES = ENGINES.flatMap((engine) => pagesOf(engine).map((page) => ({ engine, ...page })));

test('fixtures of every engine are laid out', () => {
  expect(ENGINES.filter((engine) => !PAGES.some((page) => page.engine === engine))).toEqual([]);
});

describe.each(PAGES)('the page $file of $engine', ({ engine, body }) => {
  const items = parse(engine, body);
  const { blocks, side, videos } = layoutOf(engine, items);
  const shown: Shown[] = [...blocks, ...side].flatMap((block) =>
    (block.entries as readonly { path: string; item: object }[]).map(({ path, item }) => ({ ...item, path })),
  );
  const all: Shown[] = ITEM_ARRAYS.flatMap((name) =>
    (items[name] as readonly object[]).map((item, index) => ({ ...item, path: `${name}[${index}]` })),
  );

  test('shows every item at most once', () => {
    const paths = shown.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => !all.some((item) => item.path === path))).toEqual([]);
  });

  test('leaves out only what it shows elsewhere', () => {
    const hidden = all.filter(({ path }) => !shown.some((item) => item.path === path));
    const isElsewhere = ({ title, url }: Shown): boolean =>
      videos.has(url ?? '') ||
      shown.some((item) => item.url === url || item.title === title || item.references?.some((reference) => reference.url === url));
    expect(hidden.filter((item) => !isElsewhere(item))).toEqual([]);
  });
});

test.each([
  ['googleimages', 'images'],
  ['googlelocal', 'maps'],
  ['googlenews', 'news'],
  ['naverlocal', 'maps'],
  ['youtube', 'videos'],
] as const)('%s shows no result twice: all are in %s', (engine, list) => {
  for (const { body } of pagesOf(engine)) {
    const items = parse(engine, body);
    expect(items.organic.length).toBeGreaterThan(0);
    const { blocks } = layoutOf(engine, items);
    expect(blocks.map((block) => block.list)).toContain(list);
    expect(blocks.filter((block) => block.list === 'organic')).toEqual([]);
  }
});
