import { expect, test } from 'vitest';
import { type Reparse, reparseCommand } from './reparse.ts';

const OUTCOMES: Readonly<Record<string, Awaited<ReturnType<Reparse>>>> = {
  a: { outcome: 'updated', before: 8, after: 10 },
  b: { outcome: 'same', before: 10, after: 10 },
  c: { outcome: 'no pages' },
  d: { outcome: 'unreadable' },
  e: null,
};

test.each([
  [['a', 'b'], 0],
  [['a', 'c'], 1],
  [['d'], 1],
  [['b', 'e'], 1],
])('%j ends with exit code %i and prints every outcome', async (ids, status) => {
  const printed: string[] = [];
  expect(
    await reparseCommand(
      [...ids, '--json'],
      async (id) => OUTCOMES[id] ?? null,
      (text) => void printed.push(text),
    ),
  ).toBe(status);
  const { items } = JSON.parse(printed.join('')) as { items: { id: string; outcome: string }[] };
  expect(items.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, OUTCOMES[id]?.outcome ?? 'unknown']));
});

test('needs an id', async () => {
  await expect(
    reparseCommand(
      [],
      async () => null,
      () => undefined,
    ),
  ).rejects.toThrow('Usage: sextant reparse ID');
});
