import { describe, expect, test } from 'vitest';
import { dayTicks, valueTicks } from './ticks.ts';

describe('ticks of the value axis', () => {
  test('are round and reach the highest value', () => {
    expect(valueTicks(14, 1)).toEqual([0, 5, 10, 15]);
    expect(valueTicks(10, 1)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(valueTicks(0.31).map((value) => value.toFixed(2))).toEqual(['0.00', '0.10', '0.20', '0.30', '0.40']);
    expect(valueTicks(0.009).map((value) => value.toFixed(3))).toEqual(['0.000', '0.002', '0.004', '0.006', '0.008', '0.010']);
  });

  test('of counts have no fractions', () => {
    expect(valueTicks(1, 1)).toEqual([0, 1]);
    expect(valueTicks(2, 1)).toEqual([0, 1, 2]);
  });

  test('of a chart without a value are two', () => {
    for (const smallest of [0, 1]) expect(valueTicks(0, smallest)).toEqual([0, 1]);
  });
});

describe('days below a chart', () => {
  test('are the first and the last, and more where they fit', () => {
    expect(dayTicks(90, 300, 80)).toEqual([0, 30, 59, 89]);
    expect(dayTicks(30, 60, 80)).toEqual([0, 29]);
  });

  test('of one day or two are not repeated', () => {
    expect(dayTicks(1, 600, 80)).toEqual([0]);
    expect(dayTicks(2, 600, 80)).toEqual([0, 1]);
  });
});
