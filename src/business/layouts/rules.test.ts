import { describe, expect, test } from 'vitest';
import { ITEM_ARRAYS } from '../../contract/items.ts';
import { type LayoutCounts, NO_COUNTS } from './counts.ts';
import { type JudgedLayout, judgeLayouts, limitDoubts, summaryOf } from './rules.ts';

const filledOf = (filled: Readonly<Record<string, number>>): number[] => ITEM_ARRAYS.map((name) => filled[name] ?? 0);
const counts = (
  pages: number,
  found: number,
  filled: Record<string, number> = { organic: pages },
  more: Partial<LayoutCounts> = {},
): LayoutCounts => ({
  pages,
  judged: pages,
  found: pages * found,
  requested: pages * 10,
  unparsed: 0,
  suspect: 0,
  filled: filledOf(filled),
  ...more,
});
const layout = (id: string, fields: Partial<JudgedLayout>): JudgedLayout => ({
  id,
  firstSeenDaysAgo: 30,
  recent: NO_COUNTS,
  day: NO_COUNTS,
  week: NO_COUNTS,
  caseState: null,
  ...fields,
});
const usual = layout('usual', { recent: counts(50, 9), day: counts(500, 9), week: counts(3000, 9) });
const fresh = (fields: Partial<JudgedLayout>): JudgedLayout => layout('new', { firstSeenDaysAgo: 0.1, ...fields });
const judged = (...layouts: JudgedLayout[]) => judgeLayouts(layouts).find(({ id }) => id === 'new')!;

describe('a layout', () => {
  test('that is new, growing and finds less becomes a case', () => {
    const { kind, doubt, figures } = judged(usual, fresh({ recent: counts(10, 5) }));
    expect({ kind, doubt }).toEqual({ kind: 'yield', doubt: { kind: 'yield', below: 0.54 } });
    expect(figures).toMatchObject({ pages: 10, yield: 0.5, neighboursYield: 0.9, arrays: [] });
    expect(figures.share).toBeCloseTo(1 / 6);
    expect(summaryOf('bing', 'yield', figures)).toContain('50%');
  });

  test('is in doubt after three pages, and only then', () => {
    expect(judged(usual, fresh({ recent: counts(2, 4) }))).toMatchObject({ kind: null, doubt: null });
    expect(judged(usual, fresh({ recent: counts(3, 4) }))).toMatchObject({ kind: null, doubt: { kind: 'yield' } });
    expect(judged(usual, fresh({ recent: counts(9, 4) })).kind).toBeNull();
  });

  test.each([
    ['finds as much as elsewhere', [usual, fresh({ recent: counts(20, 9) })]],
    ['is old', [usual, fresh({ firstSeenDaysAgo: 8, recent: counts(20, 3) })]],
    ['does not grow', [usual, fresh({ recent: counts(5, 3), day: counts(50, 3), week: counts(300, 3) })]],
    ['has no neighbour that is known well', [layout('usual', { recent: counts(29, 9) }), fresh({ recent: counts(20, 3) })]],
    ['has only younger neighbours', [{ ...usual, firstSeenDaysAgo: 0 }, fresh({ recent: counts(20, 3) })]],
    ['has only neighbours with open cases', [{ ...usual, caseState: 'open' as const }, fresh({ recent: counts(20, 3) })]],
    ['is alone', [fresh({ recent: counts(20, 3) })]],
  ])('opens no case when it %s', (_, layouts) => {
    expect(judged(...layouts).kind).toBeNull();
  });

  test('that never fills an array of all neighbours becomes a case', () => {
    const rich = (id: string, related: number) =>
      layout(id, { week: counts(100, 9, { organic: 100, related }), recent: counts(10, 9, { organic: 10, related: related / 10 }) });
    const poor = fresh({ recent: counts(12, 9) });
    expect(judged(rich('a', 90), rich('b', 70), poor)).toMatchObject({ kind: 'array', figures: { arrays: ['related'] } });
    expect(judged(rich('a', 90), rich('b', 40), poor).kind).toBeNull();
    expect(judged(rich('a', 90), fresh({ recent: counts(12, 9, { organic: 12, related: 1 }) })).kind).toBeNull();
  });

  test.each(['unparsed', 'suspect'] as const)('of which most pages are %s becomes a case without neighbours', (kind) => {
    const failed = (pages: number, share: number) => ({ ...NO_COUNTS, pages, [kind]: Math.ceil(pages * share) });
    expect(judged(fresh({ firstSeenDaysAgo: 40, recent: failed(5, 1) }))).toMatchObject({ kind, doubt: { kind }, figures: { pages: 5 } });
    expect(judged(fresh({ recent: failed(4, 1) })).kind).toBeNull();
    expect(judged(fresh({ recent: failed(20, 0.4) })).kind).toBeNull();
  });
});

