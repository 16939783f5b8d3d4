// Objects without a reachable source and objects with a block page are distinguished everywhere.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let key: string;
let callback: string;
const letters: string[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  letters.push(body);
  response.end();
});
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0' });
  ({ test: key } = await service.account());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  // The first call enables the event feed.
  await service.call('GET', '/events', key);
});
afterAll(async () => {
  await service?.stop();
  receiver.closeAllConnections();
  receiver.close();
});

async function finished(path: string, body: object, kind = path.split('/')[1]!) {
  const { json, status, text } = await service.call('POST', path, key, body);
  expect(status, text).toBe(200);
  return until(async () => {
    const { json: seen } = await service.call('GET', `/${kind}/${json.id}`, key);
    return seen.ready || seen.faulty ? seen : null;
  });
}
const serp = (keyword: string, more: object = {}) => finished('/serp/new', { keyword, region: 'US', asynchronous: true, ...more });
const outcomes = (object: { attempts: { outcome: string }[] }) => [...new Set(object.attempts.map(({ outcome }) => outcome))];

const UNREACHED = { faulty: true, verdict: null, error: 'No source could be reached.' };

describe('an object for which no source could be reached', () => {
  test('is not blocked: SERP and keyword objects show it in attempts and error', async () => {
    const [page, volumes] = [
      await serp('tea test:500'),
      await finished('/keyword/new', { keywords: ['tea test:500'], region: 'US', asynchronous: true }),
    ];
    for (const object of [page, volumes]) {
      expect(object).toMatchObject(UNREACHED);
      expect(outcomes(object)).toEqual(['unreachable']);
    }
  });

  test('is not blocked as an AI job either', async () => {
    const job = await finished('/ai/send-prompt', { prompt: 'tea test:500' });
    expect(job).toMatchObject({ ready: true, verdict: null, error: 'The AI service or the page could not be reached.' });
  });

  test('shows it in its callback, its event, its timeline, the list and the export', async () => {
    const { id } = await serp('tea test:cut', { callback, callbackFormat: 'JSON' });
    const letter = await until(async () => letters.find((body) => body.includes(id)));
    expect(JSON.parse(letter)).toMatchObject({ id, ...UNREACHED });
    const events = await service.call('GET', '/events?limit=200', key);
    const event = events.json.items.find(({ body }: { body: string }) => body.includes(id));
    expect(event).toBeDefined();
    expect(event.body).not.toContain('blocked');
    const { json: timeline } = await service.call('GET', `/objects/${id}/life`, key);
    expect(timeline).toMatchObject({ state: 'faulty', verdict: null, error: UNREACHED.error });
    const { json: list } = await service.call('GET', '/objects?state=faulty', key);
    const listed = list.items.find((object: { id: string }) => object.id === id);
    expect([listed.state, listed.verdict]).toEqual(['faulty', undefined]);
    const { text } = await service.call('GET', '/objects/export?format=csv&state=faulty', key);
    expect(text.split('\n').find((line) => line.includes(id))).not.toContain('blocked');
  });

  test('is counted as unreachable', async () => {
    const { text } = await service.admin('GET', '/metrics');
    expect(text).toMatch(/sextant_job_duration_seconds_count\{[^}]*kind="serp"[^}]*verdict="unreachable"/);
    expect(text).not.toMatch(/sextant_job_duration_seconds_count\{[^}]*verdict="blocked"/);
  });

  test('differs from a block page in the compatibility endpoints', async () => {
    const serpapi = (q: string) => service.call('GET', `/search.json?q=${encodeURIComponent(q)}&api_key=${key}`, key);
    const serper = async (q: string) => {
      const response = await service.app.inject({ method: 'POST', url: '/search', headers: { 'x-api-key': key }, payload: { q } });
      return { json: response.json<{ message: string }>() };
    };
    expect((await serpapi('test:500')).json.error).toMatch(/No source could be reached\.$/);
    expect((await serpapi('test:captcha')).json.error).toMatch(/The source showed a block page\.$/);
    expect((await serper('test:500')).json.message).toMatch(/^The search failed\. No source could be reached\./);
    expect((await serper('test:captcha')).json.message).toMatch(/^The search failed\. The source showed a block page\./);
  });
});

describe('an object that met a block page', () => {
  test('is blocked', async () => {
    expect(await serp('tea test:captcha')).toMatchObject({ faulty: true, verdict: 'blocked', error: 'The source showed a block page.' });
  });

  test('is blocked even when later attempts reached nothing: the last attempt with a response decides', async () => {
    const object = await serp('tea test:captcha:1 test:500');
    expect(object.attempts.map(({ outcome }: { outcome: string }) => outcome)[0]).toBe('blocked');
    expect(outcomes(object)).toEqual(['blocked', 'unreachable']);
    expect(object).toMatchObject({
      verdict: 'blocked',
      error: 'The source showed a block page. Other attempts did not reach a source.',
    });
  });
});

test('lookups distinguish a rejecting registry from an unreachable one', async () => {
  const message = async (name: string) => (await service.call('GET', `/whois/${name}`, key)).json.message;
  expect(await message('unreachable-lantern.com')).toBe('The registry could not be reached.');
  expect(await message('test-captcha-lantern.com')).toBe('The registry refused to respond.');
});
