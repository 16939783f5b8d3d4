// Values that have broken other services: texts of every script, numbers at the limits, names of JavaScript built-ins.

import type { Random } from '../random.ts';

export const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

const CLASSES = [
  () => 'abcdefghij klmnop',
  () => 'äöüßéèñçøå',
  () => 'пример поиска',
  () => '東京の天気 検索',
  () => 'مرحبا بالعالم',
  () => '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪',
  () => 'e\u0301\u0327a\u0308',
  () => '\u202eabc\u202c\u200b\u2060\ufeffx',
  () => '\u2028\u2029\u0085x',
  () => '<script>alert(1)</script>"\'`',
  () => "'; drop table objects; --",
  () => '$' + '{7*7}{{7*7}}#{7*7}%s%n',
  () => '../../../etc/passwd',
  () => '\\x00\\u0000 %00 &#0;',
  () => 'ﬁﬂ①②Ⅻ㍿',
  () => '𝕬𝖇𝖈 𐍈 🄰',
  () => '\uffff\ufffe x',
  () => '\u0001\u0007\u001b[31mred x',
  () => '\t tab and \r\n line x',
];

/** A text that must be accepted: no NUL, no lone surrogate, never blank. */
export function textOf(random: Random, lengthMax = 40): string {
  const source = [...random.pick(CLASSES)()];
  const wanted = random.integer(1, lengthMax);
  let text = '';
  for (let length = 0; length < wanted; length++)
    text += source[(random.below(2) === 0 ? length : random.below(source.length)) % source.length];
  return text.trim() === '' ? `x${text}`.slice(0, Math.max(1, text.length)) : text;
}

/** Exactly `length` characters, sometimes outside the basic plane. */
export const exactly = (length: number, random: Random): string =>
  (random.chance(0.5) ? 'a' : random.pick(['é', '東', '👍'])).repeat(length);

export const WRONG_FOR_TEXT = [5, -1, true, false, [], {}, ['x'], { a: 1 }, 1.5];
export const WRONG_FOR_FLAG = ['true', 1, 0, 'false', [], {}, ''];
export const ODD_NUMBERS = [-0, 1e308, -1, 2 ** 31, 2 ** 53 + 2, 1.5, 5e-324];

/** Bodies that every endpoint must reject. */
export const BROKEN_BODIES: readonly (readonly [name: string, body: string | Buffer])[] = [
  ['nothing', ''],
  ['blank', '  \n'],
  ['cut off', '{"keyword":"te'],
  ['single quotes', "{'keyword':'tea'}"],
  ['trailing comma', '{"keyword":"tea",}'],
  ['comment', '{"keyword":"tea"/* */}'],
  ['two values', '{"keyword":"tea"}{"keyword":"tea"}'],
  ['not a number', '{"keyword":NaN}'],
  ['byte order mark', '\ufeff{"keyword":"tea","region":"US"}'],
  ['raw line break in a text', '{"keyword":"te\na","region":"US"}'],
  ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['overlong UTF-8', Buffer.concat([Buffer.from('{"keyword":"'), Buffer.from([0xc0, 0x80]), Buffer.from('","region":"US"}')])],
  ['surrogates in UTF-8', Buffer.concat([Buffer.from('{"keyword":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('","region":"US"}')])],
  ['NUL', '{"keyword":"te\\u0000a","region":"US"}'],
  ['NUL in a name', '{"keyword":"tea","region":"US","a\\u0000b":1}'],
  ['NUL deep inside', '{"keyword":"tea","region":"US","regionSearch":{"types":[["\\u0000"]]}}'],
  ['half of a pair', '{"keyword":"te\\ud800a","region":"US"}'],
  ['other half', '[{"keyword":"te\\udc00a","region":"US"}]'],
  ['33 deep', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['100,000 deep', '['.repeat(100_000)],
  ['100,000 objects deep', '{"a":'.repeat(100_000)],
  ['UTF-16', Buffer.from('{"keyword":"tea","region":"US"}', 'utf16le')],
  ['a form', 'keyword=tea&region=US'],
  ['XML', '<keyword>tea</keyword>'],
];

export const NASTY_PATHS = [
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f',
  '%00',
  'a%00b',
  '%zz',
  '%',
  '%e0%80%80',
  '%ff%fe',
  '%ed%a0%80',
  '%c0%ae%c0%ae',
  '%0d%0aset-cookie:%20a=b',
  '%20',
  '%09',
  '..;',
  '.',
  '..',
  '*',
  '%2a',
  '%25252f',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '-1',
  '0',
  '1e9',
  '%7b%7d',
  '%27%20or%201=1--',
  '%f0%9f%92%a9',
  'x'.repeat(300),
  'x'.repeat(8192),
  'x'.repeat(8193),
  'x'.repeat(12_000),
  '%41'.repeat(2500),
];
