// Accounts whose custom options make their requests fail, through the API, with the worker simulated.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomOptionsLimit } from '../src/business/orders/custom-options-limit.ts';
import { createSettleJob } from '../src/business/orders/settle.ts';
import type { Job } from '../src/contract/order.ts';
import { createQueue } from '../src/platform/queue.ts';
import { jobOf } from './orders.ts';
import { startTestService, type TestService, until } from './service.ts';

const ORDERS = 100;
const OPTIONS = [
  { customUserAgent: 'Mine/1.0' },
  { customUrlParameter: [{ name: 'nfpr', value: '1' }] },
  { customCookieParameter: [{ name: 'mine', value: '1' }] },
];
let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, false);
});
afterAll(() => service?.stop());

const order = (nth: number, options: object) => ({ keyword: `tea ${nth}`, region: 'US', ...options });
const create = (key: string, options: object = {}) => service.call('POST', '/serp/new', key, { ...order(0, options), asynchronous: true });

/** An account with a hundred finished orders, of which a given number failed. */
async function accountWith(faulty: number, optionOf: (nth: number) => object) {
  const { id, live } = await service.account();
  const orders = Array.from({ length: ORDERS }, (_, nth) => order(nth, optionOf(nth)));
  const { status, text } = await service.call('POST', '/serp/new/list', live, orders);
  expect(status, text).toBe(200);
  const queue = createQueue(service.database.db);
  const settle = createSettleJob(service.database.db, queue.token, () => undefined);
  // They have the same priority and time, so they may be claimed in any order.
  const numberOf = ({ request }: Job): number => Number(/tea (\d+)/.exec(JSON.stringify(request))![1]);
  const jobs = (await queue.claim(ORDERS)).map(jobOf).sort((a, b) => numberOf(a) - numberOf(b));
  expect(jobs).toHaveLength(ORDERS);
  await Promise.all(
    jobs.map((job, nth) =>
      settle(
        job,
        nth < faulty
          ? { outcome: 'faulty', verdict: 'blocked', attempts: [], ageMs: 0 }
          : { outcome: 'done', verdict: 'valid', attempts: [], body: '{}', ageMs: 0 },
      ),
    ),
  );
  return { id, key: live };
}
describe('an account whose custom options make its requests fail', () => {
  test('gets 429 for custom options, is served otherwise, and is logged for the operator', async () => {
    const { id, key } = await accountWith(31, (nth) => OPTIONS[nth % 3]!);
    const rejected = await until(async () => {
      const response = await create(key, OPTIONS[0]);
      return response.status === 429 ? response : null;
      // The failures were read when the orders were placed, and are read again ten seconds later.
    }, 60);
    expect(rejected.headers['retry-after']).toBe('60');
    expect(rejected.json.message).toContain('customUserAgent');
    for (const options of OPTIONS) expect((await create(key, options)).status).toBe(429);
    expect((await service.call('POST', '/serp/new/list', key, [order(1, {}), order(2, OPTIONS[1]!)])).status).toBe(429);
    expect((await create(key)).status).toBe(200);
    const said = service.lines.map((line) => JSON.parse(line)).filter(({ message }) => message.includes('custom options'));
    expect(said).toMatchObject([{ level: 'warn', account: Number(id), count: 31 }]);
    await service.database.db.script('delete from queue');
  });
});

describe('an account is not limited', () => {
  test.each<[string, number, (nth: number) => object, object]>([
    ['when no more than thirty of a hundred fail', 30, () => OPTIONS[0]!, { finished: 100, faulty: 30 }],
    ['when what fails has no options', 60, (nth) => (nth < 60 ? {} : OPTIONS[0]!), { finished: 40, faulty: 0 }],
  ])('%s', async (_, faulty, optionOf, counted) => {
    const { id, key } = await accountWith(faulty, optionOf);
    const { db } = service.database;
    const [seen] = await db.query({ name: 'own_faults_seen', text: 'select finished, faulty from custom_option_failures($1, 3600, 500)' }, [
      id,
    ]);
    expect(seen).toEqual(counted);
    const usual = createCustomOptionsLimit(db, { percentMax: 30 }, () => undefined);
    usual.secondsFor(Number(id));
    if (faulty === 30) {
      const strict = createCustomOptionsLimit(db, { percentMax: 29 }, () => undefined);
      await until(async () => strict.secondsFor(Number(id)) > 0);
    }
    expect(usual.secondsFor(Number(id))).toBe(0);
    expect((await create(key, OPTIONS[0])).status).toBe(200);
    await db.script('delete from queue');
  });
});
