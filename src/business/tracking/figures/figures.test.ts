import { describe, expect, test } from 'vitest';
import type { KeywordPoint } from '../history/rows.ts';
import type { Curve, FiguresOf } from '../types.ts';
import { clickShare, DEFAULT_CURVE, shareOf } from './curve.ts';
import { competitorFiguresOf, figuresOf, visibilityOf } from './figures.ts';
import { sumSlot } from './sums.ts';

const CURVE: Curve = { name: 'test', shares: [0.4, 0.2, 0.1], aiFactor: 0.5 };
const point = (keywordId: number, position: number, fields: Partial<KeywordPoint> = {}): KeywordPoint => ({
  keywordId,
  slot: 0,
  code: position === 0 ? 2 : 1,
  position,
  rank: position,
  depth: 20,
  pageId: 0,
  features: 0,
  owned: 0,
  cited: 0,
  competitors: [],
  top: [],
  ...fields,
});
const sumsOf = (points: readonly KeywordPoint[], volumes: readonly (number | null)[], competitors = 0) =>
  sumSlot(points, new Map(volumes.map((volume, index) => [index + 1, { id: index + 1, volume }])), {
    slot: 0,
    competitors,
    isOwn: () => false,
  });

describe('the default curve', () => {
  test('has 100 positions, falls and has the documented shares', () => {
    expect(DEFAULT_CURVE.shares).toHaveLength(100);
    expect([1, 2, 10, 11, 23, 24, 100].map((position) => shareOf(DEFAULT_CURVE, position, false))).toEqual([
      0.304, 0.162, 0.0113, 0.0091, 0.0021, 0.0021, 0.0021,
    ]);
    expect(DEFAULT_CURVE.shares.every((share, index, all) => index === 0 || share <= all[index - 1]!)).toBe(true);
  });

  test('has no clicks for a domain that was not found or is after its end', () => {
    expect(shareOf(CURVE, 0, false)).toBe(0);
    expect(shareOf(CURVE, 4, false)).toBe(0);
    expect(shareOf(CURVE, 1, true)).toBe(0.2);
    expect([clickShare({ settings: { curve: null } }, 2, true), clickShare({ settings: { curve: CURVE } }, 2, true)]).toEqual([0.162, 0.1]);
  });
});

describe('figures', () => {
  test('of a table computed by hand, weighted by volume', () => {
    const points = [point(1, 1), point(2, 2), point(3, 15), point(4, 0), point(5, 0, { depth: 10 })];
    const figures: ReturnType<FiguresOf> = figuresOf(sumsOf(points, [100, 200, 50, 150, 500]), CURVE);
    expect(figures).toEqual({
      keywords: 5,
      failed: 0,
      skipped: 0,
      ranked: 0.6,
      // (1 + 2 + 15) / 3
      average: 6,
      // (1 + 2 + 15 + 21 + 11) / 5
      averageWithAbsent: 10,
      distribution: { top3: 2, top10: 0, top20: 1, top100: 0, none: 2 },
      // (100 × 0.4 + 200 × 0.2) / (0.4 × 1000)
      visibility: 0.2,
      shareOfVoice: 1,
      visits: 80,
      weightedBy: 'volume',
      curve: 'test',
      aiAnswers: 0,
      aiCited: null,
      depth: { min: 10, max: 20 },
    });
  });

  test('without volumes weight every keyword the same and know no visits', () => {
    const figures = figuresOf(sumsOf([point(1, 1), point(2, 2), point(3, 3), point(4, 0)], [null, null, null, null]), CURVE);
    // (0.4 + 0.2 + 0.1) / (4 × 0.4)
    expect([figures.visibility, figures.visits, figures.weightedBy]).toEqual([0.4375, null, 'keyword']);
  });

  test('with few volumes still estimate the visits of the keywords that have one', () => {
    const figures = figuresOf(sumsOf([point(1, 1), point(2, 1), point(3, 1)], [1000, null, null]), CURVE);
    expect([figures.visibility, figures.visits, figures.weightedBy]).toEqual([1, 400, 'keyword']);
  });

  test('apply the factor only to pages with an AI answer', () => {
    const points = [point(1, 1, { features: 1, owned: 1, cited: 1 }), point(2, 1, { features: 1 }), point(3, 1)];
    const figures = figuresOf(sumsOf(points, [100, 100, 200]), CURVE);
    // (100 × 0.2 + 100 × 0.2 + 200 × 0.4) / (0.4 × 400)
    expect([figures.visibility, figures.visits]).toEqual([0.75, 120]);
    expect([figures.aiAnswers, figures.aiCited]).toEqual([2, 0.5]);
  });

  test('share the voice with the competitors that count', () => {
    const points = [point(1, 2, { competitors: [1, 3] }), point(2, 3, { competitors: [0, 1] })];
    const sums = sumsOf(points, [100, 100], 2);
    // Own: 20 + 10. First competitor: 40. Second: 10 + 40.
    expect(figuresOf(sums, CURVE).shareOfVoice).toBe(0.25);
    expect(figuresOf(sums, CURVE, [0]).shareOfVoice).toBe(0.4286);
    expect(competitorFiguresOf(sums, CURVE, 1, [0, 1])).toEqual({ visibility: 0.625, shareOfVoice: 0.4167 });
    expect(competitorFiguresOf(sums, CURVE, 2, [0, 1])).toEqual({ visibility: null, shareOfVoice: null });
  });

  test('of the past are recomputed by a changed curve', () => {
    const stored = sumsOf([point(1, 1), point(2, 3)], [100, 300]);
    const flat: Curve = { name: 'flat', shares: [0.1, 0.1, 0.1], aiFactor: 1 };
    expect([figuresOf(stored, CURVE).visibility, figuresOf(stored, CURVE).curve]).toEqual([0.4375, 'test']);
    expect([figuresOf(stored, flat).visibility, figuresOf(stored, flat).curve]).toEqual([1, 'flat']);
    expect(visibilityOf(stored, flat)).toBe(1);
  });

  test('of a slot without judged checks are null, never 0', () => {
    const figures = figuresOf(sumsOf([point(1, 0, { code: 10 })], [5]), CURVE);
    expect([figures.average, figures.averageWithAbsent, figures.visibility, figures.shareOfVoice, figures.visits]).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    expect(figures.failed).toBe(1);
  });
});
