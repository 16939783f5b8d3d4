import { describe, expect, test } from 'vitest';
import type { SeriesResponse } from '../../../src/contract/series.ts';
import { byKey, everyKey, figuresOf, shareByKey, successByKey, valuesOf } from './series-lines.ts';

const series = (lines: SeriesResponse['lines']): SeriesResponse => ({ name: 'engines', range: '1h', stepSeconds: 60, times: [], lines });
const ENGINES = series([
  { key: 'live/bing', values: { runs: [1, 0, null], ok: [1, 0, null], p50Ms: [10, null, null], p95Ms: [20, null, null] } },
  { key: 'live/google', values: { runs: [4, 6, 2], ok: [2, 0, 2], p50Ms: [100, 200, 300], p95Ms: [400, 500, 600] } },
  { key: 'test/google', values: { runs: [9, 9, 9], ok: [9, 9, 9], p50Ms: [1, 1, 1], p95Ms: [2, 2, 2] } },
]);

describe('lines of a chart', () => {
  test('belong to one mode, the busiest first', () => {
    expect(byKey('live', 'runs')(ENGINES)).toEqual([
      { name: 'Google', values: [4, 6, 2] },
      { name: 'Bing', values: [1, 0, null] },
    ]);
    expect(byKey('test', 'runs')(ENGINES)).toEqual([{ name: 'Google', values: [9, 9, 9] }]);
  });

  test('are at most six', () => {
    const many = series(Array.from({ length: 9 }, (_, index) => ({ key: `live/engine${index}`, values: { runs: [index] } })));
    expect(byKey('live', 'runs')(many).map(({ name }) => name)).toEqual(['engine8', 'engine7', 'engine6', 'engine5', 'engine4', 'engine3']);
  });

  test('show success in percent, with a gap where nothing was tried', () => {
    expect(successByKey('live', 'runs')(ENGINES).map(({ values }) => values)).toEqual([
      [50, 0, 100],
      [100, null, null],
    ]);
  });

  test('show several values of the busiest key', () => {
    expect(valuesOf({ p50Ms: 'p50', p95Ms: 'p95' }, 'live', 'runs')(ENGINES)).toEqual([
      { name: 'Google p50', values: [100, 200, 300] },
      { name: 'Google p95', values: [400, 500, 600] },
    ]);
    expect(valuesOf({ p50Ms: 'p50' })(series([]))).toEqual([]);
  });

  test('show modes as names when a key is only a mode', () => {
    const outbox = series([
      { key: 'live', values: { pending: [3] } },
      { key: 'test', values: { pending: [1] } },
    ]);
    expect(everyKey('pending')(outbox).map(({ name }) => name)).toEqual(['Live', 'Test']);
    expect(byKey('live', 'pending')(outbox)).toEqual([{ name: 'Live', values: [3] }]);
  });
});

test('a pair of sources is named by both', () => {
  const pairs = series([{ key: 'bing/page~upstream', values: { pairs: [2, 0], agreementThousandths: [1000, 0] } }]);
  expect(shareByKey('agreementThousandths', 'pairs', 0.1)(pairs)).toEqual([{ name: 'Bing Direct fetch and upstream', values: [50, null] }]);
});

test('figures are the newest and the highest value', () => {
  expect(figuresOf({ name: 'x', values: [1, 7, 2, null] })).toEqual({ latest: 2, highest: 7 });
  expect(figuresOf({ name: 'x', values: [null] })).toEqual({ latest: null, highest: null });
});
