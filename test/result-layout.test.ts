// The dashboard's result page on parsed fixtures and captured pages: all items are shown, and none twice.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ITEM_ARRAYS, type SerpItems } from '../src/contract/items.ts';
import { ENGINES, type EngineName } from '../src/contract/vocabulary.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { plainQuery, readStored } from '../src/sources/stored-page.ts';
import { itemsOf, layoutOf } from '../web/src/results/serp/layout.ts';

interface Shown {
  readonly path: string;
  readonly title?: string | null;
  readonly url?: string | null;
  readonly references?: readonly { readonly url: string }[];
}

const NOT_READ = { verdict: null, data: null };
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

/** Compares the layout of a result with its items. */
function compare(engine: EngineName, items: SerpItems) {
  const { blocks, side, videos } = layoutOf(engine, items);
  const shown: Shown[] = [...blocks, ...side].flatMap((block) =>
    (block.entries as readonly { path: string; item: object }[]).map(({ path, item }) => ({ ...item, path })),
  );
  const all: Shown[] = ITEM_ARRAYS.flatMap((name) =>
    (items[name] as readonly object[]).map((item, index) => ({ ...item, path: `${name}[${index}]` })),
  );
  const paths = new Set(shown.map(({ path }) => path));
  const isElsewhere = ({ title, url }: Shown): boolean =>
    videos.has(url ?? '') ||
    shown.some((item) => item.url === url || item.title === title || item.references?.some((reference) => reference.url === url));
  return {
    count: shown.length,
    repeated: shown.length - paths.size,
    unknown: [...paths].filter((path) => !all.some((item) => item.path === path)),
    lost: all.filter((item) => !paths.has(item.path) && !isElsewhere(item)).map(({ path }) => path),
  };
}

const PAGES = ENGINES.flatMap((engine) => pagesOf(engine).map((page) => ({ engine, ...page })));

test('fixtures of every engine are laid out', () => {
  expect(ENGINES.filter((engine) => !PAGES.some((page) => page.engine === engine))).toEqual([]);
});

test.each(PAGES)('the page $file of $engine shows every item once, and leaves out only what it shows elsewhere', ({ engine, body }) => {
  const { count, ...faults } = compare(engine, parse(engine, body));
  expect(count).toBeGreaterThan(0);
  expect(faults).toEqual({ repeated: 0, unknown: [], lost: [] });
});

/** A folder with captured pages, which are never part of this repository. */
const corpus = process.env.SEXTANT_CORPUS ?? '';
const index = path.join(corpus, 'index.jsonl');
const captures = (corpus !== '' && existsSync(index) ? readFileSync(index, 'utf8').split('\n').filter(Boolean) : [])
  .map((line) => JSON.parse(line) as { readonly id: string; readonly engine: EngineName; readonly file: string })
  .filter(({ engine }) => ENGINES.includes(engine));

describe.skipIf(captures.length === 0)('captured pages', () => {
  test.each(ENGINES.filter((engine) => captures.some((page) => page.engine === engine)))('of %s show every item once', (engine) => {
    const faults = captures.flatMap(({ engine: name, id, file }) => {
      const { verdict, data } = name === engine ? readStored(name, readFileSync(path.join(corpus, file)), engines) : NOT_READ;
      if (verdict !== 'valid') return [];
      const { count, ...found } = compare(engine, itemsOf(data as Readonly<Record<string, unknown>>));
      return count > 0 && found.repeated === 0 && found.unknown.length + found.lost.length === 0 ? [] : [{ id, count, ...found }];
    });
    expect(faults).toEqual([]);
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
