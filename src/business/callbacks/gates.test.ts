import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGates, type Gates } from './gates.ts';

const SETTINGS = { perHostMax: 10, atOnceMax: 100 };
let gates: Gates;
let calls = 0;
beforeEach(() => {
  vi.useFakeTimers();
  calls = 0;
  gates = createGates(SETTINGS, () => calls++);
});
afterEach(() => {
  vi.useRealTimers();
});

const enterMany = (host: string, count: number): number => Array.from({ length: count }, () => gates.enter(host)).filter(Boolean).length;
/** Sends that many to a host; `answer` ends those that were really sent. */
function sendMany(host: string, count: number) {
  const open: (() => void)[] = [];
  const ends: (string | null)[] = [];
  for (let sent = 0; sent < count; sent++)
    void gates
      .through(host, () => new Promise<string>((resolve) => open.push(() => resolve('answered'))))
      .then((end) => {
        ends.push(end);
        gates.leave(host);
      });
  const answer = async (number = open.length): Promise<void> => {
    for (const resolve of open.splice(0, number)) resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { open, ends, answer };
}

describe('a host that answers', () => {
  test('may have every place, and gets no more at once than it has connections', async () => {
    expect(enterMany('a', 100)).toBe(100);
    const { open, ends, answer } = sendMany('a', 100);
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 10; round++) {
      expect(open).toHaveLength(10);
      await answer();
    }
    expect(ends).toEqual(Array.from({ length: 100 }, () => 'answered'));
    expect(gates.rooms()).toEqual({ hosts: [], rooms: [] });
  });
});

describe('a host that leaves something unanswered', () => {
  test('keeps what was sent, and the rest is put back', async () => {
    enterMany('a', 100);
    const { ends } = sendMany('a', 100);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toEqual(Array.from({ length: 90 }, () => null));
    expect(gates.rooms()).toEqual({ hosts: ['a'], rooms: [0] });
    expect([gates.enter('a'), gates.enter('b'), gates.slowPlaces]).toEqual([false, true, 10]);
    expect(calls).toBeGreaterThan(0);
  });
  test('gets its places back one by one when it answers again', async () => {
    enterMany('a', 10);
    const slow = sendMany('a', 10);
    await vi.advanceTimersByTimeAsync(1000);
    await slow.answer();
    expect(gates.rooms()).toEqual({ hosts: ['a'], rooms: [10] });
    enterMany('a', 10);
    const quick = sendMany('a', 10);
    await vi.advanceTimersByTimeAsync(0);
    await quick.answer();
    expect([gates.rooms().rooms, gates.slowPlaces]).toEqual([[20], 0]);
  });
});

describe('many hosts that leave everything unanswered', () => {
  test('have half of the places together, once they are known', async () => {
    const names = Array.from({ length: 10 }, (_, number) => `slow${number}`);
    for (const name of names) enterMany(name, 10);
    const sent = names.map((name) => sendMany(name, 10));
    await vi.advanceTimersByTimeAsync(15_000);
    for (const { answer } of sent) await answer();
    expect(gates.slowPlaces).toBe(0);
    expect(names.map((name) => enterMany(name, 10))).toEqual([10, 10, 10, 10, 10, 0, 0, 0, 0, 0]);
    expect(gates.rooms().rooms).toEqual(names.map(() => 0));
    expect(enterMany('good', 50)).toBe(50);
  });
  test('are forgotten when there are too many to remember', () => {
    for (let number = 0; number < 2500; number++) {
      gates.enter(`host${number}`);
      gates.leave(`host${number}`);
    }
    expect(gates.enter('another')).toBe(true);
  });
});

test('who stands in a line when the service stops is put back', async () => {
  enterMany('a', 20);
  const { ends, answer } = sendMany('a', 20);
  await vi.advanceTimersByTimeAsync(0);
  gates.close();
  await answer();
  expect(ends.filter((end) => end === null)).toHaveLength(10);
});

test('who has stood in a line for too long is put back when its turn comes', async () => {
  gates = createGates({ ...SETTINGS, perHostMax: 5 }, () => undefined);
  enterMany('a', 100);
  const { ends, answer } = sendMany('a', 100);
  for (let turn = 0; turn < 20; turn++) {
    await vi.advanceTimersByTimeAsync(900);
    await answer();
  }
  // Turns come every 0.9 s; the twelfth is the last within ten seconds.
  expect([ends.filter((end) => end === 'answered').length, ends.filter((end) => end === null).length]).toEqual([60, 40]);
});
