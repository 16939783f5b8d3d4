// The property that `npm run lab -- robustness` measures on captured pages, on the handwritten pages of every engine.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../lab/random.ts';
import { readMarkup } from '../lab/robustness/markup.ts';
import { TRANSFORMATION_NAMES, type Transformation, transformPage } from '../lab/robustness/transformations.ts';
import { createEngineTable } from '../src/sources/catalogue.ts';
import { readStored } from '../src/sources/stored-page.ts';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src', 'sources', 'engines');
const engines = createEngineTable({});
/** Sources without a list of results: their page is an answer, or any page of the web. */
const OTHERS = new Set(['universal', 'google-aimode']);

const PAGES = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  if (!entry.isDirectory() || OTHERS.has(entry.name)) return [];
  const fixtures = path.join(folder, entry.name, 'fixtures');
  const files = readdirSync(path.join(folder, entry.name)).includes('fixtures') ? readdirSync(fixtures) : [];
  return files.flatMap((file) => {
    if (!file.endsWith('.html')) return [];
    return [{ engine: entry.name, file, bytes: readFileSync(path.join(fixtures, file)) }];
  });
});

interface Found {
  readonly organic?: readonly { readonly url: string; readonly title: string }[];
  readonly paa?: readonly { readonly question: string }[];
}
function reading(engine: string, bytes: Buffer): unknown {
  const { verdict, data } = readStored(engine, bytes, engines);
  const { organic = [], paa = [] } = (data ?? {}) as Found;
  return { verdict, organic: organic.map(({ url, title }) => [url, title]), questions: paa.map(({ question }) => question) };
}

/**
 * Pages that are recognised only by their names: lists of fewer than three results, markers without a sentence of their own, and titles
 * that only a class tells from other texts.
 */
const BY_CLASS = [
  'duckduckgo/no-results.html',
  'googleimages/links.html',
  'googlelocal/places.html',
  'naverwebdocs/results.html',
  'sogou/results.html',
  'yahoo/older.html',
  'yahoo/results.html',
  'yandex/no-results.html',
];
const NAMED_ONLY: Readonly<Partial<Record<Transformation, readonly string[]>>> = {
  classes: BY_CLASS,
  ids: ['baidu/results.html', 'yahoo/older.html', 'yandex/results.html'],
  texts: ['googleimages/cells.html'],
  together: BY_CLASS,
};

describe.each(PAGES)('the page $file of $engine', ({ engine, file, bytes }) => {
  const before = reading(engine, bytes);
  const names = TRANSFORMATION_NAMES.filter((name) => !NAMED_ONLY[name]?.includes(`${engine}/${file}`));

  test.each(names)('has the same results and questions after the transformation "%s"', (name) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        expect(reading(engine, transformPage(bytes, name, createRandom(seed)))).toEqual(before);
      }),
      { numRuns: 4, seed: 1 },
    );
  });
});

describe('a transformation', () => {
  const page = Buffer.from(
    '<!doctype html><html><head><style>.a .b{top:0}</style></head><body><div id=m class="a b" style="top:0"><h3 class=a><a href="/x">Some longer words &amp; more</a></h3></div>' +
      '<p class="b">A paragraph with words</p></body></html>',
  );
  const changed = (name: Transformation, seed = 7): string => transformPage(page, name, createRandom(seed)).toString();

  test('is the same for the same seed', () => {
    for (const name of TRANSFORMATION_NAMES) expect(changed(name)).toBe(changed(name));
  });

  test('scrambles classes consistently, in style sheets too', () => {
    const text = changed('classes');
    const [first, second] = /<div id=m class="(\w+) (\w+)"/.exec(text)!.slice(1);
    expect(text).toContain(`<h3 class="${first}">`);
    expect(text).toContain(`<p class="${second}">`);
    expect(text).toContain(`.${first} .${second}{top:0}`);
  });

  test('keeps the bytes of every encoding, and pages without markup', () => {
    const gbk = Buffer.from([0x3c, 0x70, 0x3e, 0xc2, 0xcc, 0xb2, 0xe8, 0x3c, 0x2f, 0x70, 0x3e]);
    for (const name of TRANSFORMATION_NAMES) {
      expect(transformPage(gbk, name, createRandom(3)).includes(Buffer.from([0xc2, 0xcc, 0xb2, 0xe8]))).toBe(true);
      expect(transformPage(Buffer.from('{"class":"a"}'), name, createRandom(3)).toString()).toBe('{"class":"a"}');
    }
  });

  test('adds wrappers that are closed', () => {
    const { tags } = readMarkup(changed('wrappers', 11));
    expect(tags.filter(({ name }) => name === 'div' || name === 'span').every(({ outerEnd }) => outerEnd !== null)).toBe(true);
  });
});
