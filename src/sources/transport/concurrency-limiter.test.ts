import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const forever = () => new Promise<never>(() => undefined);
const busy = { outcome: 'unreachable', message: 'the browser is busy' };

test('a limited number runs at once, and the others follow in order', async () => {
  const limiter = createConcurrencyLimiter({ atOnce: 2, waitingMax: 10, waitMsMax: 5000 });
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const work = (number: number) => async () => {
    most = Math.max(most, ++inside);
    order.push(number);
    await sleep(5);
    inside -= 1;
    if (number === 3) throw new Error('a failure releases its slot too');
  };
  await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => limiter.run(work(number))));
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

test('a full queue or a long wait fails, and aborted calls leave the queue', async () => {
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: 2, waitMsMax: 50 });
  void limiter.run(forever);
  const slow = limiter.run(async () => 1);
  const aborted = limiter.run(async () => 2, AbortSignal.timeout(10));
  await expect(limiter.run(async () => 3)).rejects.toMatchObject(busy);
  await expect(aborted).rejects.toMatchObject({ outcome: 'unreachable' });
  await expect(slow).rejects.toMatchObject(busy);
});

test('a closed limiter rejects new and waiting calls', async () => {
  const limiter = createConcurrencyLimiter({ atOnce: 1, waitingMax: 2, waitMsMax: 5000 });
  void limiter.run(forever);
  const waiting = limiter.run(async () => 1);
  limiter.close();
  await expect(waiting).rejects.toMatchObject({ message: 'the browser is closed' });
  await expect(limiter.run(async () => 2)).rejects.toMatchObject({ message: 'the browser is closed' });
});
