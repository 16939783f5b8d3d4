import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { until } from '../../test/service.ts';
import { createAudit } from '../business/accounts/audit.ts';
import { type CanaryStore, createCanaryStore } from '../business/canaries/store.ts';
import type { PublishedCanary } from '../contract/canaries.ts';
import { type CanaryAttempt, startCanaries } from './canaries.ts';

let database: TestDatabase;
let store: CanaryStore;
beforeAll(async () => {
  database = await createDatabase();
  store = createCanaryStore(database.db, createAudit(database.db, 'canaries'));
});
afterAll(() => database?.drop());
beforeEach(() => database.db.script('truncate canaries, canary_sources, canary_states, canary_runs'));

const CANARY: PublishedCanary = {
  id: 'a',
  engine: 'google',
  question: 'a',
  region: 'US',
  language: 'en',
  device: 'desktop',
  anchors: [{ title: 'a', within: 3 }],
  checked: 2026,
  request: '{}',
};
const PASSED: CanaryAttempt = { outcome: 'passed', reason: null, attempt: 'valid', ms: 1 };

/** Starts one run, which ends when `end` is called. */
async function running(storeOf: CanaryStore = store) {
  const errors: unknown[] = [];
  let end: ((attempt: CanaryAttempt) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  await store.publish([CANARY]);
  await store.register([{ engine: 'google', source: 'page', canary: 'a' }], 60);
  await database.db.script('update canary_states set due_at = now()');
  const loop = startCanaries(
    {
      store: storeOf,
      assign: (canaries) => canaries.map((definition) => ({ engine: 'google', source: 'page', canary: 'a', definition, route: ['page'] })),
      attempt: () =>
        new Promise((resolve, reject) => {
          end = resolve;
          fail = reject;
        }),
      isBusy: () => false,
      onRun: () => undefined,
      onError: (error) => errors.push(error),
    },
    { intervalSeconds: 60, switching: 'false', runDays: 30 },
  );
  await until(async () => end !== undefined);
  return { loop, errors, end: () => end!(PASSED), fail: () => fail!(new Error('no memory')) };
}
const stored = async () => {
  const [row] = await database.db.query<{ runs: number; claimed: boolean; due: boolean }>({
    name: 'stored',
    text: `select (select count(*)::integer from canary_runs) as runs, claimed_until is not null as claimed, due_at <= now() as due from canary_states`,
  });
  return row;
};

describe('a worker that stops during a run', () => {
  it('records the run when it ends in time', async () => {
    const { loop, end } = await running();
    const stopped = loop.stop(30_000);
    end();
    await stopped;
    expect(await stored()).toEqual({ runs: 1, claimed: false, due: false });
  });

  it('gives the claim back when it does not, and a late end changes nothing', async () => {
    const { loop, end, errors } = await running();
    await loop.stop(1);
    expect(await stored()).toEqual({ runs: 0, claimed: false, due: true });
    end();
    // The transaction of the late end has begun before this one.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([await stored(), errors]).toEqual([{ runs: 0, claimed: false, due: true }, []]);
  });
});

describe('a worker with an error', () => {
  it('frees the canary when the run throws', async () => {
    const { loop, fail, errors } = await running();
    fail();
    await until(async () => errors.length > 0);
    expect(await stored()).toEqual({ runs: 0, claimed: false, due: false });
    await loop.stop(1000);
  });

  it('frees the canary when the run cannot be recorded', async () => {
    const { loop, end, errors } = await running({ ...store, record: () => Promise.reject(new Error('no connection')) });
    end();
    await until(async () => errors.length > 0);
    expect(await stored()).toEqual({ runs: 0, claimed: false, due: false });
    await loop.stop(1000);
  });

  it('starts no run with a claim that arrives during the stop', async () => {
    await store.publish([CANARY]);
    await store.register([{ engine: 'google', source: 'page', canary: 'a' }], 60);
    await database.db.script('update canary_states set due_at = now()');
    let [isClaiming, attempts] = [false, 0];
    let proceed: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const loop = startCanaries(
      {
        store: {
          ...store,
          claim: async (...given) => {
            isClaiming = true;
            await held;
            return store.claim(...given);
          },
        },
        assign: (canaries) =>
          canaries.map((definition) => ({ engine: 'google', source: 'page', canary: 'a', definition, route: ['page'] })),
        attempt: async () => {
          attempts++;
          return PASSED;
        },
        isBusy: () => false,
        onRun: () => undefined,
        onError: () => undefined,
      },
      { intervalSeconds: 60, switching: 'false', runDays: 30 },
    );
    await until(async () => isClaiming);
    const stopped = loop.stop(30_000);
    proceed();
    await stopped;
    expect([attempts, await stored()]).toEqual([0, { runs: 0, claimed: false, due: true }]);
  });
});

describe('a worker that is busy for a while', () => {
  it('runs the canaries afterwards', async () => {
    await store.publish([CANARY]);
    let [polls, attempts] = [0, 0];
    const loop = startCanaries(
      {
        store,
        assign: (canaries) =>
          canaries.map((definition) => ({ engine: 'google', source: 'page', canary: 'a', definition, route: ['page'] })),
        attempt: async () => {
          attempts++;
          return PASSED;
        },
        isBusy: () => ++polls <= 3,
        onRun: () => undefined,
        onError: () => undefined,
      },
      { intervalSeconds: 6, switching: 'false', runDays: 30 },
    );
    await until(async () => attempts > 0, 20);
    await loop.stop(1000);
  });
});

it('a worker with slow runs follows changes of the list between them', async () => {
  let [lists, runs] = [0, 0];
  await store.publish([CANARY]);
  const loop = startCanaries(
    {
      store: {
        ...store,
        published: () => {
          lists++;
          return store.published();
        },
        claim: async () => ({ engine: 'google', source: 'page', canary: 'a', claim: 'claim' }),
        record: async () => true,
      },
      assign: (canaries) => canaries.map((definition) => ({ engine: 'google', source: 'page', canary: 'a', definition, route: ['page'] })),
      // Longer than the time after which the list is read again.
      attempt: async () => {
        await sleep(1500);
        runs++;
        return PASSED;
      },
      isBusy: () => false,
      onRun: () => undefined,
      onError: (error) => expect.unreachable(String(error)),
    },
    { intervalSeconds: 10, switching: 'false', runDays: 30 },
  );
  await until(async () => runs >= 3);
  expect(lists).toBeGreaterThanOrEqual(3);
  await loop.stop(10_000);
});
