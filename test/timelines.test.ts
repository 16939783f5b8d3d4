// The timeline of one object, its stream and the resend of its callback, over the whole service.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let baseUrl: string;
let account: Awaited<ReturnType<TestService['account']>>;
let other: typeof account;
let receiver: Server;
let sink: string;
const heard: string[] = [];
/** The next responses of the receiver. */
let answer = 204;

beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0', STREAMS_MAX: '20', SOURCE_RETRY_SECONDS: '0.1' });
  baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
  [account, other] = [await service.account(), await service.account()];
  receiver = createServer((request, response) => {
    heard.push(request.url ?? '');
    request.resume();
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  sink = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

const make = async (path: string, body: object, key = account.test): Promise<string> => {
  const { json, status } = await service.call('POST', path, key, body);
  expect(status).toBe(200);
  return json.id as string;
};
const get = (path: string, key = account.test) => service.call('GET', path, key);
const lifeWhen = (id: string, fits: (life: { state: string; callback: string }) => boolean) =>
  until(async () => {
    const { json } = await get(`/objects/${id}/life`);
    return fits(json) ? json : null;
  });
const finished = (id: string) => lifeWhen(id, ({ state }) => state !== 'waiting');

/** Reads events until the stream ends or `enough` returns true. */
async function events(path: string, enough: (name: string) => boolean = () => false, key = account.test) {
  const stop = new AbortController();
  const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` }, signal: stop.signal });
  const seen: { event: string; data: { state?: string; reason?: string; callback?: string } }[] = [];
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const found = /^event: (.+)\ndata: (.+)$/m.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (found) seen.push({ event: found[1]!, data: JSON.parse(found[2]!) });
    }
    if (enough(seen.at(-1)?.event ?? '')) break;
  }
  stop.abort();
  return { status: response.status, type: response.headers.get('content-type'), seen };
}

describe('200', () => {
  test('a timeline has every step, the credits, the attempts and the callbacks', async () => {
    const id = await make('/serp/new', { keyword: 'boots', region: 'US', callback: `${sink.replace('//', '//user:secret@')}/told` });
    const timeline = await lifeWhen(id, ({ callback }) => callback === 'delivered');
    expect(timeline).toMatchObject({
      id,
      kind: 'serp',
      mode: 'test',
      state: 'ready',
      verdict: 'valid',
      request: { keyword: 'boots', searchEngine: 'google', callback: `${sink}/told` },
      ledger: [{ kind: 'charge', amount: -1, lot: expect.stringMatching(/^[0-9a-f]{24}$/) }],
      attempts: [{ source: 'sandbox', outcome: 'valid' }],
      deliveries: [{ attempt: 1, status: 204, ok: true, reason: null }],
    });
    expect(timeline.steps.map(({ what }: { what: string }) => what)).toEqual([
      'created',
      'charged',
      'queued',
      'claimed',
      'attempt',
      'settled',
      'callback',
    ]);
    const times = timeline.steps.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
    expect(JSON.stringify(timeline)).not.toContain('secret');
    expect(Date.parse(timeline.expiresAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  test('the timeline of a faulty object has the refund, and that of an unfinished one its state', async () => {
    const timeline = await finished(await make('/serp/new', { keyword: 'test:unparsed', region: 'US' }));
    expect(timeline.state).toBe('faulty');
    expect(timeline.ledger.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['charge', -1],
      ['reversal', 1],
    ]);
    expect(timeline.steps.at(-1)).toMatchObject({ what: 'reversed', detail: { credits: 1 } });
    const later = await make('/ai/send-prompt', { prompt: 'later', scheduleTo: 3 });
    const waiting = (await get(`/objects/${later}/life`)).json;
    expect(waiting).toMatchObject({ state: 'waiting', verdict: null, callback: 'none', attempts: [] });
    expect(waiting.steps.map(({ what }: { what: string }) => what)).toEqual(['created', 'charged', 'queued']);
    expect(Date.parse(waiting.steps[2].detail.dueAt)).toBeGreaterThan(Date.now() + 2 * 86_400_000);
  });

  test('a stored keyword result is shown as reused, with the time of the provider call', async () => {
    const body = { keywords: ['harbour', 'quay'], region: 'US' };
    const first = await finished(await make('/keyword/new', body));
    await service.database.db.script(`update keyword_answers set stored_at = stored_at - interval '2 hours'`);
    const timeline = await finished(await make('/keyword/new', body));
    expect(timeline.attempts).toMatchObject([{ source: 'cache' }]);
    const times = timeline.steps.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
    const { detail } = timeline.steps.find(({ what }: { what: string }) => what === 'attempt');
    expect(detail).toMatchObject({ source: 'cache', reused: true });
    const hours = (Date.parse(timeline.steps[0].at) - Date.parse(detail.askedAt)) / 3_600_000;
    expect([hours > 1.9, hours < 2.1]).toEqual([true, true]);
    expect(first.steps.every(({ detail }: { detail: object }) => !('reused' in detail))).toBe(true);
  });

  test('a reused result has no claim and no source attempt, and has the time of reuse', async () => {
    const body = { keyword: 'fresh oars', region: 'US', freshness: 36_000, asynchronous: false };
    const origin = await make('/serp/new', body);
    await finished(origin);
    await service.database.db.script(`update results set generated_at = generated_at - interval '3 hours' where id = '${origin}'`);
    const timeline = await finished(await make('/serp/new', body));
    expect(timeline.steps.map(({ what }: { what: string }) => what)).toEqual(['created', 'charged', 'queued', 'attempt', 'settled']);
    const times = timeline.steps.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
    const { detail } = timeline.steps[3];
    expect(detail).toMatchObject({ source: 'reused', reused: true });
    expect(Date.parse(detail.askedAt)).toBeLessThan(Date.parse(timeline.steps[0].at) - 10_000_000);
  });

  test('a stream sends the timeline as it changes and ends after the callback', async () => {
    const id = await make('/serp/new', { keyword: 'test:slow:1', region: 'US', callback: `${sink}/streamed` });
    const { status, type, seen } = await events(`/objects/${id}/stream`);
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(seen.at(-1)).toEqual({ event: 'end', data: { id, reason: 'finished' } });
    expect(seen.at(-2)).toMatchObject({ event: 'life', data: { callback: 'delivered' } });
    expect(seen[0]).toMatchObject({ event: 'life', data: { state: 'waiting' } });
    // A finished object is sent at once.
    expect((await events(`/objects/${id}/stream`)).seen.map(({ event }) => event)).toEqual(['life', 'end']);
  });

  test('a stream of a deleted object ends with that reason', async () => {
    const id = await make('/ai/send-prompt', { prompt: 'never', scheduleTo: 3 });
    const serp = await make('/serp/new', { keyword: 'test:slow:20', region: 'US' });
    let removed: Promise<{ status: number }> | null = null;
    const { seen } = await events(`/objects/${serp}/stream`, () => {
      // After the stream is open.
      removed ??= service.call('DELETE', `/serp/${serp}`, account.test);
      return false;
    });
    expect((await removed!).status).toBe(204);
    expect(seen.at(-1)).toMatchObject({ event: 'end', data: { reason: 'gone' } });
    expect((await events(`/objects/${id}/stream`, (name) => name === 'life')).seen).toHaveLength(1);
  });

  test('an owner can resend a callback, even a failed one', async () => {
    answer = 410;
    const id = await make('/serp/new', { keyword: 'kept', region: 'US', callback: `${sink}/again` });
    await lifeWhen(id, ({ callback }) => callback === 'failed');
    answer = 204;
    const before = heard.filter((path) => path === '/again').length;
    expect((await service.call('POST', `/objects/${id}/resend`, account.test)).json).toEqual({ sent: true });
    const timeline = await lifeWhen(id, ({ callback }) => callback === 'delivered');
    expect(heard.filter((path) => path === '/again')).toHaveLength(before + 1);
    expect(timeline.deliveries.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true]);
  });
});

describe('400', () => {
  test('rejects a resend without a callback, or of an unfinished object', async () => {
    const none = await make('/serp/new', { keyword: 'none', region: 'US' });
    const soon = await make('/ai/send-prompt', { prompt: 'soon', scheduleTo: 3, callback: `${sink}/soon` });
    for (const [id, why] of [
      [none, 'has no callback'],
      [soon, 'is not finished'],
    ] as const) {
      const { status, json } = await service.call('POST', `/objects/${id}/resend`, account.test);
      expect([status, json.message]).toEqual([400, expect.stringContaining(why)]);
    }
  });
});

describe('403', () => {
  test.each(['/objects/0123456789abcdef01234567/life', '/objects/0123456789abcdef01234567/stream'])(
    'rejects %s without a key',
    async (path) => {
      expect((await get(path, 'sxt_test_wrong')).status).toBe(403);
    },
  );
});

describe('404', () => {
  test('objects of another account or mode, unknown ids and malformed ids get the same response', async () => {
    const id = await make('/serp/new', { keyword: 'mine', region: 'US', callback: `${sink}/mine` });
    await finished(id);
    for (const [key, wanted] of [
      [other.test, id],
      [account.live, id],
      [account.test, 'ffffffffffffffffffffffff'],
      [account.test, 'x'],
      [account.test, '%00'],
    ] as const) {
      for (const what of ['life', 'stream']) expect([what, (await get(`/objects/${wanted}/${what}`, key)).status]).toEqual([what, 404]);
      expect((await service.call('POST', `/objects/${wanted}/resend`, key)).status).toBe(404);
    }
  });
});

describe('429', () => {
  test('one account may not hold all the streams', async () => {
    const mine = await service.account();
    const id = await make('/ai/send-prompt', { prompt: 'watched', scheduleTo: 3 }, mine.test);
    const open = [];
    for (let streams = 0; streams < 2; streams++) {
      const stop = new AbortController();
      open.push(stop);
      const response = await fetch(`${baseUrl}/objects/${id}/stream?apikey=${mine.test}`, { signal: stop.signal });
      expect(response.status).toBe(200);
    }
    const rejected = await get(`/objects/${id}/stream`, mine.test);
    expect([rejected.status, rejected.json.message]).toEqual([429, 'Too many requests: too many streams or exports are open.']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    for (const stop of open) stop.abort();
    await until(async () => {
      const { seen } = await events(`/objects/${id}/stream`, (name) => name === 'life', mine.test);
      return seen.length === 1;
    });
  });
});

describe('when the service stops', () => {
  test('streams end and the process does not wait for them', async () => {
    const own = await startTestService({}, false);
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const { test: key } = await own.account();
    const { json } = await own.call('POST', '/serp/new', key, { keyword: 'waits', region: 'US' });
    const response = await fetch(`${url}/objects/${json.id}/stream?apikey=${key}`);
    const reading = response.text();
    await own.stop();
    const text = await reading;
    expect(text).toContain('event: life');
    expect(text).not.toContain('event: end');
  });
});
