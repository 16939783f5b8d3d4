// Open streams end when their key is revoked, expires or has spent its budget: real HTTP streams of the whole service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_TOKEN, startTestService, type TestService, until } from './service.ts';

const STREAMS_PER_ACCOUNT = 5;
let service: TestService;
let base: string;
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0', STREAMS_MAX: String(10 * STREAMS_PER_ACCOUNT) });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.stop());

/** More than the guaranteed 5 s, because test machines are slow. Without the check a stream lasts for minutes. */
const END_SECONDS = 30;

type Key = { readonly id: string; readonly key: string };
const keyFor = async (account: { id: string }, fields: object = {}): Promise<Key> =>
  (await service.admin('POST', `/admin/accounts/${account.id}/keys`, { mode: 'test', ...fields })).json;
const revoke = (key: Key) => service.admin('DELETE', `/admin/keys/${key.id}`);
const order = async (key: string, more: object = {}): Promise<string> => {
  const { status, json } = await service.call('POST', '/serp/new', key, { keyword: 'tea', region: 'US', ...more });
  expect([status, json.message]).toEqual([200, undefined]);
  return json.id;
};

interface Listening {
  readonly status: number;
  readonly text: () => string;
  readonly ended: () => boolean;
  hangUp(): void;
}

/** Opens a stream and reads it in the background. */
async function listen(path: string, bearer: string, init: RequestInit = {}): Promise<Listening> {
  const hangUp = new AbortController();
  const response = await fetch(`${base}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${bearer}`, ...(init.headers as Record<string, string>) },
    signal: hangUp.signal,
  });
  let [text, ended] = ['', false];
  const read = async (): Promise<void> => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) text += chunk;
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return { status: response.status, text: () => text, ended: () => ended, hangUp: () => hangUp.abort() };
}
const end = (stream: Listening) => until(async () => stream.ended(), END_SECONDS);
/** The data of the last event, which must be an `end`. */
const lastEvent = (stream: Listening): { reason: string; message: string } => {
  const [, event, data] = /event: (\w+)\ndata: (.+)\n\n$/.exec(stream.text()) ?? [];
  expect(event).toBe('end');
  return JSON.parse(data!);
};
const listenToEvents = async (key: string): Promise<Listening> => {
  const stream = await listen('/events/stream', key);
  expect(stream.status).toBe(200);
  return stream;
};

describe('the stream of events', () => {
  test('ends when its key is revoked, with the reason, and sends no later event', async () => {
    const account = await service.account();
    const key = await keyFor(account);
    const [stream, other] = [await listenToEvents(key.key), await listenToEvents(account.test)];
    const seen = await order(account.test, { asynchronous: false });
    await until(async () => stream.text().includes(seen));
    expect((await revoke(key)).status).toBe(204);
    await end(stream);
    expect(lastEvent(stream)).toEqual({ reason: 'revoked', message: expect.stringContaining('revoked') });
    const later: string[] = [];
    for (let count = 0; count < 3; count++) later.push(await order(account.test, { asynchronous: false }));
    // The account's other key still gets them.
    await until(async () => later.every((id) => other.text().includes(id)));
    for (const id of later) expect(stream.text()).not.toContain(id);
    expect(other.ended()).toBe(false);
    other.hangUp();
    // Keys are cached for a few seconds; a stream opened in that time ends too.
    await until(async () => (await listen('/events/stream', key.key)).status === 403);
  });

  test('ends when its key expires', async () => {
    const account = await service.account();
    const key = await keyFor(account, { expiresAt: new Date(Date.now() + 8000).toISOString() });
    const stream = await listenToEvents(key.key);
    await end(stream);
    expect(lastEvent(stream).reason).toBe('expired');
  });

  test('ends when the budget of its key is spent; such a key cannot open another, but can still read', async () => {
    const account = await service.account();
    const key = await keyFor(account, { budget: 1 });
    const stream = await listenToEvents(key.key);
    const id = await order(key.key);
    await end(stream);
    expect(lastEvent(stream).reason).toBe('budget');
    const again = await listen('/events/stream', key.key);
    await end(again);
    expect([again.status, JSON.parse(again.text()).message]).toEqual([402, expect.stringContaining('budget of 1 credits is spent')]);
    expect((await service.call('GET', `/serp/${id}`, key.key)).status).toBe(200);
    expect((await service.call('GET', '/events', key.key)).status).toBe(200);
  });
});

describe('a client that leaves while its key is checked', () => {
  test('takes no stream of its account', async () => {
    const account = await service.account();
    const key = await keyFor(account);
    const { db } = service.database;
    const holder = await db.connect();
    await holder.query('begin; lock table keys in access exclusive mode');
    const leaving = new AbortController();
    const left = Array.from({ length: STREAMS_PER_ACCOUNT }, () =>
      fetch(`${base}/events/stream`, { headers: { authorization: `Bearer ${key.key}` }, signal: leaving.signal }).catch(() => null),
    );
    const sockets = () => new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)));
    await until(async () => (await sockets()) >= STREAMS_PER_ACCOUNT);
    await until(async () => {
      const [row] = await db.query<{ waits: boolean }>({
        name: 'key_is_checked',
        text: "select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits",
      });
      return row!.waits;
    });
    leaving.abort();
    expect(await Promise.all(left)).toEqual(left.map(() => null));
    await until(async () => (await sockets()) === 0);
    await holder.query('rollback');
    await holder.end();
    // The handlers run now, and all of them end.
    await until(async () => {
      const stream = await listen('/events/stream', key.key);
      stream.hangUp();
      return stream.status === 200;
    }, END_SECONDS);
  });
});

