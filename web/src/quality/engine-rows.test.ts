import { expect, test } from 'vitest';
import { engineRows, type Measured } from './engine-rows.ts';

const NOTHING: Measured = { canaries: [], pairs: [], cases: [], quality: { lines: [] }, parsing: { lines: [] } };
const source = (engine: 'bing' | 'google', name: string, state: 'passing' | 'failing' | 'untested') => ({
  engine,
  source: name,
  state,
  failingSince: null,
  suspectSince: null,
  reason: null,
  switchedOff: false,
  runsToday: 3,
  budget: null,
  canaries: [],
});
const means = (agreement: number) => ({ pairs: 10, overlap: 1, correlation: 1, features: 1, agreement, low: 0 });

test('has no row for an engine without any figure', () => {
  expect(engineRows({ ...NOTHING, canaries: [source('bing', 'page', 'untested')] })).toEqual([]);
});

test('sums the sources of an engine, and leaves the sandbox out', () => {
  const [row] = engineRows({
    ...NOTHING,
    quality: {
      lines: [
        { key: 'live/bing/page', values: { pages: [6, null, 2], low: [2, null, 0], sumThousandths: [4000, null, 2000] } },
        { key: 'live/bing/upstream', values: { pages: [2], low: [0], sumThousandths: [2000] } },
        { key: 'test/bing/sandbox', values: { pages: [100], low: [100], sumThousandths: [0] } },
      ],
    },
    parsing: { lines: [{ key: 'live/bing', values: { found: [30, 10], requested: [40, 10] } }] },
    pairs: [
      { engine: 'bing', sources: ['page', 'upstream'], lastDay: means(0.9), week: null },
      { engine: 'bing', sources: ['page', 'serper'], lastDay: means(0.4), week: null },
    ],
  });
  expect(row).toEqual({
    engine: 'bing',
    failing: [],
    tested: 0,
    sources: 0,
    quality: 0.8,
    lowShare: 0.2,
    agreement: 0.4,
    found: 0.8,
    cases: 0,
  });
});

test('counts the sources that no canary has tested yet', () => {
  const [row] = engineRows({ ...NOTHING, canaries: [source('bing', 'page', 'passing'), source('bing', 'upstream', 'untested')] });
  expect([row!.tested, row!.sources]).toEqual([1, 2]);
});

test('engines with a failing source or an open case come first', () => {
  const rows = engineRows({
    ...NOTHING,
    quality: { lines: [{ key: 'live/yahoo/page', values: { pages: [900], low: [0], sumThousandths: [900_000] } }] },
    canaries: [source('google', 'page', 'failing'), source('google', 'serper', 'passing')],
    cases: [
      { engine: 'naver', state: 'open' },
      { engine: 'baidu', state: 'dismissed' },
    ],
  });
  expect(rows.map(({ engine, failing, tested, cases }) => [engine, failing, tested, cases])).toEqual([
    ['google', ['page'], 2, 0],
    ['naver', [], 0, 1],
    ['yahoo', [], 0, 0],
  ]);
});
