// Checks that JSON is cut out of bytes where it ends, and that only the named values are left out.
import { describe, expect, it } from 'vitest';
import { ByteNames, jsonPartAt, placesBehind } from './json-bytes.ts';

const NONE = new ByteNames([]);
const UNREAD = new ByteNames(['menu', 'params', 'näme']);
const partOf = (text: string, unread = UNREAD) => jsonPartAt(Buffer.from(text), text.search(/[[{]/), unread);
const parsedPart = (text: string, unread = UNREAD): unknown => JSON.parse(partOf(text, unread)?.text ?? 'null');

/** The same by other means: parse everything, then put 0 in place of the values. */
const expected = (text: string): unknown => JSON.parse(text, (name, value) => (['menu', 'params', 'näme'].includes(name) ? 0 : value));

describe('a JSON value in bytes', () => {
  it('ends at its own brace', () => {
    expect(partOf('x = {"a":{"b":[1,{}]}};{"c":1}')).toEqual({ text: '{"a":{"b":[1,{}]}}', end: 22 });
    expect(partOf('[[1],{"a":"]"}] ]')?.text).toBe('[[1],{"a":"]"}]');
  });

  it('does not take braces and quotes in strings for its own', () => {
    for (const text of ['{"a":"}","b":"\\"}","c":"\\\\"}', '{"}":{"{\\"":"[{"}}', '{"ü{":"é}漢"}']) {
      expect(parsedPart(`${text}}`, NONE)).toEqual(JSON.parse(text));
    }
  });

  it('is null when it does not end', () => {
    for (const text of ['{', '{"a', '{"a\\', '{"a":[1,2}', '{"menu":', '{"menu":{"a":1', '{"menu":"x\\"']) expect(partOf(text)).toBeNull();
  });
});

describe('places behind a name', () => {
  it('are those that the pattern follows', () => {
    const bytes = Buffer.from('ü data; data == 1; my.data = {"a":1}; data={"b":2}');
    const texts = [...placesBehind(bytes, 'data', /^\s*=\s*(?=\{)/)].map((place) => jsonPartAt(bytes, place)?.text);
    expect(texts).toEqual(['{"a":1}', '{"b":2}']);
    expect([...placesBehind(bytes, 'date', /^/)]).toEqual([]);
  });
});

describe('unread names', () => {
  it.each([
    '{"menu":{"a":[1,"}"]},"b":1}',
    '{"b":1,"menu":"x\\",\\"b\\":2"}',
    '{"menu":-1.5e3,"params":null,"b":[{"menu":[]},{"menu":true}]}',
    '{\n  "menu": {\n    "a": 1\n  },\n  "b": "menu"\n}',
    '{"näme":{"a":"ü"},"menus":1,"men":2,"MENU":3}',
    '["menu",{"a":"menu","menu":"menu"}]',
  ])('lose their values in %s', (text) => {
    expect(parsedPart(text)).toEqual(expected(text));
  });

  it('lose nothing else in random data', () => {
    let seed = 7;
    const random = (limit: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (seed >> 8) % limit;
    };
    const names = ['menu', 'params', 'näme', 'title', 'a"b', 'c\\', '{', ''];
    const create = (depth: number): unknown => {
      const kind = random(depth > 5 ? 4 : 6);
      if (kind < 4) return [names[random(names.length)], random(1000) / 8, null, true][kind];
      const list = Array.from({ length: random(5) }, () => create(depth + 1));
      return kind === 4 ? list : Object.fromEntries(list.map((value) => [names[random(names.length)], value]));
    };
    for (let round = 0; round < 2000; round++) {
      const text = JSON.stringify([create(0), create(0)], null, round % 3);
      expect(parsedPart(`= ${text}; {`)).toEqual(expected(text));
    }
  });
});
