import { expect, test } from 'vitest';
import { type Backend, type Quoted, ToolProblem } from './backend.ts';
import { choosePriority } from './priority.ts';

const { signal } = new AbortController();
const COSTS: Readonly<Record<string, number>> = { NORMAL: 1, REALTIME: 2, INSTANT: 5 };
/** Waits in seconds by priority. Null is unknown. */
function quoting(waits: Readonly<Record<string, number | null>>, spendable: number | null = null) {
  const asked: string[] = [];
  const quote: Backend['quote'] = async (_kind, request): Promise<Quoted> => {
    const { priority } = request as { priority: string };
    asked.push(priority);
    return { cost: COSTS[priority]!, waitSeconds: waits[priority]!, spendable };
  };
  return { asked, quote };
}

test.each([
  ['an empty queue', { NORMAL: 0, REALTIME: 0, INSTANT: 0 }, 'NORMAL'],
  ['a wait that leaves time for the source', { NORMAL: 22, REALTIME: 0, INSTANT: 0 }, 'NORMAL'],
  ['a long queue', { NORMAL: 3600, REALTIME: 10, INSTANT: 0 }, 'REALTIME'],
  ['two long queues', { NORMAL: 3600, REALTIME: 600, INSTANT: 2 }, 'INSTANT'],
  // Nothing that is bought would help.
  ['queues that are all too long', { NORMAL: 3600, REALTIME: 600, INSTANT: 90 }, 'NORMAL'],
  ['an unknown wait', { NORMAL: null, REALTIME: 0, INSTANT: 0 }, 'NORMAL'],
])('with %s', async (_case, waits, expected) => {
  expect(await choosePriority(quoting(waits), 'serp', {}, 45, null, signal)).toBe(expected);
});
test('a priority that cannot be paid is not chosen', async () => {
  const waits = { NORMAL: 3600, REALTIME: 600, INSTANT: 2 };
  expect(await choosePriority(quoting(waits), 'serp', {}, 45, 4, signal)).toBe('NORMAL');
  expect(await choosePriority(quoting(waits, 4), 'serp', {}, 45, 100, signal)).toBe('NORMAL');
  expect(await choosePriority(quoting(waits, 5), 'serp', {}, 45, 5, signal)).toBe('INSTANT');
});
test('asks nothing more than it needs', async () => {
  const backend = quoting({ NORMAL: 1, REALTIME: 0, INSTANT: 0 });
  await choosePriority(backend, 'serp', {}, 45, null, signal);
  expect(backend.asked).toEqual(['NORMAL']);
});
test('a tool that does not wait asks nothing', async () => {
  const backend = quoting({ NORMAL: 900, REALTIME: 0, INSTANT: 0 });
  expect([await choosePriority(backend, 'serp', {}, 0, null, signal), backend.asked]).toEqual(['NORMAL', []]);
});
test('a rejected quote is left to the order, other errors are not', async () => {
  const failing = (error: Error) => ({ quote: () => Promise.reject(error) });
  expect(await choosePriority(failing(new ToolProblem(400, 'Bad')), 'serp', {}, 45, null, signal)).toBe('NORMAL');
  await expect(choosePriority(failing(new Error('aborted')), 'serp', {}, 45, null, signal)).rejects.toThrow('aborted');
});
test('a service without quotes gets NORMAL', async () => {
  expect(await choosePriority({ quote: async () => null }, 'keyword', {}, 45, null, signal)).toBe('NORMAL');
});
