import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEntries, readJson } from './body.ts';

const read = (text: string, keepsNulls = false) => readJson(Buffer.from(text), keepsNulls);

describe('a body', () => {
  test('loses its nulls at every depth', () => {
    expect(read('{"a":null,"b":{"c":null,"d":1},"e":[null,{"f":null}]}')).toEqual({ b: { d: 1 }, e: [null, {}] });
    expect(read('{"a" :\n null}')).toEqual({});
  });

  test('keeps the null of a parameter’s value, and all nulls of an update', () => {
    expect(read('{"name":"gl","value":null}')).toEqual({ name: 'gl', value: null });
    expect(read('{"a":null}', true)).toEqual({ a: null });
  });

  test('cannot set a prototype, even if an escape hides the name', () => {
    for (const text of ['{"__proto__":{"a":1},"b":2}', '{"\\u005f_proto__":{"a":1},"b":2}', '[{"_\\u005Fproto__":1,"b":2}]']) {
      const [value] = [read(text)].flat() as [object];
      expect(Object.keys(value)).toEqual(['b']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  test('without nulls equals the value that was sent', () => {
    const noNulls = fc.json().filter((text) => !/null|__proto__|\\u/.test(text));
    fc.assert(fc.property(noNulls, (text) => void expect(read(text)).toEqual(JSON.parse(text))));
  });
});

describe('entries parsed one by one', () => {
  const entriesOf = (text: string): unknown => {
    const reading = parseEntries(Buffer.from(text));
    for (;;) {
      const { done, value } = reading.next();
      if (done) return value;
    }
  };

  test('are those of the array or the object', () => {
    const list = fc.array(fc.json().filter((text) => !/null|__proto__|\\u/.test(text)));
    fc.assert(
      fc.property(list, (texts) => {
        const values = texts.map((text) => JSON.parse(text));
        expect(entriesOf(`[${texts.join(', ')}]`)).toEqual(values);
        expect(entriesOf(` {${texts.map((text, index) => `"${index}" : ${text}`).join(',')}} `)).toEqual(values);
      }),
    );
  });

  test.each(['[', '[1', '[1,]', '[1 2]', '{"a"}', '{"a":}', '{a:1}', '[] 1', 'tea', '[{"a":1]}'])('are not JSON: %s', (text) => {
    expect(() => entriesOf(text)).toThrow('it is not valid JSON');
  });
});
