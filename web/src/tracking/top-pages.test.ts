// Checks the comparison of the first results of two days.
import { expect, test } from 'vitest';
import { topRows } from './top-pages.tsx';

test('results move, stay and enter', () => {
  expect(topRows(['b', 'a', 'c', 'e'], ['a', 'b', 'c', 'd'])).toEqual([
    { url: 'b', position: 1, change: { value: 1, movement: 'up' } },
    { url: 'a', position: 2, change: { value: -1, movement: 'down' } },
    { url: 'c', position: 3, change: { value: 0, movement: 'same' } },
    { url: 'e', position: 4, change: { value: null, movement: 'entered' } },
  ]);
});
test('without another day there is nothing to compare', () => {
  expect(topRows(['a'], undefined)).toEqual([{ url: 'a', position: 1, change: null }]);
});
