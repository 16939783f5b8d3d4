// Search volumes of tracked keywords: ordered, charged once, and written when the requests are finished.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore } from '../src/business/orders/objects.ts';
import { createVolumesTask } from '../src/business/tracking/projects/volumes-task.ts';
import { startTestService, type TestService, until } from './service.ts';
import { addKeywords, makeProject } from './tracking-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('volumes are ordered once a month, per region and language', async () => {
  const { test: key } = await service.account();
  const project = await makeProject(service, key);
  const keywords = Array.from({ length: 24 }, (_, index) => ({ keyword: `red shoes ${index}`, devices: ['desktop', 'mobile'] }));
  await addKeywords(service, key, project, [
    ...keywords,
    { keyword: 'hotel', region: 'US' },
    { keyword: 'known', volume: 70 },
    { keyword: 'paused', enabled: false },
  ]);
  const order = async (body: object = {}) => (await service.call('POST', `${project.path}/volumes`, key, body)).json;
  const balance = async (): Promise<number> => (await service.call('GET', project.path, key)).json.forecast.balance;

  // Twenty keywords a request: two requests for Germany, one for the United States. Devices share a volume.
  const price = { keywords: 25, orders: 3, cost: 9 };
  const before = await balance();
  expect(await order({ dryRun: true })).toEqual(price);
  expect(await balance()).toBe(before);
  expect(await order()).toEqual(price);
  expect(await balance()).toBe(before - 9);
  // Keywords whose request is still running, or not yet read, are not ordered again.
  expect(await order()).toEqual({ keywords: 0, orders: 0, cost: 0 });

  const task = createVolumesTask(service.database.db, createStore(service.database.db));
  const volumes = async (): Promise<Record<string, (number | null)[]>> => {
    const { json } = await service.call('GET', `${project.path}/keywords?limit=100`, key);
    const found: Record<string, (number | null)[]> = {};
    for (const { keyword, volume } of json.items) found[keyword] = [...(found[keyword] ?? []), volume];
    return found;
  };
  await until(async () => {
    await task.run();
    const { 'red shoes 0': first, 'red shoes 23': last, hotel } = await volumes();
    return [first, last, hotel].every((each) => typeof each?.[0] === 'number');
  });
  const found = await volumes();
  for (const { keyword } of keywords) expect(found[keyword]![0]).toBe(found[keyword]![1]);
  expect([found.known, found.paused]).toEqual([[70], [null]]);
  expect(await order()).toEqual({ keywords: 0, orders: 0, cost: 0 });
  expect(await balance()).toBe(before - 9);
  // Everything is read, so the task has nothing left.
  await until(async () => (await task.run()) === 0);

  // A month later they are due again.
  await service.database.db.script(`update tracked_keywords set volume_month = volume_month - interval '1 month'`);
  expect(await order({ dryRun: true })).toMatchObject({ keywords: 26 });
});

test('requests that fail are refunded and can be ordered again', async () => {
  const { test: key } = await service.account();
  const project = await makeProject(service, key);
  await addKeywords(service, key, project, [{ keyword: 'test:faulty shoes' }]);
  const order = async () => (await service.call('POST', `${project.path}/volumes`, key, {})).json;
  expect(await order()).toMatchObject({ orders: 1 });
  const again = await until(async () => {
    const { json } = await service.call('POST', `${project.path}/volumes`, key, { dryRun: true });
    return json.orders === 1 && json;
  });
  expect(again).toMatchObject({ keywords: 1, orders: 1 });
  const objects = async (): Promise<number> => (await service.call('GET', '/objects?kind=keyword', key)).json.items.length;
  expect(await objects()).toBe(1);
  // Two at once are one order.
  await Promise.all([order(), order()]);
  expect(await objects()).toBe(2);
});
