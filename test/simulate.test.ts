import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sizeFor, sizingTable } from '../lab/simulate/costs.ts';
import { simulateDay } from '../lab/simulate/day.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

const mean = (ages: readonly (readonly number[])[]): number => {
  const all = ages.flat();
  return all.reduce((sum, age) => sum + age, 0) / all.length;
};

describe('a simulated day', () => {
  test('is the same for the same seed, and differs for another', () => {
    const day = (seed: number) => simulateDay({ size: sizeFor(1e8), sample: 5000, seed }).counts;
    expect(day(1)).toEqual(day(1));
    expect(day(1)).not.toEqual(day(2));
  });
  test('loses nothing: every job has ended, waits, or is retried at midnight', () => {
    const { counts, left } = simulateDay({ size: sizeFor(1e8), sample: 20_000 });
    expect(counts.made).toBeGreaterThan(15_000);
    const waiting = left.reduce((sum, count) => sum + count, 0);
    expect(counts.done + counts.faulty + waiting).toBeLessThanOrEqual(counts.made);
    expect(counts.done + counts.faulty + waiting).toBeGreaterThan(counts.made * 0.99);
    expect(counts.tries).toBeGreaterThanOrEqual(counts.done + counts.faulty);
  });
  test('with far too much load delays low priorities most', () => {
    const { ages, use } = simulateDay({ size: sizeFor(1e8), sample: 20_000, load: 4 });
    const [low, normal, realtime, instant] = ages.map(mean);
    expect(low!).toBeGreaterThan(realtime!);
    expect(normal!).toBeGreaterThan(instant!);
    expect(Math.max(...Object.values(use).map((values) => Math.max(...values)))).toBeGreaterThan(0.9);
  });
});

test('the sizing table of docs/scaling.md equals the output of the model', () => {
  expect(readFileSync(path.join(ROOT, 'docs', 'scaling.md'), 'utf8')).toContain(sizingTable());
});
