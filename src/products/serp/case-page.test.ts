import { expect, test } from 'vitest';
import { noItems } from '../../contract/items.ts';
import { type CaseReading, diffExpected, expectationOf, expectedOf } from './case-page.ts';

const item = (n: number, position: number, rank: number) => ({
  position,
  rank,
  page: 1,
  url: `https://shop${n}.example/`,
  title: `Title ${n}`,
});
const readingOf = (organic: object[], paaRank: number): CaseReading => ({
  outcome: 'valid',
  reason: null,
  found: { ...noItems(), organic, paa: [{ position: 1, rank: paaRank, page: 1, question: 'Why?' }] } as unknown as CaseReading['found'],
  leadsOn: false,
});

test('an exported case to which a missing item was added passes as soon as the parser finds it', () => {
  const exported = expectationOf(expectedOf(readingOf([item(1, 1, 1), item(3, 2, 2)], 3)));
  const [first, last] = exported.organic as object[];
  const corrected = { ...exported, organic: [first, { title: 'Title 2', url: 'https://shop2.example/' }, last] };
  expect(diffExpected(corrected, readingOf([item(1, 1, 1), item(3, 2, 2)], 3))).toMatchObject({ lost: 1, gained: 0 });
  expect(diffExpected(corrected, readingOf([item(1, 1, 1), item(2, 2, 2), item(3, 3, 3)], 4)).changes).toEqual([]);
});

test('an exported item begins with what people recognise', () => {
  const { organic, paa } = expectationOf(expectedOf(readingOf([item(1, 1, 1)], 2))) as unknown as Record<string, object[]>;
  expect(Object.keys(organic![0]!)).toEqual(['title', 'url', 'page']);
  expect(paa).toEqual([{ question: 'Why?', page: 1 }]);
});
