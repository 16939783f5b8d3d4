import { describe, expect, test } from 'vitest';
import type { Job } from '../../contract/order.ts';
import { notifyFinished, notifyPlaced } from './notify.ts';
import type { Finished } from './settle.ts';

const sent: [string, ...string[]][] = [];
const notify = (channel: string, items: readonly string[] = []): void => void sent.push([channel, ...items]);
const sentBy = (run: () => void): [string, ...string[]][] => {
  sent.length = 0;
  run();
  return [...sent];
};

describe('after an order was placed', () => {
  test('workers are notified', () => {
    expect(sentBy(() => notifyPlaced({ id: 7, mode: 'live' }, false, notify))).toEqual([['jobs_ready']]);
  });
  test('dispatchers and the event feed are notified too when a result was reused', () => {
    expect(sentBy(() => notifyPlaced({ id: 7, mode: 'test' }, true, notify))).toEqual([
      ['jobs_ready'],
      ['callback_due'],
      ['event_added', '7/test'],
    ]);
  });
});

describe('after jobs were settled', () => {
  const job = (id: string, accountId = 1): Job => ({ id, accountId, mode: 'live' }) as Job;
  const settled = (jobs: readonly Job[], finished: readonly Partial<Finished>[]) => {
    const [ended, woken]: [string[][], number[]] = [[], []];
    const notified = sentBy(() =>
      notifyFinished(
        finished.map((one) => ({ id: '', kind: 'serp', hasWaiter: false, hasEvent: false, hasCallback: true, ...one })),
        jobs,
        {
          notify,
          wakeDispatcher: () => void woken.push(1),
          reuse: { ended: async (some) => void ended.push(some.map(({ id }) => id)) },
        },
      ),
    );
    return { notified, ended, woken: woken.length };
  };

  test('the dispatcher is woken, and objects that wait for an equal one get only the finished jobs', () => {
    expect(settled([job('a'), job('b')], [{ id: 'a' }])).toEqual({ notified: [], ended: [['a']], woken: 1 });
  });
  test('the dispatcher is not woken when no finished object has a callback', () => {
    expect(settled([job('a'), job('b')], [{ id: 'a', hasCallback: false }]).woken).toBe(0);
    const both = [{ id: 'a', hasCallback: false }, { id: 'b' }];
    expect(settled([job('a'), job('b')], both).woken).toBe(1);
  });
  test('each feed with a new event is named once', () => {
    const jobs = [job('a', 1), job('b', 1), job('c', 2), job('d', 3)];
    const finished = [{ id: 'a', hasEvent: true }, { id: 'b', hasEvent: true }, { id: 'c', hasEvent: true }, { id: 'd' }];
    expect(settled(jobs, finished).notified).toEqual([['event_added', '1/live', '2/live']]);
  });
  test('finished checks of tracked keywords are reported, and no requests of API clients', () => {
    const tracked = (id: string, kind = 'serp'): Job => ({ ...job(id), kind, request: '{"keyword":"tea","isFromApi":false}' }) as Job;
    const jobs = [tracked('a'), tracked('b'), tracked('c', 'keyword'), { ...tracked('d'), request: '{"keyword":"tea"}' }];
    const finished = ['a', 'c', 'd'].map((id) => ({ id, kind: 'serp' as const, hasWaiter: false, hasEvent: false, hasCallback: false }));
    const reported: (readonly string[])[] = [];
    const parts = { notify, wakeDispatcher: () => undefined, reuse: { ended: async () => undefined } };
    notifyFinished(finished, jobs, { ...parts, recordPoints: (ids) => void reported.push(ids) });
    expect(reported).toEqual([['a']]);
  });
  test('only objects with a waiting client are named', () => {
    expect(settled([job('a'), job('b')], [{ id: 'a', hasWaiter: true }, { id: 'b' }]).notified).toEqual([['object_finished', 'a']]);
  });
});
