// Traces of the whole service, received by a real OTLP server: one trace from the request to the callback.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../lab/otlp-receiver.ts';
import { startTestService, type TestService, until } from './service.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const PARENT = `00-${TRACE_ID}-${PARENT_ID}-01`;

interface Callbacks {
  readonly url: string;
  readonly received: { readonly id: string; readonly headers: IncomingHttpHeaders }[];
  close(): void;
}

async function receiveCallbacks(): Promise<Callbacks> {
  const received: Callbacks['received'] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ id: JSON.parse(text).id, headers: request.headers });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`, received, close: () => server.close() };
}

const settingsFor = (receiver: Pick<OtlpReceiver, 'url'>): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b',
  CALLBACK_ALLOW: '127.0.0.0/8',
});

/** Counts of spans by outcome in the metrics of all processes. */
async function spanCounts(service: TestService): Promise<Record<string, number>> {
  const { text } = await service.admin('GET', '/metrics');
  const counts: Record<string, number> = {};
  for (const [, outcome, value] of text.matchAll(/^sextant_trace_spans_total\{.*outcome="(\w+)".*\} (\d+)$/gm))
    counts[outcome!] = (counts[outcome!] ?? 0) + Number(value);
  return counts;
}

describe('a traced request', () => {
  let service: TestService;
  let receiver: OtlpReceiver;
  let callbacks: Callbacks;
  let key: string;
  beforeAll(async () => {
    receiver = await openOtlpReceiver();
    callbacks = await receiveCallbacks();
    service = await startTestService(settingsFor(receiver));
    key = (await service.account()).test;
  });
  afterAll(async () => {
    await service?.stop();
    callbacks?.close();
    await receiver?.close();
  });

  const create = async (body: object, headers: Record<string, string> = {}) => {
    const { status, json, text } = await service.call(
      'POST',
      '/serp/new',
      key,
      { region: 'US', callback: callbacks.url, ...body },
      headers,
    );
    expect(status, text).toBe(200);
    return json as Record<string, unknown> & { id: string };
  };
  const callbackOf = (id: string) => until(async () => callbacks.received.find((one) => one.id === id));
  const spansOf = (traceId: string): ReceivedSpan[] => receiver.spans.filter((span) => span.traceId === traceId);
  /** The spans of a trace after its last one, the callback, has arrived. */
  const wholeTrace = async (traceId: string): Promise<ReceivedSpan[]> => {
    await until(async () => ['callback', 'settle', 'POST /serp/new'].every((name) => spansOf(traceId).some((span) => span.name === name)));
    return spansOf(traceId);
  };
  const traceIdOf = (headers: IncomingHttpHeaders): string => String(headers.traceparent).split('-')[1]!;

  test('is one trace from the request through queue, attempts and settling to the callback', async () => {
    const { id } = await create({ keyword: 'green tea' }, { traceparent: PARENT });
    const { headers } = await callbackOf(id);
    expect(headers.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
    const spans = await wholeTrace(TRACE_ID);
    const one = (name: string): ReceivedSpan => {
      const found = spans.filter((span) => span.name === name);
      expect(found.length, name).toBe(1);
      return found[0]!;
    };
    const [request, place, wait, job, attempt, settle, callback] = [
      'POST /serp/new',
      'place',
      'queue wait',
      'job serp',
      'attempt',
      'settle',
      'callback',
    ].map(one) as ReceivedSpan[];
    expect(request!.parentSpanId).toBe(PARENT_ID);
    expect(place!.parentSpanId).toBe(request!.spanId);
    for (const child of [wait, job, callback]) expect(child!.parentSpanId).toBe(place!.spanId);
    for (const child of [attempt, settle]) expect(child!.parentSpanId).toBe(job!.spanId);
    expect(spans.map(({ kind }) => kind).sort()).toEqual([1, 1, 2, 3, 3, 4, 5]);
    expect(headers.traceparent).toContain(callback!.spanId);
    expect(spans.filter(({ failure }) => failure !== null)).toEqual([]);
    for (const { startedAt, endedAt } of spans) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    expect(request!.attributes).toMatchObject({ 'http.route': '/serp/new', 'http.response.status_code': 200, 'sextant.mode': 'test' });
    expect(place!.attributes).toMatchObject({ 'sextant.kind': 'serp', 'sextant.objects': 1, 'sextant.placed': 'placed' });
    expect(job!.attributes).toMatchObject({ 'sextant.object_id': id, 'sextant.engine': 'google', 'sextant.verdict': 'valid' });
    expect(attempt!.attributes).toMatchObject({ 'sextant.source': 'sandbox', 'sextant.outcome': 'valid' });
    expect(callback!.attributes).toMatchObject({ 'http.response.status_code': 200, 'sextant.delivery': 1 });
    expect(request!.resource).toMatchObject({ 'service.name': 'sextant', 'sextant.role': 'api' });
    expect(job!.resource).toMatchObject({ 'sextant.role': 'worker' });
    expect(receiver.headers[0]).toMatchObject({ 'x-token': 'a b' });
  });

  test('shows no key, keyword, callback path or secret', async () => {
    await create({ keyword: 'purple carrots' });
    await until(async () => receiver.spans.filter(({ name }) => name === 'callback').length >= 2);
    const text = JSON.stringify(receiver.spans);
    for (const secret of [key, 'purple', 'carrots', 'green tea', 'secret-path']) expect(text).not.toContain(secret);
  });

  test('is returned without its context', async () => {
    const created = await create({ keyword: 'tea' }, { traceparent: PARENT });
    const { headers } = await callbackOf(created.id);
    for (const path of [`/serp/${created.id}`, `/objects/${created.id}/life`, '/objects?kind=serp', '/objects/export'])
      expect((await service.call('GET', path, key)).text, path).not.toContain('traceparent');
    const { json: log } = await service.call('GET', `/objects/${created.id}/deliveries`, key);
    expect(log.items[0].request.headers.traceparent).toBe(headers.traceparent);
    expect(created).not.toHaveProperty('traceparent');
    const { json } = await service.call('GET', `/serp/${created.id}`, key);
    expect(Object.keys(json)).toEqual(Object.keys(created));
  });

  test.each(['nonsense', `ff-${TRACE_ID}-${PARENT_ID}-01`, `${PARENT}, ${PARENT}`])(
    'starts a new trace when its traceparent is malformed: %s',
    async (traceparent) => {
      const { id } = await create({ keyword: 'tea' }, { traceparent });
      const { headers } = await callbackOf(id);
      expect(headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(traceIdOf(headers)).not.toBe(TRACE_ID);
    },
  );

  test('passes a context on without spans when its client does not record', async () => {
    const traceId = 'a'.repeat(32);
    const { id } = await create({ keyword: 'tea' }, { traceparent: `00-${traceId}-${PARENT_ID}-00` });
    const { headers } = await callbackOf(id);
    expect(headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    const { id: later } = await create({ keyword: 'tea' });
    await wholeTrace(traceIdOf((await callbackOf(later)).headers));
    expect(spansOf(traceId)).toEqual([]);
  });

  test('reuses the result of an equal request with another trace', async () => {
    const first = await create({ keyword: 'reused tea', freshness: 3600, asynchronous: false });
    const second = await create({ keyword: 'reused tea', freshness: 3600, asynchronous: false });
    expect([first.ready, second.ready]).toEqual([true, true]);
    expect((second.attempts as { source: string }[])[0]!.source).toBe('reused');
    expect((await callbackOf(second.id)).headers.traceparent).toBeDefined();
  });

  test('records failures of sources and rejections', async () => {
    const { id } = await create({ keyword: 'test:unparsed' });
    const spans = await wholeTrace(traceIdOf((await callbackOf(id)).headers));
    const failed = spans.filter(({ failure }) => failure !== null).map(({ name, failure }) => [name, failure]);
    expect(failed).toContainEqual(['attempt', 'unparsed']);
    expect(failed).toContainEqual(['job serp', 'unparsed']);
    const traceId = 'b'.repeat(32);
    const { test: poor } = await service.account({ credits: 0 });
    const body = { keyword: 'tea', region: 'US' };
    const { status } = await service.call('POST', '/serp/new', poor, body, { traceparent: `00-${traceId}-${PARENT_ID}-01` });
    expect(status).toBe(402);
    await until(async () => spansOf(traceId).length === 2);
    expect(
      spansOf(traceId).map(({ name, attributes }) => attributes['sextant.placed'] ?? [name, attributes['http.response.status_code']]),
    ).toEqual(expect.arrayContaining(['credits', ['POST /serp/new', 402]]));
  });

  test('records unrelated results as a failure, as the alert rules count them', async () => {
    const { id } = await create({ keyword: 'test:poisoned' });
    const spans = await wholeTrace(traceIdOf((await callbackOf(id)).headers));
    expect(spans.filter(({ name }) => name === 'attempt').map(({ failure }) => failure)).toContain('suspect');
  });

  test('with a bad key, or to an unknown path or method, has no span', async () => {
    const traceId = 'c'.repeat(32);
    const traceparent = `00-${traceId}-${PARENT_ID}-01`;
    const body = { keyword: 'tea', region: 'US' };
    expect((await service.call('POST', '/serp/new', 'wrong', body, { traceparent })).status).toBe(403);
    for (const [method, path, status] of [
      ['GET', '/nothing', 404],
      ['PUT', '/serp/new', 405],
    ] as const)
      expect((await service.call(method, path, 'wrong', undefined, { traceparent })).status).toBe(status);
    const { id } = await create({ keyword: 'tea' });
    await wholeTrace(traceIdOf((await callbackOf(id)).headers));
    expect(spansOf(traceId)).toEqual([]);
  });

  const TASK = { location_code: 2840, language_code: 'en' };
  test.each([
    ['POST', '/v3/serp/google/organic/task_post', [{ ...TASK, keyword: 'tea' }]],
    ['POST', '/v3/serp/google/organic/live/regular', [{ ...TASK, keyword: 'tea' }]],
    ['POST', '/v3/keywords_data/google_ads/search_volume/task_post', [{ ...TASK, keywords: ['tea'] }]],
    ['POST', '/v3/keywords_data/google_ads/search_volume/live', [{ ...TASK, keywords: ['tea'] }]],
    ['GET', '/search.json?q=traced+tea', undefined],
    ['POST', '/search', { q: 'traced coffee' }],
  ] as const)('to a compatibility endpoint continues with its job: %s %s', async (method, path, body) => {
    const traceId = randomBytes(16).toString('hex');
    const login = path.startsWith('/v3/') ? `Basic ${Buffer.from(`any:${key}`).toString('base64')}` : `Bearer ${key}`;
    const headers = { authorization: login, 'x-api-key': key, traceparent: `00-${traceId}-${PARENT_ID}-01` };
    const url = path.startsWith('/search.json') ? `${path}&api_key=${key}` : path;
    const { status, text } = await service.call(method, url, key, body, headers);
    expect(status, text).toBe(200);
    const names = await until(async () => {
      const found = spansOf(traceId).map(({ name }) => name);
      return found.includes('settle') && found;
    });
    expect(names).toEqual(expect.arrayContaining(['place', 'queue wait', 'attempt']));
  });

  test('keeps its idempotency key valid when the context differs', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await create({ keyword: 'tea' }, { ...headers, traceparent: PARENT });
    const second = await create({ keyword: 'tea' }, { ...headers, traceparent: `00-${'d'.repeat(32)}-${PARENT_ID}-01` });
    expect(second).toEqual(first);
  });

  test('counts exported spans', async () => {
    expect((await spanCounts(service)).exported).toBeGreaterThan(20);
  });
});

describe('a receiver that fails', () => {
  test('disturbs neither requests nor the end of the service', async () => {
    const receiver = await openOtlpReceiver();
    receiver.respond('refuse');
    const service = await startTestService(settingsFor(receiver));
    const { test: key } = await service.account();
    const create = (keyword: string) => service.call('POST', '/serp/new', key, { keyword, region: 'US', asynchronous: false });
    expect((await create('tea')).json.ready).toBe(true);
    await until(async () => ((await spanCounts(service)).failed ?? 0) > 0);
    receiver.respond('hang');
    const before = receiver.headers.length;
    expect((await create('coffee')).json.ready).toBe(true);
    await until(async () => receiver.headers.length > before);
    await receiver.close();
    expect((await create('milk')).json.ready).toBe(true);
    const started = performance.now();
    await service.stop();
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

test('without a receiver, traceparent is neither stored nor passed on', async () => {
  const callbacks = await receiveCallbacks();
  const service = await startTestService({ CALLBACK_ALLOW: '127.0.0.0/8' });
  try {
    const { test: key } = await service.account();
    const body = { keyword: 'tea', region: 'US', callback: callbacks.url };
    const { json } = await service.call('POST', '/serp/new', key, body, { traceparent: PARENT });
    const { headers } = await until(async () => callbacks.received.find(({ id }) => id === json.id));
    expect(headers).not.toHaveProperty('traceparent');
    const rows = await service.database.db.query<{ request: string }>({ name: 'requests', text: 'select request::text from objects' });
    expect(rows.map(({ request }) => request.includes('traceparent'))).toEqual([false]);
  } finally {
    await service.stop();
    callbacks.close();
  }
});
