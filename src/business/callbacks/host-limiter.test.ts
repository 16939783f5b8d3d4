import { stat } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHostLimiter, type Destination, type HostLimiter } from './host-limiter.ts';

const SETTINGS = { perHostMax: 10, atOnceMax: 100 };
let limiter: HostLimiter;
let calls = 0;
beforeEach(() => {
  vi.useFakeTimers();
  calls = 0;
  limiter = createHostLimiter(SETTINGS, () => calls++);
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (host: string, account = 1, receiver = 1): Destination => ({ account, host, receiver, queue: `q-${host}` });
const enterMany = (to: Destination, count: number): number =>
  Array.from({ length: count }, () => limiter.acquire(to)).filter(Boolean).length;
/** Sends the given number. `answer` ends those that were really sent. */
function sendMany(to: Destination, count: number) {
  const open: (() => void)[] = [];
  const ends: (string | null)[] = [];
  for (let sent = 0; sent < count; sent++)
    void limiter
      .run(to, () => new Promise<string>((resolve) => open.push(() => resolve('answered'))))
      .then((end) => {
        ends.push(end);
        limiter.release(to);
      });
  const answer = async (number = open.length): Promise<void> => {
    for (const resolve of open.splice(0, number)) resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { open, ends, answer };
}
/** Sends and responds until the receiver counts as fast. */
async function warm(to: Destination): Promise<void> {
  enterMany(to, 20);
  const { ends, answer } = sendMany(to, 20);
  while (ends.length < 20) {
    await vi.advanceTimersByTimeAsync(0);
    await answer();
  }
}

describe('a receiver that responds', () => {
  test('gets few callbacks at first, then up to the limit of a host', async () => {
    expect(enterMany(at('a'), 100)).toBe(80);
    const { open, ends, answer } = sendMany(at('a'), 80);
    const sizes: number[] = [];
    while (ends.length < 80) {
      await vi.advanceTimersByTimeAsync(0);
      sizes.push(open.length);
      await answer();
    }
    expect(sizes.slice(0, 4)).toEqual([2, 4, 8, 10]);
    expect(Math.max(...sizes)).toBe(10);
    expect(ends.every((end) => end === 'answered')).toBe(true);
    expect(limiter.queueCapacities().queues).toEqual([]);
    expect(limiter.accountCapacities(100)).toEqual({ accounts: [], capacities: [] });
  });
  test('shares its host equally with other accounts, which use each other’s free slots', async () => {
    for (const account of [1, 2, 3]) await warm(at('a', account));
    const [one, two] = [1, 2].map((account) => {
      enterMany(at('a', account), 30);
      return sendMany(at('a', account), 30);
    }) as [ReturnType<typeof sendMany>, ReturnType<typeof sendMany>];
    await vi.advanceTimersByTimeAsync(0);
    expect([one.open.length, two.open.length]).toEqual([10, 0]);
    await one.answer(5);
    expect([one.open.length, two.open.length]).toEqual([5, 5]);
    enterMany(at('a', 3), 1);
    const three = sendMany(at('a', 3), 1);
    await one.answer(1);
    expect([one.open.length, two.open.length, three.open.length]).toEqual([4, 5, 1]);
    await three.answer();
    await two.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(one.open.length + two.open.length).toBe(10);
  });
});

describe('a receiver that leaves a callback unanswered', () => {
  test('keeps its sent callbacks, gets up to the limit of a host, and the rest is released', async () => {
    enterMany(at('a'), 80);
    const { ends, open } = sendMany(at('a'), 80);
    await vi.advanceTimersByTimeAsync(1001);
    expect([open.length, ends.length]).toEqual([2, 78]);
    expect(limiter.queueCapacities()).toEqual({ accounts: [1], queues: ['q-a'], capacities: [8] });
    expect(enterMany(at('a'), 20)).toBe(8);
    const more = sendMany(at('a'), 8);
    await vi.advanceTimersByTimeAsync(0);
    expect(more.open).toHaveLength(8);
    expect([limiter.acquire(at('a')), limiter.acquire(at('b')), limiter.slowSlots]).toEqual([false, true, 10]);
    expect(calls).toBeGreaterThan(0);
  });
  test('leaves slots to other receivers and other accounts of its host', async () => {
    await warm(at('a'));
    enterMany(at('a'), 10);
    sendMany(at('a'), 10);
    for (const other of [at('a', 1, 2), at('a', 2)]) {
      enterMany(other, 1);
      const { open } = sendMany(other, 1);
      expect(open).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(1001);
      expect(open).toHaveLength(1);
    }
  });
  test('shares the slots for slow receivers with another account as they become free', async () => {
    const slow = [1, 2].map((account) => {
      enterMany(at('a', account), 2);
      return sendMany(at('a', account), 2);
    });
    await vi.advanceTimersByTimeAsync(1001);
    expect(enterMany(at('a', 1), 10)).toBe(3);
    sendMany(at('a', 1), 3);
    expect(enterMany(at('a', 2), 10)).toBe(3);
    sendMany(at('a', 2), 3);
    expect(limiter.queueCapacities().capacities).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1001);
    const before = calls;
    await slow[0]!.answer(1);
    expect(calls).toBeGreaterThan(before);
    expect(limiter.queueCapacities().capacities).toEqual([1, 0]);
  });
  test('is no longer slow when it responds again', async () => {
    enterMany(at('a'), 2);
    const slow = sendMany(at('a'), 2);
    await vi.advanceTimersByTimeAsync(1001);
    await slow.answer();
    expect(limiter.queueCapacities().capacities).toEqual([10]);
    await warm(at('a', 1, 1));
    expect([limiter.queueCapacities().capacities, limiter.slowSlots]).toEqual([[], 0]);
  });
  test('has more time for a large body', async () => {
    enterMany(at('a'), 1);
    void limiter.run(at('a'), () => new Promise(() => undefined), 5000);
    await vi.advanceTimersByTimeAsync(5900);
    expect(limiter.slowSlots).toBe(0);
    await vi.advanceTimersByTimeAsync(101);
    expect(limiter.slowSlots).toBe(1);
  });
});

describe('a host', () => {
  test('has a limit, even if many accounts leave everything unanswered', async () => {
    const sent = Array.from({ length: 30 }, (_, account) => {
      enterMany(at('a', account), 2);
      return sendMany(at('a', account), 2);
    });
    for (let second = 0; second < 8; second++) await vi.advanceTimersByTimeAsync(1001);
    expect(sent.reduce((sum, { open }) => sum + open.length, 0)).toBe(20);
  });
});

describe('many slow hosts', () => {
  test('share half of the slots, and one account gets a part of them', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `slow${number}`);
    for (const name of names) enterMany(at(name), 2);
    const sent = names.map((name) => sendMany(at(name), 2));
    await vi.advanceTimersByTimeAsync(1001);
    for (const { answer } of sent) await answer();
    expect(limiter.slowSlots).toBe(0);
    expect(names.reduce((sum, name) => sum + enterMany(at(name), 2), 0)).toBe(40);
    expect(limiter.acquire(at('slow39'))).toBe(false);
    expect(enterMany(at('good', 2), 60)).toBe(60);
  });
  test('are forgotten when there are too many', () => {
    for (let number = 0; number < 2500; number++) {
      limiter.acquire(at(`host${number}`));
      limiter.release(at(`host${number}`));
    }
    expect(limiter.acquire(at('another'))).toBe(true);
  });
});

