import { describe, expect, test } from 'vitest';
import { FEATURES } from '../../../contract/tracking.ts';
import type { KeywordPoint } from '../history/rows.ts';
import { BINS, countOf, hasAiAnswer, isByVolume, type SummedKeyword, sumSlot } from './sums.ts';

const pointOf = (keywordId: number, fields: Partial<KeywordPoint> = {}): KeywordPoint => ({
  keywordId,
  slot: 14_400_000,
  code: fields.position === 0 ? 2 : 1,
  position: 1,
  rank: 1,
  depth: 20,
  pageId: 1,
  features: 0,
  owned: 0,
  cited: 0,
  competitors: [],
  top: [],
  ...fields,
});
const keywordsOf = (...volumes: (number | null)[]): Map<number, SummedKeyword> =>
  new Map(volumes.map((volume, index) => [index + 1, { id: index + 1, volume }]));
const RULES = { slot: 14_400_000, competitors: 2, isOwn: (id: number) => id < 10 };
const bit = (name: (typeof FEATURES)[number]): number => 1 << FEATURES.indexOf(name);

describe('the sums of a slot', () => {
  test('count judged, failed and skipped checks apart', () => {
    const points = [
      pointOf(1, { position: 3 }),
      pointOf(2, { position: 0 }),
      pointOf(3, { code: 11, position: 0, depth: 0 }),
      pointOf(4, { code: 21, position: 0, depth: 0 }),
      pointOf(5, { code: 31, position: 7 }),
    ];
    const sums = sumSlot(points, keywordsOf(null, null, null, null, null), RULES);
    expect(['keywords', 'found', 'notFound', 'failed', 'skipped'].map((name) => countOf(sums, name as 'found'))).toEqual([3, 2, 1, 1, 1]);
    // 3 + 7 + (20 + 1).
    expect(countOf(sums, 'positions')).toBe(31);
    expect([sums.positions[2], sums.positions[6], sums.positions[100]]).toEqual([1, 1, 1]);
    expect(sums.positions.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('leave out keywords that are not in the list', () => {
    const sums = sumSlot([pointOf(1), pointOf(9)], keywordsOf(null), RULES);
    expect(countOf(sums, 'keywords')).toBe(1);
  });

  test('weight by volume when half of the keywords have one, and count unknown volumes as 0', () => {
    const sums = sumSlot([pointOf(1, { position: 2 }), pointOf(2, { position: 5 })], keywordsOf(300, null), RULES);
    expect(isByVolume(sums)).toBe(true);
    expect(sums.volumes).toHaveLength(2 * BINS);
    expect([sums.volumes[1], sums.volumes[4]]).toEqual([300, 0]);
  });

  test('weight each keyword as 1 when most have no volume, and keep the known volumes beside', () => {
    const sums = sumSlot([pointOf(1), pointOf(2), pointOf(3)], keywordsOf(300, null, null), RULES);
    expect(isByVolume(sums)).toBe(false);
    expect(sums.volumes[0]).toBe(3);
    expect(sums.volumes).toHaveLength(4 * BINS);
    expect(sums.volumes[2 * BINS]).toBe(300);
    expect(sumSlot([pointOf(1)], keywordsOf(null), RULES).volumes).toHaveLength(2 * BINS);
  });

  test('keep keywords with an AI answer in a second histogram', () => {
    const features = bit('aiAnswer') | bit('images');
    const points = [pointOf(1, { position: 4, features, owned: bit('aiAnswer'), cited: 2 }), pointOf(2, { position: 4 })];
    const sums = sumSlot(points, keywordsOf(100, 50), RULES);
    expect(points.map(hasAiAnswer)).toEqual([true, false]);
    expect([sums.volumes[3], sums.volumes[BINS + 3]]).toEqual([150, 100]);
    expect([countOf(sums, 'answers'), countOf(sums, 'cited')]).toEqual([1, 1]);
    expect(sums.present[FEATURES.indexOf('images')]).toBe(1);
    expect(sums.owned).toEqual(FEATURES.map((name) => (name === 'aiAnswer' ? 1 : 0)));
  });

  test('sum the volumes of competitors by their positions; one that was added later was not found', () => {
    const points = [pointOf(1, { competitors: [2] }), pointOf(2, { competitors: [0, 9] })];
    const { competitorVolumes } = sumSlot(points, keywordsOf(10, 5), RULES);
    expect([competitorVolumes[0]![1], competitorVolumes[0]![100]]).toEqual([10, 5]);
    expect([competitorVolumes[1]![8], competitorVolumes[1]![100]]).toEqual([5, 10]);
  });

  test('count keywords with several own pages among the first results, and the range of depths', () => {
    const points = [pointOf(1, { top: [3, 20, 4], depth: 10 }), pointOf(2, { top: [3, 20, 3], depth: 100 })];
    const sums = sumSlot(points, keywordsOf(null, null), RULES);
    expect(countOf(sums, 'severalPages')).toBe(1);
    expect([sums.depthMin, sums.depthMax]).toEqual([10, 100]);
  });

  test('of a slot without judged checks are empty', () => {
    const sums = sumSlot([pointOf(1, { code: 10, position: 0 })], keywordsOf(5), RULES);
    expect([countOf(sums, 'keywords'), countOf(sums, 'failed'), sums.depthMin, sums.depthMax]).toEqual([0, 1, 0, 0]);
    expect(isByVolume(sums)).toBe(false);
  });
});