describe('an open case', () => {
  const open = (fields: Partial<JudgedLayout>) => judged(usual, fresh({ caseState: 'open', ...fields }));
  test('is corrected when the newest pages yield as much as elsewhere', () => {
    expect(open({ recent: counts(10, 9), day: counts(50, 3) }).closes).toBe('corrected');
    expect(open({ recent: counts(10, 7), day: counts(50, 3) }).closes).toBeNull();
    expect(open({ recent: counts(9, 9), day: counts(50, 3) }).closes).toBeNull();
    expect(open({ recent: counts(30, 9, {}, { judged: 10, unparsed: 20 }) }).closes).toBeNull();
  });

  test.each([
    ['yield', { found: 5, arrays: [] }],
    ['array', { found: 9, arrays: ['related'] }],
  ] as const)('stays open when its layout has replaced all others and reads no better: %s', (_, { found, arrays }) => {
    const caseFigures = { pages: 10, share: 0.1, yield: 0.5, neighboursYield: 0.9, arrays };
    const alone = (fields: Partial<JudgedLayout>) => judged(fresh({ firstSeenDaysAgo: 9, caseState: 'open', caseFigures, ...fields }));
    expect(alone({ recent: counts(50, found), day: counts(500, found), week: counts(3000, found) }).closes).toBeNull();
    expect(alone({ recent: counts(50, 9, { organic: 50, related: 20 }) }).closes).toBe('corrected');
  });

  test('is resolved when its layout is not seen for a day', () => {
    expect(open({ week: counts(100, 3) }).closes).toBe('resolved');
    expect(open({ day: counts(1, 3) }).closes).toBeNull();
  });
});

test('few layouts per engine are in doubt at a time: open cases, then those with the most pages', () => {
  const failing = (id: string, pages: number, engine = 'bing') => ({
    ...judgeLayouts([layout(id, { recent: { ...NO_COUNTS, pages, unparsed: pages } })])[0]!,
    engine,
  });
  const given = [failing('open', 5), failing('rare', 6), failing('often', 60), failing('most', 600), failing('other', 5, 'google')];
  const limited = limitDoubts(given, (id) => id === 'open', 2);
  const doubted = limited.filter(({ kind, doubt }) => kind !== null && doubt !== null).map(({ id }) => id);
  expect(doubted).toEqual(['open', 'most', 'other']);
  expect(limited.filter(({ kind, doubt }) => kind === null && doubt === null)).toHaveLength(2);
  expect(
    limitDoubts(
      Array.from({ length: 50 }, (_, n) => failing(`l${n}`, 5)),
      () => false,
    ).filter(({ kind }) => kind),
  ).toHaveLength(20);
});

test('a thousand layouts of an engine with new names on every page are judged within half a second of CPU time', () => {
  const layouts = Array.from({ length: 1000 }, (_, index) =>
    layout(`new${index}`, { firstSeenDaysAgo: 0.01, recent: counts(3, index < 500 ? 9 : 2) }),
  );
  const before = process.cpuUsage();
  const judgements = judgeLayouts(layouts);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(0.5);
  expect(judgements.map(({ doubt }) => doubt !== null)).toEqual(layouts.map((_, index) => index >= 500));
});
