import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeywordRequest } from '../contract/keyword.ts';
import { SerpRequest } from '../contract/serp.ts';
import { listOf, objectShape, type Shape, shapeOf } from './body-shape.ts';
import { LongList, parseLong } from './long-list.ts';

/** Reads the whole value, with lists as arrays. */
function parsed(text: string, shape: Shape, depth = 1): unknown {
  const steps = parseLong(text, shape, depth);
  for (;;) {
    const step = steps.next();
    if (step.done) return withArrays(step.value);
  }
}

function withArrays(value: unknown): unknown {
  if (value instanceof LongList) return [...value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withArrays(inner)]));
}

const isJson = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};
const SERPS = listOf(shapeOf(SerpRequest));

/** The result of `JSON.parse` without the properties that the shape does not have. */
function expected(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return shape.entries ? value.map((entry) => expected(entry, shape.entries!)) : [];
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const member = shape.members?.get(name);
    return member && (inner !== null || name === 'value') ? [[name, expected(inner, member.shape)]] : [];
  });
  return Object.fromEntries(kept);
}

const NAMES = ['keyword', 'region', 'find', 'domain', 'customUrlParameter', 'name', 'value', 'regionSearch', 'types', '__proto__', 'other'];
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0.5, 1e21, 123456789, 2 ** 60),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('value')), { selector: ([name]) => name, maxLength: 6 }).map((fields) => {
      const made: Record<string, unknown> = Object.create(null);
      for (const [name, value] of fields) made[name] = value;
      return made;
    }),
  ),
})).value;

describe('the parser of long lists', () => {
  test('builds what JSON.parse builds, limited to the properties of the contract', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 5 }), fc.constantFrom(undefined, 1, '\t\n'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parsed(text, SERPS)).toEqual(expected(JSON.parse(text), SERPS));
      }),
    );
  });

  test('accepts exactly the texts that JSON.parse accepts', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u00e9',
      '\\x',
      '0',
      '01',
      '-',
      '1.',
      '.5',
      '1e',
      'true',
      'nul',
      ' ',
      '\u0001',
      '\uFEFF',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
        const text = `[${list.join('')}]`;
        expect([text, isJson(() => parsed(text, SERPS))]).toEqual([text, isJson(() => JSON.parse(text))]);
      }),
      { numRuns: 3000 },
    );
  });

  test('reads escapes, and the last of duplicate names', () => {
    const text =
      '[{"keyw\\u006frd":"a\\n\\u00e9\\ud83d\\ude00\\/","region":"US","region":null,"customUrlParameter":[{"name":"gl","value":null}]}]';
    expect(parsed(text, SERPS)).toEqual([{ keyword: 'a\né😀/', customUrlParameter: [{ name: 'gl', value: null }] }]);
  });

  test('finds a list inside an object', () => {
    const shape = objectShape([['request', { ...shapeOf(KeywordRequest), entries: shapeOf(KeywordRequest) }]]);
    expect(parsed('{"request":[{"keywords":["a"],"x":{"y":[1]}}],"z":1}', shape, 2)).toEqual({ request: [{ keywords: ['a'] }] });
    expect(parsed('{"request":{"keywords":["a"]}}', shape, 2)).toEqual({ request: { keywords: ['a'] } });
  });

  test('accepts exactly the objects around a list that JSON.parse accepts', () => {
    const shape = objectShape([['request', { ...shapeOf(KeywordRequest), entries: shapeOf(KeywordRequest) }]]);
    for (const tail of ['}', ',}', '', ']}', ',"type":"serp"}', ',"type"}', '} 1', ',"request":[]}']) {
      const text = `{"request":[{"keywords":["a"]},{}]${tail}`;
      expect([text, isJson(() => parsed(text, shape, 2))]).toEqual([text, isJson(() => JSON.parse(text))]);
    }
  });

  test('parses an entry only when it is read', () => {
    const list = parseLong('[{"keyword":"a"},{"keyword":"b"},nonsense]', SERPS, 1).next().value as LongList;
    const entries = list[Symbol.iterator]();
    expect([entries.next().value, entries.next().value]).toEqual([{ keyword: 'a' }, { keyword: 'b' }]);
    expect(() => entries.next()).toThrow('not valid JSON');
  });

  test('builds objects with one order of properties, whatever order was sent', () => {
    const [one, other] = parsed('[{"keyword":"a","region":"US"},{"region":"US","keyword":"a"}]', SERPS) as [object, object];
    expect(Object.keys(one)).toEqual(Object.keys(other));
  });
});
