// The Backlinks API over real HTTP, against a local server with its documented JSON.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from '../platform/http.ts';
import { createBacklinks } from '../sources/registries/backlinks.ts';
import { createHttpFetch } from '../sources/transport/http.ts';
import { createCountBacklinks } from './backlinks.ts';

let server: Server;
let client: HttpClient;
let baseUrl: string;
let reply: { status: number; body: string };
let requests: { url?: string; authorization?: string; body: unknown }[] = [];
let clock = 0;

const envelope = (code: number, result: unknown, own = 20_000) =>
  JSON.stringify({
    version: '0.1.20260101',
    status_code: own,
    status_message: 'Ok.',
    time: '0.1 sec.',
    cost: 0.02003,
    tasks_count: 1,
    tasks_error: code === 20_000 ? 0 : 1,
    tasks: [
      {
        id: '11081554-0696-0269-0000-27b68c4b2b4d',
        status_code: code,
        cost: 0.02003,
        result_count: 1,
        path: ['v3', 'backlinks'],
        data: {},
        result,
      },
    ],
  });
const summary = (fields: object) => [
  {
    target: 'shop.example',
    first_seen: '2019-01-15 12:57:46 +00:00',
    rank: 372,
    backlinks: 1450,
    referring_domains: 132,
    broken_backlinks: 4,
    ...fields,
  },
];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(await bodyOf(request)) });
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createHttpClient({ policy: { allowLoopback: true, allowNetworks: [] }, connectionsPerHost: 2, connectMsMax: 5000 });
});
afterAll(async () => {
  await client.close();
  server.close();
});
beforeEach(() => {
  requests = [];
});
const counter = () =>
  createCountBacklinks(createBacklinks({ baseUrl, login: 'me', password: 'secret' }), createHttpFetch(client), () => clock);

describe('backlinks of a domain', () => {
  test('are requested with the credentials and read from the summary', async () => {
    reply = { status: 200, body: envelope(20_000, summary({})) };
    expect(await counter()('shop.example')).toBe(1450);
    expect(requests).toEqual([
      {
        url: '/v3/backlinks/summary/live',
        authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
        body: [{ target: 'shop.example', include_subdomains: true, backlinks_status_type: 'live', internal_list_limit: 1 }],
      },
    ]);
  });
  test.each([
    ['none', envelope(20_000, summary({ backlinks: 0 })), 0],
    ['a domain that is not in the index', envelope(40_102, null), 0],
    ['more than the contract’s field can hold', envelope(20_000, summary({ backlinks: 5_000_000_000 })), 2_147_483_647],
    ['a summary without the count', envelope(20_000, summary({ backlinks: 'many' })), null],
    ['a response without tasks', '{"status_code":20000,"tasks":[]}', null],
    ['no JSON', '<html>', null],
    ['an error of the source', envelope(50_000, null), null],
  ])('%s', async (_what, body, expected) => {
    reply = { status: 200, body };
    expect(await counter()('shop.example')).toBe(expected);
  });
  test('a rejected call starts a cooldown, because every call may cost', async () => {
    const count = counter();
    reply = { status: 200, body: envelope(40_204, null) };
    expect([await count('a.example'), await count('b.example')]).toEqual([null, null]);
    expect(requests.length).toBe(1);
    reply = { status: 200, body: envelope(20_000, summary({})) };
    clock += 3_600_001;
    expect([await count('c.example'), requests.length]).toEqual([1450, 2]);
    reply = { status: 401, body: '{}' };
    expect([await count('d.example'), await count('e.example'), requests.length]).toEqual([null, null, 3]);
  });
});
