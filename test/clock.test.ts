// A host whose clock jumps by an hour: credits, limits, keys, schedules and signatures use the database's clock.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

const HOUR_MS = 3_600_000;
/** The tolerance of the Standard Webhooks libraries. */
const TOLERANCE_SECONDS = 300;
const RealDate = Date;
let shiftMs = 0;
class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}
const jump = (ms: number): void => {
  shiftMs = ms;
};

let service: TestService;
let hook: string;
const letters: { headers: IncomingHttpHeaders; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  letters.push({ headers: request.headers, body });
  response.end();
});

beforeAll(async () => {
  globalThis.Date = ShiftedDate as DateConstructor;
  service = await startTestService();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterEach(() => jump(0));
afterAll(async () => {
  await service?.stop();
  receiver.closeAllConnections();
  receiver.close();
  globalThis.Date = RealDate;
});

const SERP = { keyword: 'tea', region: 'US', priority: 'INSTANT' };
const isNear = (text: string): boolean => Math.abs(RealDate.parse(text) - RealDate.now()) < TOLERANCE_SECONDS * 1000;
const finished = (id: string, key: string) =>
  until(async () => {
    const { json } = await service.call('GET', `/serp/${id}`, key);
    return json.ready ? json : null;
  });

describe.each([
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
])('a clock that jumps %s', (_, ms) => {
  test('does not affect objects: they are created, finished, charged once and stored as long as before', async () => {
    const { id: account, test: key } = await service.account();
    const before = await service.call('POST', '/serp/new', key, SERP, { 'idempotency-key': `clock ${ms}` });
    jump(ms);
    const repeated = await service.call('POST', '/serp/new', key, SERP, { 'idempotency-key': `clock ${ms}` });
    expect([repeated.json.id, repeated.headers['idempotent-replayed']]).toEqual([before.json.id, 'true']);
    const { json } = await service.call('POST', '/serp/new', key, SERP);
    const object = await finished(json.id, key);
    expect([object.faulty, isNear(object.createdAt), isNear(object.generatedAt)]).toEqual([false, true, true]);
    const { json: ledger } = await service.admin('GET', `/admin/accounts/${account}/ledger?mode=test`);
    expect(ledger.entries.filter(({ kind }: { kind: string }) => kind === 'charge')).toHaveLength(2);
    const [row] = await service.database.db.query<{ days: number }>(
      {
        name: 'kept_days',
        text: 'select round(extract(epoch from expires_at - created_at) / 86400)::integer as days from objects where id = $1',
      },
      [json.id],
    );
    expect(row!.days).toBe(service.config.RETENTION_DAYS);
  });

  test('keeps signatures of callbacks and events valid', async () => {
    const { test: key, webhookSecret } = await service.account();
    await service.call('GET', '/events', key);
    jump(ms);
    letters.length = 0;
    const { json } = await service.call('POST', '/serp/new', key, { ...SERP, callback: hook });
    const letter = await until(async () => letters[0]);
    const { json: feed } = await until(async () => {
      const page = await service.call('GET', '/events', key);
      return page.json.items.length > 0 ? page : null;
    });
    for (const { headers, body } of [letter, feed.items[0]]) {
      const at = headers['webhook-timestamp'];
      expect(Math.abs(Number(at) - RealDate.now() / 1000)).toBeLessThan(TOLERANCE_SECONDS);
      const secret = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', secret).update(`evt_${json.id}.${at}.${body}`).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    }
  });

  test('does not change the interval between two AI requests', async () => {
    const { test: key } = await service.account();
    const ask = () => service.call('POST', '/ai/send-prompt', key, { prompt: 'What is tea?' });
    expect((await ask()).status).toBe(200);
    jump(ms);
    const rejected = await ask();
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('does not keep a revoked or expired key valid for longer', async () => {
    const { id } = await service.account();
    const { json: made } = await service.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test' });
    expect((await service.call('GET', '/user', made.key)).status).toBe(200);
    jump(ms);
    await service.admin('DELETE', `/admin/keys/${made.id}`);
    // Keys are cached for four seconds by a monotonic clock.
    await until(async () => (await service.call('GET', '/user', made.key)).status === 403);
    const expiresAt = new RealDate(RealDate.now() + 2000).toISOString();
    const { json: short } = await service.admin('POST', `/admin/accounts/${id}/keys`, { mode: 'test', expiresAt });
    expect((await service.call('GET', '/user', short.key)).status).toBe(200);
    await until(async () => (await service.call('GET', '/user', short.key)).status === 403);
  });

  test('does not change the age of a result for freshness', async () => {
    const { test: key } = await service.account();
    const fresh = { ...SERP, keyword: `fresh ${ms}`, freshness: 600 };
    const first = await service.call('POST', '/serp/new', key, fresh);
    const { generatedAt } = await finished(first.json.id, key);
    jump(ms);
    const second = await service.call('POST', '/serp/new', key, fresh);
    const reused = await finished(second.json.id, key);
    expect(reused.attempts).toMatchObject([{ source: 'reused' }]);
    expect(reused.generatedAt).toBe(generatedAt);
  });
});
