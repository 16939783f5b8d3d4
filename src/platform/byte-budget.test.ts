// Callers within and beyond the budget.
import { expect, test } from 'vitest';
import { createByteBudget, type Reservation } from './byte-budget.ts';

/** Resolves after all promises that can resolve now have done so. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Records the reservations in the order in which they are granted. */
function watched(bytesMax: number) {
  const budget = createByteBudget(bytesMax);
  const granted: { readonly name: string; readonly reservation: Reservation }[] = [];
  return {
    budget,
    ask: (name: string, bytes: number, signal?: AbortSignal): Promise<void> =>
      budget.reserve(bytes, signal).then((reservation) => void granted.push({ name, reservation })),
    names: () => granted.map(({ name }) => name),
    release: (name: string) => granted.find((one) => one.name === name)!.reservation.release(),
    resize: (name: string, bytes: number) => granted.find((one) => one.name === name)!.reservation.resize(bytes),
  };
}

test('callers beyond the budget wait in order, even when a smaller one behind them would fit', async () => {
  const { budget, ask, names, release } = watched(100);
  void ask('first', 60);
  void ask('large', 60);
  void ask('small', 10);
  await settled();
  expect(names()).toEqual(['first']);
  expect(budget.isFull()).toBe(true);
  release('first');
  await settled();
  expect(names()).toEqual(['first', 'large', 'small']);
  expect(budget.isFull()).toBe(false);
});

test('a caller that needs more than the whole budget runs alone', async () => {
  const { ask, names, release } = watched(100);
  void ask('small', 10);
  void ask('huge', 1000);
  void ask('last', 10);
  await settled();
  expect(names()).toEqual(['small']);
  release('small');
  await settled();
  expect(names()).toEqual(['small', 'huge']);
  release('huge');
  await settled();
  expect(names()).toEqual(['small', 'huge', 'last']);
});

test('a smaller estimate admits the next caller, a larger one holds it back', async () => {
  const { ask, names, resize } = watched(100);
  void ask('first', 100);
  void ask('second', 50);
  await settled();
  resize('first', 500);
  await settled();
  expect(names()).toEqual(['first']);
  resize('first', 50);
  await settled();
  expect(names()).toEqual(['first', 'second']);
});

test('a second release has no effect', async () => {
  const { ask, names, release, resize } = watched(100);
  void ask('first', 80);
  void ask('second', 80);
  void ask('third', 80);
  await settled();
  release('first');
  release('first');
  resize('first', 0);
  await settled();
  expect(names()).toEqual(['first', 'second']);
});

test('an aborted caller leaves the queue and admits the ones behind it', async () => {
  const { budget, ask, names } = watched(100);
  const abort = new AbortController();
  void ask('first', 50);
  const aborted = ask('second', 90, abort.signal);
  void ask('third', 50);
  await settled();
  expect(names()).toEqual(['first']);
  abort.abort(new Error('not needed'));
  await expect(aborted).rejects.toThrow('not needed');
  await settled();
  expect(names()).toEqual(['first', 'third']);
  expect(budget.isFull()).toBe(false);
  await expect(budget.reserve(1, abort.signal)).rejects.toThrow('not needed');
});
