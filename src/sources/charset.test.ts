import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePage, encodingOf, rangeDecoder } from './charset.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the encoding of a page', () => {
  test.each<[string, Buffer, string | undefined, string]>([
    ['a byte order mark before everything else', Buffer.from('\ufeff<meta charset=koi8-r>'), 'text/html; charset=gbk', 'utf-8'],
    ['the server before the page', latin('<meta charset=koi8-r>'), 'text/html; charset=GBK', 'gbk'],
    ['the page', latin('<html><meta http-equiv=x content="text/html; charset=euc-kr">'), 'text/html', 'euc-kr'],
    ['a page that says UTF-16 in single bytes', latin('<meta charset="utf-16">'), undefined, 'utf-8'],
    ['a name that does not exist', latin('<meta charset="klingon">'), undefined, 'utf-8'],
    ['UTF-8 by its bytes', Buffer.from('<p>é'), undefined, 'utf-8'],
    ['UTF-8 that was cut within a character', Buffer.from('<p>日本').subarray(0, -1), undefined, 'utf-8'],
    ['Western European otherwise', latin('<p>caf\u00e9</p>'), undefined, 'windows-1252'],
    ['UTF-16 by its mark', Buffer.from('\ufeffa', 'utf16le'), undefined, 'utf-16le'],
  ])('%s', (_, body, type, encoding) => {
    expect(encodingOf(body, type)).toBe(encoding);
  });
});

test('decodes the characters that windows-1252 has and latin1 has not', () => {
  expect(decodePage(latin('\u0080 \u0093x\u0094 \u00e9'), 'text/html; charset=iso-8859-1')).toBe('€ “x” é');
});

test('decodes UTF-16 and skips marks', () => {
  expect(decodePage(Buffer.from('\ufeff日本', 'utf16le'), undefined)).toBe('日本');
  expect(decodePage(Buffer.from('\ufeffa\ufeffb'), undefined)).toBe('a\ufeffb');
});

test.each(['utf-8', 'gbk', 'big5', 'euc-kr', 'shift_jis', 'windows-1251', 'koi8-r', 'iso-8859-2'])(
  'parts of a page in %s that are cut at tags decode like the whole',
  (encoding) => {
    const piece = fc.oneof(fc.constantFrom('<', '>', '"', ' ', '&', '='), fc.uint8Array({ minLength: 1, maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const bytes = Buffer.concat(pieces.map((one) => (typeof one === 'string' ? latin(one) : Buffer.from(one))));
        const decode = rangeDecoder(encoding);
        const whole = decode(bytes, 0, bytes.length);
        const cuts = [...bytes.entries()].flatMap(([at, byte]) => (byte === 0x3c || byte === 0x3e ? [at] : []));
        const edges = [0, ...cuts, bytes.length];
        const parts = edges.slice(1).map((to, index) => decode(bytes, edges[index]!, to));
        expect(parts.join('')).toBe(whole);
      }),
    );
  },
);
