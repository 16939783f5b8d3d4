import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

interface Day {
  readonly counts: Readonly<Record<'made' | 'done' | 'faulty' | 'tries' | 'walls' | 'callbacks', number>>;
  readonly ages: readonly (readonly (readonly number[])[])[];
  readonly left: readonly number[];
  readonly use: Readonly<Record<string, readonly number[]>>;
}
interface Costs {
  sizeFor(jobsADay: number): Record<string, number>;
  sizingTable(): string;
}
let simulateDay: (settings: object) => Day;
let costs: Costs;
beforeAll(async () => {
  ({ simulateDay } = (await import(path.join(ROOT, 'lab', 'simulate', 'day.ts'))) as { simulateDay: typeof simulateDay });
  costs = (await import(path.join(ROOT, 'lab', 'simulate', 'costs.ts'))) as Costs;
});

const mean = (ages: readonly (readonly number[])[]): number => {
  const all = ages.flat();
  return all.reduce((sum, age) => sum + age, 0) / all.length;
};

describe('a simulated day', () => {
  test('is the same for the same seed, and another for another', () => {
    const day = (seed: number) => simulateDay({ size: costs.sizeFor(1e8), sample: 5000, seed }).counts;
    expect(day(1)).toEqual(day(1));
    expect(day(1)).not.toEqual(day(2));
  });
  test('loses nothing: what was made has ended, waits, or comes again at midnight', () => {
    const { counts, left } = simulateDay({ size: costs.sizeFor(1e8), sample: 20_000 });
    expect(counts.made).toBeGreaterThan(15_000);
    const waiting = left.reduce((sum, count) => sum + count, 0);
    expect(counts.done + counts.faulty + waiting).toBeLessThanOrEqual(counts.made);
    expect(counts.done + counts.faulty + waiting).toBeGreaterThan(counts.made * 0.99);
    expect(counts.tries).toBeGreaterThanOrEqual(counts.done + counts.faulty);
  });
  test('that is far too busy makes the patient wait longest', () => {
    const { ages, use } = simulateDay({ size: costs.sizeFor(1e8), sample: 20_000, load: 4 });
    const [low, normal, realtime, instant] = ages.map(mean);
    expect(low!).toBeGreaterThan(realtime!);
    expect(normal!).toBeGreaterThan(instant!);
    expect(Math.max(...Object.values(use).map((values) => Math.max(...values)))).toBeGreaterThan(0.9);
  });
});

test('the sizing table of docs/scaling.md is the one that the model gives', () => {
  expect(readFileSync(path.join(ROOT, 'docs', 'scaling.md'), 'utf8')).toContain(costs.sizingTable());
});
