import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { item, makeAccount, placeWith } from '../../../test/orders.ts';
import type { Account } from '../../contract/order.ts';
import { createTasks, type Owner, type Tasks, withTask } from './tasks.ts';

let database: TestDatabase;
let account: Account;
let owner: Owner;
let tasks: Tasks;
beforeAll(async () => {
  database = await createDatabase();
  account = await makeAccount(database.db, { credits: 20_000 });
  owner = { account: account.id, mode: account.mode };
  tasks = createTasks(database.db);
});
afterAll(() => database.drop());

const PATH = 'serp/google/organic';
const DAY_MS = 86_400_000;
const page = () => ({ from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + DAY_MS), offset: 0, limit: 1000 });

async function placeTasks(keywords: readonly string[]): Promise<readonly string[]> {
  const items = keywords.map((keyword) => withTask(item(), { path: PATH, function: 'task_post', data: { keyword } }));
  const recorded = keywords.map((tag) => ({ path: PATH, tag, count: 1, delivery: 'collected' as const }));
  const made = await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null, tasks: recorded });
  return (made as unknown as { ids: string[] }).ids;
}

describe('lists of tasks', () => {
  test('are complete however many other objects the account has', async () => {
    const [id] = await placeTasks(['old']);
    const items = Array.from({ length: 5001 }, (_, n) => item({}, { keyword: `plain ${n}` }));
    await placeWith(database.db)({ account, kind: 'serp', items, idempotency: null });
    const listed = await tasks.list(owner, { ...page(), newestFirst: true, hasMetadata: true });
    expect(listed.map((one) => [one.id, one.metadata, one.cost, one.faulty])).toEqual([[id, '{"keyword":"old"}', 1, null]]);
    const [plain] = await tasks.list(owner, { ...page(), newestFirst: true, hasMetadata: false });
    expect([plain!.task, plain!.metadata]).toEqual([{ path: PATH, function: 'task_post' }, null]);
  });

  test('show only tasks of their owner', async () => {
    const other = await makeAccount(database.db);
    await placeTasks(['own']);
    expect(await tasks.list({ account: other.id, mode: other.mode }, { ...page(), newestFirst: false, hasMetadata: true })).toEqual([]);
    expect(await tasks.list({ ...owner, mode: 'live' }, { ...page(), newestFirst: false, hasMetadata: true })).toEqual([]);
    expect(await tasks.errors(owner, { ...page(), functionName: null })).toEqual([]);
  });
});

test('a task is ready when it left the queue, until it is collected', async () => {
  const [id] = await placeTasks(['ready']);
  const isReady = async () => (await tasks.ready(owner, 'serp/')).some((one) => one.id === id);
  expect(await isReady()).toBe(false);
  await database.db.query({ name: 'test_leave_queue', text: 'delete from queue where object_id = $1' }, [id]);
  expect(await isReady()).toBe(true);
  expect((await tasks.ready(owner, 'keywords_data/')).length).toBe(0);
  expect(await tasks.find(owner, id!)).toEqual({ path: PATH, ids: [id] });
  await tasks.collect(owner, id!);
  expect(await isReady()).toBe(false);
});
