import { expect, test } from 'vitest';
import { compareQueries } from './stated-query.ts';

test.each([
  ['case, spaces and punctuation', 'Red  Shoes!', 'red shoes'],
  ['quotes', '"red shoes" size 8', 'red shoes size 8'],
  ['width and Unicode forms', 'ｃａｆｅ́ ＡＢＣ', 'café abc'],
  ['accents', 'munchen hotel', 'München Hotel'],
  ['a corrected letter', 'restuarants berlin', 'restaurants berlin'],
  [
    'a long query that the box cuts',
    'how long does it take to read the whole of the old encyclopaedia',
    'how long does it take to read the',
  ],
  ['a dropped operator', 'red shoes -boots site:shop.example', 'red shoes -boots'],
  ['a script without spaces', '東京天気', '東京 天気'],
  ['short words', 'a', 'A'],
])('%s make no other query', (_, asked, stated) => {
  expect(compareQueries(asked, stated)).toBe('same');
});

test.each([
  ['a replaced word', 'van gogh paintings', 'van gogh biography'],
  ['an added word', 'simpsons', 'simpsons donuts'],
  ['a joined and corrected word', 'face book log in', 'facebook login'],
  ['a transliterated query', 'pogoda moskva', 'погода москва'],
  ['a query typed on another keyboard', 'ghbdtn', 'привет'],
  ['swapped letters in a short word', 'teh', 'the'],
])('%s makes a similar query', (_, asked, stated) => {
  expect(compareQueries(asked, stated)).not.toBe('other');
});

test.each([
  ['red shoes', 'weather tomorrow'],
  ['東京天気', '大阪 地図'],
  ['tea', 'car'],
])('%s and %s are different queries', (asked, stated) => {
  expect(compareQueries(asked, stated)).toBe('other');
});
