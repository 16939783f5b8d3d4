import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** Calls that end when the test resolves them. */
function heldCalls(callsMax = 2, more: { concurrentMin?: number; overloaded?: () => boolean } = {}) {
  const calls: { items: number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const send = coalesce<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        calls.push({ items, end: () => resolve(items.map((item) => item * 2)), fail: reject });
      }),
    {
      weightMax: 10,
      weightOf: (item) => (item >= 100 ? 10 : 1),
      callsMax,
      separable: (error) => /one of them/.test(String(error)),
      ...more,
    },
  );
  return { calls, send };
}

describe('calls that arrive together', () => {
  test('are joined, and each caller gets its own result', async () => {
    const { calls, send } = heldCalls();
    const results = Promise.all([1, 2, 3].map(send));
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    calls[0]!.end();
    expect(await results).toEqual([2, 4, 6]);
  });

  test('wait together for a running call to end, if they are few', async () => {
    const { calls, send } = heldCalls();
    const first = send(1);
    await turn();
    const late = send(2);
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]!.end();
    await first;
    await turn();
    await turn();
    expect(calls[1]?.items).toEqual([2]);
    calls[1]!.end();
    expect(await late).toBe(4);
  });

  test('run concurrently if they are many, up to the limit', async () => {
    const { calls, send } = heldCalls();
    void send(100);
    await turn();
    for (const large of [101, 102]) void send(large);
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[100], [101]]);
    calls[0]!.end();
    await turn();
    await turn();
    expect(calls[2]?.items).toEqual([102]);
  });
});

test('a smaller call may run concurrently if `concurrentMin` allows it, but not under overload', async () => {
  let overloaded = false;
  const { calls, send } = heldCalls(2, { concurrentMin: 2, overloaded: () => overloaded });
  void send(1);
  await turn();
  void send(2);
  await turn();
  expect(calls).toHaveLength(1);
  void send(3);
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  calls[0]!.end();
  await turn();
  overloaded = true;
  for (const item of [4, 5, 6]) void send(item);
  await turn();
  expect(calls).toHaveLength(2);
});

describe('callers of one call', () => {
  /** Number of callers resumed after each tick of the event loop. */
  const resumedPerTick = async (overloaded: boolean) => {
    const send = coalesce<number, number>(async (items) => items, {
      weightMax: 1000,
      callsMax: 1,
      separable: () => false,
      overloaded: () => overloaded,
    });
    let resumed = 0;
    for (let caller = 0; caller < 100; caller++) void send(caller).then(() => resumed++);
    const seen: number[] = [];
    while (resumed < 100) {
      await turn();
      if (resumed !== seen.at(-1) && resumed > 0) seen.push(resumed);
    }
    return seen;
  };

  test('are resumed in groups, so that other work runs in between', async () => {
    expect(await resumedPerTick(false)).toEqual([64, 100]);
    expect(await resumedPerTick(true)).toEqual([32, 64, 96, 100]);
  });
});

describe('under overload', () => {
  test('the next call waits for more items', async () => {
    const calls: number[][] = [];
    const send = coalesce<number, number>(
      async (items) => {
        calls.push(items);
        return items;
      },
      { weightMax: 1000, callsMax: 1, separable: () => false, overloaded: () => true },
    );
    await send(1);
    const second = send(2);
    for (let turns = 0; turns < 3; turns++) await turn();
    await Promise.all([second, send(3)]);
    expect(calls).toEqual([[1], [2, 3]]);
  });
});

describe('a call that fails', () => {
  test('because of one item is retried item by item, and only that item fails', async () => {
    const send = coalesce<number, number>(
      async (items) => {
        if (items.includes(2)) throw new Error('one of them is bad');
        return items;
      },
      { weightMax: 10, callsMax: 1, separable: (error) => /one of them/.test(String(error)) },
    );
    const outcomes = await Promise.allSettled([1, 2, 3].map(send));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await send(4)).toBe(4);
  });

  test('for every item rejects all callers, and later calls are sent', async () => {
    const { calls, send } = heldCalls();
    const outcomes = Promise.allSettled([send(1), send(2)]);
    await turn();
    calls[0]!.fail(new Error('away'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = send(3);
    await turn();
    calls[1]!.end();
    expect(await next).toBe(6);
  });
});