describe('the stream of one object', () => {
  test.each<[string, object, (key: Key) => Promise<unknown>]>([
    ['revoked', {}, revoke],
    ['expired', { expiresAt: 'soon' }, async () => undefined],
    ['budget', { budget: 2 }, (key) => order(key.key)],
  ])('ends with the reason %s', async (reason, fields, lapse) => {
    const account = await service.account();
    const bounds = 'expiresAt' in fields ? { expiresAt: new Date(Date.now() + 8000).toISOString() } : fields;
    const key = await keyFor(account, bounds);
    const id = await order(key.key, { keyword: 'test:slow:60' });
    const stream = await listen(`/objects/${id}/stream`, key.key);
    const mine = await listen(`/objects/${id}/stream`, account.test);
    await lapse(key);
    await end(stream);
    expect(lastEvent(stream)).toMatchObject({ id, reason });
    expect([stream.text().includes('event: life'), mine.ended()]).toEqual([true, false]);
    mine.hangUp();
  });

  test('of the admin token stays open while it is valid', async () => {
    const account = await service.account();
    const key = await keyFor(account);
    const id = await order(key.key, { keyword: 'test:slow:60' });
    const [customer, operator] = [
      await listen(`/objects/${id}/stream`, key.key),
      await listen(`/admin/objects/${id}/stream`, OPERATOR_TOKEN),
    ];
    await revoke(key);
    await end(customer);
    expect([operator.status, operator.ended()]).toEqual([200, false]);
    operator.hangUp();
  });

  test('of a named operator ends when the token is revoked, while others stay open', async () => {
    const account = await service.account();
    const id = await order(account.test, { keyword: 'test:slow:60' });
    const add = async (name: string) => (await service.admin('POST', '/admin/operators', { name })).json as { id: string; token: string };
    const [ann, bob] = [await add('Ann'), await add('Bob')];
    const open = (token: string) => listen(`/admin/objects/${id}/stream`, token);
    const [first, second, third] = [await open(ann.token), await open(bob.token), await open(OPERATOR_TOKEN)];
    expect((await service.admin('DELETE', `/admin/operators/${ann.id}`)).status).toBe(204);
    await end(first);
    expect(lastEvent(first)).toMatchObject({ reason: 'revoked', message: expect.stringContaining('revoked') });
    expect([second.ended(), third.ended()]).toEqual([false, false]);
    second.hangUp();
    third.hangUp();
  });
});

describe('MCP', () => {
  const post = (key: string, message: object, more: Record<string, string> = {}): Promise<Listening> =>
    listen('/mcp', key, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const search = (keyword: string) => ({ id: 7, method: 'tools/call', params: { name: 'search', arguments: { keyword, region: 'US' } } });
  const REVISION = '2026-07-28';
  const META = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const listenTo = (key: string) =>
    post(
      key,
      { id: 'l1', method: 'subscriptions/listen', params: { _meta: META, notifications: { toolsListChanged: true } } },
      { 'mcp-protocol-version': REVISION, 'mcp-method': 'subscriptions/listen' },
    );

  test('ends a notification stream when its key is revoked, and rejects the key', async () => {
    const account = await service.account();
    const key = await keyFor(account);
    const stream = await listenTo(key.key);
    await until(async () => stream.text() !== '' || stream.ended());
    expect([stream.status, stream.ended(), stream.text()]).toEqual([200, false, expect.stringContaining('subscriptions/acknowledged')]);
    await revoke(key);
    await end(stream);
    const last = JSON.parse(/data: (.+)\n\n$/.exec(stream.text())![1]!);
    expect(last).toMatchObject({ jsonrpc: '2.0', id: 'l1', error: { data: { reason: 'revoked' } } });
    await until(async () => (await listenTo(key.key)).status === 403);
    expect((await post(key.key, { id: 1, method: 'tools/list' })).status).toBe(403);
  });

  test('ends a tool that is still waiting when its key is revoked', async () => {
    const account = await service.account();
    const key = await keyFor(account);
    const answer = post(key.key, search('test:slow:55'));
    await until(async () => (await service.admin('GET', `/admin/objects?account=${account.id}&mode=test`)).json.items.length > 0);
    await revoke(key);
    const stream = await answer;
    await end(stream);
    expect(stream.text()).toContain('revoked');
    expect(stream.text()).not.toContain('"state":"ready"');
  });

  test('lets a tool finish that used the last credit, and ends notification streams', async () => {
    const account = await service.account();
    const key = await keyFor(account, { budget: 1 });
    const stream = await listenTo(key.key);
    const tool = await post(key.key, search('test:slow:6'));
    await end(tool);
    expect(tool.text()).toContain('"state":"ready"');
    await end(stream);
    expect(stream.text()).toContain('"reason":"budget"');
  });
});
