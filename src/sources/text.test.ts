// Checks the folding of text against the patterns that define it.
import { expect, test } from 'vitest';
import { fold } from './text.ts';

const folded = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

test('every character is folded alone, between words, beside spaces and at both ends', () => {
  for (let code = 0; code < 0x1_0000; code++) {
    const one = String.fromCharCode(code);
    const text = `${one}a${one}b${one} c ${one}d ${one} e${one}${one}f${one}`;
    if (fold(text) !== folded(text) || fold(one) !== folded(one)) expect.fail(`U+${code.toString(16)} differs`);
  }
});

test('mixtures of spaces and invisible characters are folded', () => {
  const characters = ['a', 'bc', ' ', '  ', '\n', '\u00a0', '\u200b', '\ufeff', '\u3000'];
  let seed = 1;
  for (let round = 0; round < 20_000; round++) {
    let text = '';
    for (let rest = round % 9; rest > 0; rest--) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      text += characters[(seed >> 8) % characters.length];
    }
    if (fold(text) !== folded(text)) expect.fail(JSON.stringify(text));
  }
});
