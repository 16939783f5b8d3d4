import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../client/webhook.ts';
import { startTestService, type TestService, until } from '../../../test/service.ts';

let service: TestService;
let url: string;
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0' });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});
afterAll(() => service.stop());

const create = async (key: string, keyword = 'tea') =>
  (await service.call('POST', '/serp/new', key, { keyword, region: 'US', asynchronous: false })).json as { id: string; ready: boolean };

/** Reads a stream until the given number of events arrived. */
async function listen(
  key: string,
  count: number,
  headers: Record<string, string> = {},
  query = '',
): Promise<{ id: string; data: string }[]> {
  const hangUp = new AbortController();
  const response = await fetch(`${url}/events/stream?apikey=${key}${query}`, { headers, signal: hangUp.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: { id: string; data: string }[] = [];
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      if (fields.data !== undefined) events.push({ id: fields.id!, data: fields.data });
    }
    if (events.length >= count) break;
  }
  hangUp.abort();
  return events;
}

describe('200', () => {
  test('returns finished objects in order, in the signed envelope of callbacks, and continues after a cursor', async () => {
    const { test: key, webhookSecret } = await service.account();
    expect((await service.call('GET', '/events', key)).json).toEqual({ items: [], next: '0', more: false, lost: 0, recording: true });
    const [first, second] = [await create(key), await create(key, 'test:faulty')];
    const { json } = await service.call('GET', '/events?limit=1', key);
    expect(json).toMatchObject({ next: '1', more: true, lost: 0 });
    expect(json.items[0]).toMatchObject({
      cursor: '1',
      objectId: first.id,
      type: 'serp',
      body: JSON.stringify({ id: first.id, type: 'serp' }),
    });
    expect(json.items[0].headers['webhook-id']).toBe(`evt_${first.id}`);
    expect(await verifyWebhook(json.items[0].body, json.items[0].headers, webhookSecret)).toMatchObject({ payload: { id: first.id } });
    const rest = (await service.call('GET', `/events?after=${json.next}`, key)).json;
    expect(rest.items.map(({ objectId }: { objectId: string }) => objectId)).toEqual([second.id]);
    expect((await service.call('GET', '/events?after=2', key)).json).toMatchObject({ items: [], next: '2', more: false });
  });

  test('returns the whole object with the format JSON and for AI jobs, and only the id of a deleted one', async () => {
    const { test: key } = await service.account();
    await service.call('GET', '/events', key);
    const [kept, gone] = [await create(key), await create(key)];
    const { json: prompt } = await service.call('POST', '/ai/send-prompt', key, { prompt: 'What is tea?' });
    await until(async () => (await service.call('GET', `/ai/${prompt.id}`, key)).json.ready);
    await service.call('DELETE', `/serp/${gone.id}`, key);
    const bodies = (await service.call('GET', '/events?format=JSON', key)).json.items.map(({ body }: { body: string }) => JSON.parse(body));
    expect(bodies[0].data.organic.length).toBeGreaterThan(0);
    expect(bodies[0].id).toBe(kept.id);
    expect(bodies[1]).toEqual({ id: gone.id, type: 'serp' });
    const simple = (await service.call('GET', '/events', key)).json.items.map(({ body }: { body: string }) => JSON.parse(body));
    expect(simple[2]).toMatchObject({ id: prompt.id, type: 'send-prompt', ready: true });
  });

  test('separates accounts and modes', async () => {
    const [mine, others] = [await service.account(), await service.account()];
    for (const key of [mine.test, mine.live, others.test]) await service.call('GET', '/events', key);
    const { id } = await create(mine.test);
    expect((await service.call('GET', '/events', mine.test)).json.items).toHaveLength(1);
    for (const key of [mine.live, others.test]) expect((await service.call('GET', '/events', key)).text).not.toContain(id);
  });

  test('a stream sends new events, and continues after its last id when it reconnects', async () => {
    const { test: key } = await service.account();
    await service.call('GET', '/events', key);
    const before = await create(key);
    const listening = listen(key, 1);
    const seen = await until(async () => {
      await create(key, 'coffee');
      return Promise.race([listening, new Promise<null>((resolve) => setTimeout(resolve, 100, null))]);
    });
    expect(JSON.parse(seen[0]!.data).objectId).not.toBe(before.id);
    const all = (await service.call('GET', '/events', key)).json.items as { cursor: string; objectId: string }[];
    const again = await listen(key, all.length - 1, { 'last-event-id': '1' });
    expect(again.map(({ id, data }) => [id, JSON.parse(data).objectId])).toEqual(
      all.slice(1).map(({ cursor, objectId }) => [cursor, objectId]),
    );
    expect((await listen(key, all.length, {}, '&after=0')).map(({ id }) => id)).toEqual(all.map(({ cursor }) => cursor));
  });

  test('the operator enables and disables a feed, and it is audited', async () => {
    const { id, test: key } = await service.account();
    expect((await service.admin('POST', `/admin/accounts/${id}/feed`, { mode: 'test' })).json).toEqual({ open: true });
    await create(key);
    await service.admin('POST', `/admin/accounts/${id}/feed`, { mode: 'test', open: false });
    await create(key);
    const { json } = await service.call('GET', '/events', key);
    expect([json.items.length, json.recording]).toEqual([1, false]);
    const { json: audit } = await service.admin('GET', '/admin/audit');
    expect(audit.items.map(({ action }: { action: string }) => action)).toEqual(expect.arrayContaining(['feed.open', 'feed.close']));
  });
});

describe('shutdown', () => {
  test('ends every stream, so that its client reconnects elsewhere', async () => {
    const own = await startTestService({}, false);
    const { test: key } = await own.account();
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}/events/stream?apikey=${key}`);
    const [text] = await Promise.all([response.text(), own.stop()]);
    expect(text).toBe('retry: 2000\nid: 0\n\n');
  });
});

describe('400', () => {
  test.each(['after=-1', 'after=x', 'limit=0', 'limit=1001', 'format=XML', 'after=1000'])('%s is rejected', async (query) => {
    const { test: key } = await service.account();
    expect((await service.call('GET', `/events?${query}`, key)).status).toBe(400);
  });
  test('a stream from a cursor after the end is rejected before it starts', async () => {
    const { test: key } = await service.account();
    expect((await service.call('GET', '/events/stream', key, undefined, { 'last-event-id': '77' })).status).toBe(400);
  });
});

describe('403, 404', () => {
  test('rejects a feed without a key, and enabling the feed of an unknown account', async () => {
    expect((await service.call('GET', '/events', 'sxt_test_nobody')).status).toBe(403);
    expect((await service.call('GET', '/events/stream', 'sxt_test_nobody')).status).toBe(403);
    expect((await service.admin('POST', '/admin/accounts/999999/feed', {})).status).toBe(404);
  });
});
