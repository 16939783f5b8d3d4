// Counts the steps of building a tree of a hostile page: reads and writes of numbers, and bytes read. The product contains no counter;
// the typed arrays and the page of this test count.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

type Native = (...given: unknown[]) => unknown;

let steps = 0;
/** The arrays behind the counting ones, for native functions that take an array. */
const plain = new WeakMap<object, object>();

/** Returns an array that counts each read and write of an element, and the whole length for each native function. */
function counting<T extends Int32Array | Float64Array | Buffer>(array: T): T {
  const counted = new Proxy(array, {
    get(target, key) {
      if (typeof key === 'string' && key.charCodeAt(0) <= 57) {
        steps++;
        return target[key as unknown as number];
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? countedCall(target, String(key), value as Native) : value;
    },
    set(target, key, value: number) {
      steps++;
      target[key as unknown as number] = value;
      return true;
    },
  });
  plain.set(counted, array);
  return counted;
}

function countedCall(target: Int32Array | Float64Array | Buffer, name: string, call: Native) {
  return (...given: unknown[]): unknown => {
    const result = call.apply(
      target,
      given.map((one) => plain.get(one as object) ?? one),
    );
    steps += elementsOf(target, name, given, result);
    return ArrayBuffer.isView(result) ? counting(result as Int32Array) : result;
  };
}

/** Returns how many elements a native function has read or written. */
function elementsOf(target: ArrayLike<number>, name: string, given: readonly unknown[], result: unknown): number {
  if (name === 'indexOf') return ((result as number) < 0 ? target.length : (result as number)) - (given[1] as number) + 1;
  if (name === 'toString') return (result as string).length;
  if (name === 'subarray') return 1;
  return ArrayBuffer.isView(result) ? (result as Int32Array).length : target.length;
}

let stepsOf: (html: string) => number;
let searchSteps: (selector: string, html: string) => number;

beforeAll(async () => {
  vi.resetModules();
  const construct = (kind: typeof Int32Array | typeof Float64Array) =>
    new Proxy(kind, { construct: (target, [length]: [number]) => counting(new target(length)) });
  vi.stubGlobal('Int32Array', construct(Int32Array));
  vi.stubGlobal('Float64Array', construct(Float64Array));
  const { PageTree } = await import('./page-tree.ts');
  stepsOf = (html) => {
    const bytes = counting(Buffer.from(html));
    steps = 0;
    try {
      new PageTree(bytes);
    } catch (error) {
      expect(error).toMatchObject({ outcome: 'unparsed' });
    }
    return steps;
  };
  const { all, readHtml } = await import('../html.ts');
  searchSteps = (selector, html) => {
    const document = readHtml(html);
    steps = 0;
    all(selector, document);
    return steps;
  };
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const list = (count: number, each: (index: number) => string): string => Array.from({ length: count }, (_, index) => each(index)).join('');

/** The count of each page is chosen so that the largest page has about 40 kB. */
const PAGES: Readonly<Record<string, readonly [count: number, page: (count: number) => string]>> = {
  'plain text': [10_000, (count) => 'word '.repeat(count)],
  'brackets that begin no tag': [10_000, (count) => '< '.repeat(count)],
  NULs: [20_000, (count) => '\0'.repeat(count)],
  'NULs in names': [2000, (count) => list(count, (index) => `<a\0${index} b\0c>`)],
  elements: [2500, (count) => '<p>a</p>'.repeat(count)],
  'nested elements': [3000, (count) => '<b>'.repeat(count)],
  'nested elements with end tags': [2000, (count) => `${'<b>'.repeat(count)}${'</b>'.repeat(count)}`],
  'end tags without a start tag below nested elements': [1500, (count) => `${'<b>'.repeat(count)}${'</i>'.repeat(count)}`],
  'end tags of unknown names': [1500, (count) => list(count, (index) => `</x${index}>`)],
  'unmatched ends of paragraphs': [2500, (count) => `${'<b>'.repeat(1000)}${'</p>'.repeat(count)}`],
  'paragraphs that close each other': [2500, (count) => '<p><b></b>'.repeat(count)],
  'forms inside a form': [2000, (count) => `<form>${'<form a=1>'.repeat(count)}`],
  'nested SVG and HTML': [1000, (count) => '<svg><desc>'.repeat(count)],
  'end tags in SVG names': [1000, (count) => `<svg>${'<desc><g>'.repeat(count)}${'</foreignobject>'.repeat(count)}`],
  'attributes of one element': [2500, (count) => `<a ${list(count, (index) => `a${index}=1 `)}>`],
  'repeated attributes of one element': [4000, (count) => `<a ${'b=1 '.repeat(count)}>`],
  'names of elements': [2000, (count) => list(count, (index) => `<x${index}></x${index}>`)],
  'long names with one beginning': [150, (count) => list(count, (index) => `<${'x'.repeat(200)}${index}>a</a>`)],
  // In a hash that multiplies by 31, "a~" and "b_" are one.
  'names that a simple hash maps to one slot': [
    600,
    (count) =>
      list(count, (index) => `<b ${index.toString(2).padStart(14, '0').replaceAll('0', 'a~').replaceAll('1', 'b_')}>`.concat('x</b>')),
  ],
  'class values': [1000, (count) => list(count, (index) => `<b class="c${index} d">x</b>`)],
  'class values with entities': [1000, (count) => list(count, (index) => `<b class="c${index}&amp;d">x</b>`)],
  'unfinished end tags of a script': [5000, (count) => `<script>${'</scrip'.repeat(count)}`],
  'unfinished scripts': [2000, (count) => '<script>a</style>'.repeat(count)],
  'end tags of other elements in a title': [2000, (count) => `<title>${'</titles>'.repeat(count)}`],
  'dashes in a comment': [5000, (count) => `<!--${'-- '.repeat(count)}`],
  'one row of dashes in a comment': [20_000, (count) => `<!--${'-'.repeat(count)}`],
  'unfinished comments': [2500, (count) => '<!-- a '.repeat(count)],
  'unfinished sections': [1500, (count) => `<svg>${'<![CDATA[a'.repeat(count)}`],
  'brackets in sections': [4000, (count) => `<svg><![CDATA[${']] '.repeat(count)}`],
  'unfinished tags': [2500, (count) => '<a b=c '.repeat(count)],
  'unfinished quotes': [2500, (count) => '<a b="c '.repeat(count)],
  'slashes in a tag': [15_000, (count) => `<a ${'/'.repeat(count)}`],
  'blanks in a tag': [15_000, (count) => `<a ${' '.repeat(count)}`],
  'equals signs in a tag': [10_000, (count) => `<a ${'='.repeat(count)}>`],
  'document types': [1500, (count) => '<!doctype a>'.repeat(count)],
  'texts around end tags': [2500, (count) => 'a</x>'.repeat(count)],
};

describe('takes steps in proportion to the page', () => {
  test.each(Object.entries(PAGES))('%s', (_, [count, page]) => {
    const [once, twice, fourTimes] = [count / 4, count / 2, count].map((size) => stepsOf(page(size))) as [number, number, number];
    // Columns double when they are full, so that two sizes may differ by one doubling more. The square would be four times.
    expect(twice / once).toBeLessThan(3);
    expect(fourTimes / twice).toBeLessThan(3);
    expect(fourTimes / Buffer.byteLength(page(count))).toBeLessThan(40);
  });

  test('a quadratic search would be noticed', () => {
    const bytes = counting(Buffer.from('<!--'.repeat(1000)));
    const searched = (length: number): number => {
      steps = 0;
      for (let at = 0; at < length; at += 4) bytes.indexOf('-->', at);
      return steps;
    };
    expect(searched(4000) / 4000).toBeGreaterThan(400);
  });
});

describe('searches in steps in proportion to the page', () => {
  test.each(['.x ~ p', 'p ~ p', '.x + p', 'p + p', 'b p', 'b > p', '[lang=x] ~ p', 'p:not(.x ~ p)'])('%s', (selector) => {
    const [once, twice, fourTimes] = [500, 1000, 2000].map((count) => searchSteps(selector, '<p lang=a>c</p> <!-- d -->'.repeat(count)));
    expect(twice! / once!).toBeLessThan(2.5);
    expect(fourTimes! / twice!).toBeLessThan(2.5);
  });
});

test('the page before does not make a page slower', () => {
  const page = '<p class="a">b</p>'.repeat(100);
  stepsOf(page);
  const before = stepsOf(page);
  stepsOf(list(12_000, (index) => `<x${index} y${index} class="z${index}">`));
  // The first page after it begins a new name table.
  stepsOf(page);
  expect(stepsOf(page) / before).toBeLessThan(1.1);
});
