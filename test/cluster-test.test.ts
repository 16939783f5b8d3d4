// The cluster test fails when nodes do not add up: the judgement of made-up figures.
import { describe, expect, test } from 'vitest';
import { type Measured, missedBars, ratiosText, type ScalingFigures } from '../lab/cluster-test/verdict.ts';

const row = (nodes: number, rate: number, databaseMs = 2): Measured => ({
  nodes,
  rate,
  databaseMs,
  nodeMs: 15,
  quotaUsed: 0.98,
  claims: 0.5,
  emptyClaims: 0.1,
  notifications: 0.02,
});

const GOOD: ScalingFigures = {
  waiting: [row(1, 8), row(2, 15.8), row(3, 23.4)],
  busy: [row(1, 15), row(2, 29), row(3, 42)],
  idle: { node: 0.006, database: 0.002 },
};

describe('the verdict of the cluster test', () => {
  test('misses no bar when the nodes add up', () => {
    expect(missedBars(GOOD)).toEqual([]);
    expect(ratiosText(GOOD)).toBe(
      'waiting x1.98 x2.92 (database CPU x1.00 x1.00), CPU-bound x1.93 x2.80 (database CPU x1.00 x1.00), idle node 0.80% of a core',
    );
  });

  test('accepts figures that meet the bars exactly', () => {
    const exact: ScalingFigures = {
      waiting: [row(1, 10), row(2, 18), row(3, 27, 2.2)],
      busy: [row(1, 10), row(2, 17), row(3, 25.5)],
      idle: { node: 0.005, database: 0.005 },
    };
    expect(missedBars(exact)).toEqual([]);
  });

  test('fails when waiting work is below 0.9 times the nodes', () => {
    expect(missedBars({ ...GOOD, waiting: [row(1, 10), row(2, 19), row(3, 26.9)] })).toEqual([
      'waiting work of 3 nodes is x2.69, at least x2.70; they used 98% of their processor',
    ]);
  });

  test('fails when CPU-bound work is below 0.85 times the nodes', () => {
    expect(missedBars({ ...GOOD, busy: [row(1, 10), row(2, 16.8), row(3, 6.4)] })).toEqual([
      'CPU-bound work of 2 nodes is x1.68, at least x1.70; they used 98% of their processor',
      'CPU-bound work of 3 nodes is x0.64, at least x2.55; they used 98% of their processor',
    ]);
  });

  test('fails when several nodes cost the database more per job', () => {
    expect(missedBars({ ...GOOD, busy: [row(1, 15, 2), row(2, 29, 2.1), row(3, 42, 2.3)] })).toEqual([
      'database CPU per CPU-bound job with 3 nodes is x1.15, at most x1.10',
    ]);
  });

  test('counts what an idle node costs the database', () => {
    expect(missedBars({ ...GOOD, idle: { node: 0.006, database: 0.005 } })).toEqual(['an idle node costs 1.10% of a core, at most 1.00%']);
  });

  test('fails when a figure is missing', () => {
    expect(missedBars({ ...GOOD, busy: [row(1, 15)] })).toEqual(['CPU-bound work was not measured with several nodes']);
    expect(missedBars({ ...GOOD, busy: [row(1, 0), row(2, 0), row(3, 0)] })).toHaveLength(2);
  });
});
