import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashedUrls } from '../../../business/answers/question.ts';
import { organicItem } from '../../../sources/items.ts';
import { commonShare } from './common-share.ts';
import { createRecentAnswers } from './other-query.ts';
import { pastAgreementOf } from './past-answers.ts';

const list = (name: string): number[] => hashedUrls(Array.from({ length: 10 }, (_, index) => `https://${name}${index}.example/`));
const [old, middle, now] = [list('old'), list('middle'), list('now')];
/** What the old answer becomes when half of its results, and then some more, are replaced. */
const [half, most] = [
  [...old.slice(0, 5), ...middle.slice(5)],
  [...old.slice(0, 4), ...now.slice(4)],
];
const past = (urls: readonly number[], days: number, variant = 1) => ({ urls, variant, ageSeconds: days * 86_400 });

describe('an answer', () => {
  test('without earlier answers is compared with nothing', () => {
    expect(pastAgreementOf(now, 1, [], false)).toEqual({
      recent: null,
      isSteady: false,
      siblings: null,
      isStale: false,
      isOfOtherQuery: false,
    });
  });
  test('is compared with its own variant, and only without a recent one with others', () => {
    const other = [...now.slice(0, 5), ...list('x').slice(5)];
    expect(pastAgreementOf(now, 1, [past(other, 1), past(now, 0.5, 2)], false)).toMatchObject({ recent: 0.5, siblings: null });
    expect(pastAgreementOf(now, 1, [past(other, 8), past(now, 0.5, 2)], false)).toMatchObject({ recent: null, siblings: 1 });
  });
  test('is of a steady question when the recent answers have much in common', () => {
    const between = [...now.slice(0, 5), ...middle.slice(5)];
    expect(pastAgreementOf(old, 1, [past(now, 1), past(between, 2)], false)).toMatchObject({ recent: 0, isSteady: true });
    expect(pastAgreementOf(old, 1, [past(now, 1), past(middle, 2)], false).isSteady).toBe(false);
    expect(pastAgreementOf(old, 1, [past(now, 1), past(now, 20)], false).isSteady).toBe(false);
  });
  test('is stale when it equals an old answer and the two since then had moved on', () => {
    expect(pastAgreementOf(old, 1, [past(most, 1), past(half, 2), past(old, 30)], false).isStale).toBe(true);
  });
  test('is not stale when the newest answer was the same, or only one answer differed', () => {
    expect(pastAgreementOf(old, 1, [past(old, 1), past(half, 2), past(old, 30)], false).isStale).toBe(false);
    expect(pastAgreementOf(old, 1, [past(most, 1), past(old, 30)], false).isStale).toBe(false);
  });
  test('is stale when only answers of the days around its own are stored', () => {
    const replayed = [...old.slice(0, 9), ...half.slice(9)];
    const later = [...old.slice(0, 8), ...half.slice(8)];
    expect(commonShare(replayed, later)).toBe(0.9);
    expect(pastAgreementOf(replayed, 1, [past(most, 1), past(half, 2), past(later, 18), past(old, 30)], false).isStale).toBe(true);
  });
  test('is not stale when the question returned to earlier results before', () => {
    expect(pastAgreementOf(old, 1, [past(most, 1), past(half, 2), past(old, 10), past(half, 20), past(old, 30)], false).isStale).toBe(
      false,
    );
  });
  test('is not stale when it is right and follows two days on which half of the results were wrong', () => {
    const [newer, older] = [half, [...old.slice(0, 5), ...list('wrong').slice(5)]];
    expect(pastAgreementOf(old, 1, [past(newer, 1), past(older, 2), past(old, 3), past(old, 9)], false).isStale).toBe(false);
  });
  test('is not stale when it is right and follows two days of stale answers', () => {
    expect(pastAgreementOf(most, 1, [past(old, 1), past(old, 2), past(most, 3), past(old, 30)], false).isStale).toBe(false);
  });
  test('is not in doubt after two days of wrong answers', () => {
    const right = past(old, 3);
    for (const [newer, older] of [
      [now, now],
      [now, middle],
      [[...old.slice(0, 2), ...now.slice(2)], middle],
    ] as const)
      expect(pastAgreementOf(old, 1, [past(newer, 1), past(older, 2), right, past(old, 20)], false)).toMatchObject({
        isStale: false,
        recent: 1,
      });
  });
  test('is compared with answers that are at least 12 hours old, when there are any of this week', () => {
    expect(pastAgreementOf(now, 1, [past(now, 0.4), past(middle, 1), past(middle, 2)], false)).toMatchObject({ recent: 0, isSteady: true });
    expect(pastAgreementOf(now, 1, [past(now, 0.6), past(middle, 1)], false)).toMatchObject({ recent: 1 });
    expect(pastAgreementOf(now, 1, [past(now, 0.4), past(middle, 10)], false)).toMatchObject({ recent: 1 });
  });
  test('stays stale while the source repeats it', () => {
    expect(pastAgreementOf(old, 1, [past(old, 0.1), past(most, 1), past(half, 2), past(old, 30)], false).isStale).toBe(true);
  });
});

describe('an answer to another question', () => {
  const organic = (name: string) =>
    Array.from({ length: 10 }, (_, index) => organicItem({ title: `${name} ${index}`, url: `https://s${index}.example/` }));
  const urls = hashedUrls(organic('x').map(({ url }) => url));

  test('is recognised from the same source only', () => {
    const recent = createRecentAnswers();
    expect(recent.isOfOtherQuery('bing page', 'weather tomorrow', urls, organic('Weather'))).toBe(false);
    expect(recent.isOfOtherQuery('bing api', 'red shoes', urls, organic('Weather'))).toBe(false);
    expect(recent.isOfOtherQuery('bing page', 'red shoes', urls, organic('Weather'))).toBe(true);
  });
  test('is not another wording of the same question', () => {
    const recent = createRecentAnswers();
    recent.isOfOtherQuery('bing page', 'shoes red cheap', urls, organic('Red shoes'));
    expect(recent.isOfOtherQuery('bing page', 'red shoes', urls, organic('Red shoes'))).toBe(false);
    expect(recent.isOfOtherQuery('bing page', 'footwear', urls, organic('Footwear: red shoes'))).toBe(false);
  });
  test('is forgotten when there were many others', () => {
    const recent = createRecentAnswers(2);
    recent.isOfOtherQuery('bing page', 'weather tomorrow', urls, organic('Weather'));
    for (const name of ['a', 'b', 'c']) recent.isOfOtherQuery('bing page', name, list(name), organic(name));
    expect(recent.isOfOtherQuery('bing page', 'red shoes', urls, organic('Weather'))).toBe(false);
  });
});

test('the common share counts the different results that are in both lists', () => {
  const urls = fc.array(fc.integer({ min: -8, max: 8 }), { maxLength: 20 });
  fc.assert(
    fc.property(urls, urls, (one, other) => {
      const common = new Set(one.filter((hash) => new Set(other).has(hash))).size;
      const shorter = Math.min(one.length, other.length);
      expect(commonShare(one, other)).toBe(shorter === 0 ? 0 : common / shorter);
    }),
  );
});
