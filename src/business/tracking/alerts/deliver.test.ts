import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeAccount } from '../../../../test/orders.ts';
import { makeAlertProject } from '../../../../test/tracking-alert-rows.ts';
import { createHttpClient, type HttpClient } from '../../../platform/http.ts';
import { createDeliverMessages } from './deliver.ts';

let database: TestDatabase;
let http: HttpClient;
/** Never responds, under every address of this machine's loopback network. */
let dead: Server;
let alive: Server;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  database = await createDatabase();
  http = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 5000 });
  dead = createServer(() => undefined);
  alive = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => dead.listen(0, '0.0.0.0', resolve));
  await new Promise<void>((resolve) => alive.listen(0, '127.0.0.1', resolve));
}, 120_000);
afterAll(async () => {
  for (const server of [dead, alive]) {
    server.closeAllConnections();
    server.close();
  }
  await http.close();
  await database.drop();
});

test('an account with many dead receivers delays no other account', async () => {
  const { db } = database;
  const [busy, other] = [await makeAlertProject(db, await makeAccount(db)), await makeAlertProject(db, await makeAccount(db))];
  const add = {
    name: 'test_messages',
    text: `insert into tracking_messages (account_id, project_id, id, channel, target, body, next_at)
      select $1, $2, 'm' || row_number() over (), 'webhook', target, '{}', now() - make_interval(secs => $4) from unnest($3::text[]) as target`,
  };
  const deadUrls = Array.from({ length: 60 }, (_, index) => `http://127.0.0.${index + 2}:${portOf(dead)}/`);
  await db.query(add, [busy.accountId, busy.id, deadUrls, 60]);
  await db.query(add, [other.accountId, other.id, [`http://127.0.0.1:${portOf(alive)}/`], 1]);
  const messages = createDeliverMessages(db, { http, mail: null });
  // Ten of the first account and the one of the other.
  expect(await messages.run()).toBe(11);
  expect(await messages.run()).toBe(0);
  const delivered = { name: 'test_delivered', text: 'select account_id from tracking_messages where delivered_at is not null' };
  await expect.poll(() => db.query(delivered), { timeout: 10_000 }).toEqual([{ account_id: other.accountId }]);
  dead.closeAllConnections();
  await messages.settled();
}, 60_000);
