import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLatin } from './letters.ts';

test('a text is Latin when at least half of its letters are', () => {
  const share = (text: string): boolean =>
    (text.match(/[^\P{L}\P{Script=Latin}]/gu) ?? []).length * 2 >= (text.match(/\p{L}/gu) ?? []).length;
  const letter = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3 }),
    fc.constantFrom('é', 'ж', '天', '고', 'か', 'ª', '×', 'Ω', ' ', 'a'),
  );
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 12 }), (letters) => {
      expect(isLatin(letters.join(''))).toBe(share(letters.join('')));
    }),
    { numRuns: 500 },
  );
});