test('callbacks that wait when the service stops are released', async () => {
  enterMany(at('a'), 20);
  const { ends, answer } = sendMany(at('a'), 20);
  await vi.advanceTimersByTimeAsync(0);
  limiter.close();
  await answer();
  expect(ends.filter((end) => end === null)).toHaveLength(18);
});

test('a callback that has waited too long is released when it would get a slot', async () => {
  limiter = createHostLimiter({ ...SETTINGS, perHostMax: 2 }, () => undefined);
  enterMany(at('a'), 80);
  const { ends, answer } = sendMany(at('a'), 80);
  for (let turn = 0; turn < 20; turn++) {
    await vi.advanceTimersByTimeAsync(900);
    await answer();
  }
  // A slot becomes free every 0.9 s. The twelfth is the last within ten seconds.
  expect([ends.filter((end) => end === 'answered').length, ends.filter((end) => end === null).length]).toEqual([24, 56]);
});

test('a response that arrives in time at a busy process does not make its receiver slow', async () => {
  vi.useRealTimers();
  limiter = createHostLimiter(SETTINGS, () => undefined);
  limiter.acquire(at('a'));
  const asked = limiter.run(at('a'), () => new Promise((resolve) => stat('.', resolve)));
  await Promise.resolve();
  for (const end = performance.now() + 1200; performance.now() < end; );
  await asked;
  expect(limiter.queueCapacities().queues).toEqual([]);
  limiter.release(at('a'));
});
