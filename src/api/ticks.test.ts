import { describe, expect, test } from 'vitest';
import { createTicks } from './ticks.ts';

function* count(to: number, note: (step: number) => void): Generator<void, number> {
  for (let step = 1; step <= to; step++) {
    note(step);
    yield;
  }
  return to;
}
const now = (slice: () => void): void => slice();

describe('long work', () => {
  test('of several callers alternates, with one slice per event loop tick', async () => {
    let time = 0;
    // Each read of the clock takes a millisecond, so a slice has a few steps.
    const ticks = createTicks(4, () => time++);
    const order: string[] = [];
    const slices: number[] = [];
    let loops = 0;
    let isOver = false;
    const loop = (): void => {
      loops++;
      if (!isOver) setImmediate(loop);
    };
    setImmediate(loop);
    const run = (name: string) =>
      ticks.run(
        count(20, () => void order.push(name)),
        (slice) => {
          slices.push(loops);
          slice();
        },
      );
    expect(await Promise.all([run('a'), run('b')])).toEqual([20, 20]);
    isOver = true;
    expect(order.indexOf('b')).toBeLessThan(order.lastIndexOf('a'));
    expect(new Set(slices).size).toBe(slices.length);
    expect(slices.length).toBeGreaterThan(6);
  });

  test('that is short runs at once', () => {
    const ticks = createTicks();
    let last = 0;
    void ticks.run(
      count(3, (step) => {
        last = step;
      }),
      now,
    );
    expect(last).toBe(3);
  });

  test('that fails ends, and the next continues', async () => {
    const ticks = createTicks();
    const failing = ticks.run(
      count(3, (step) => {
        if (step === 2) throw new Error('no');
      }),
      now,
    );
    await expect(failing).rejects.toThrow('no');
    expect(
      await ticks.run(
        count(2, () => undefined),
        now,
      ),
    ).toBe(2);
  });
});
