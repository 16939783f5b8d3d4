// An outage of a live source, from the first failed attempt to the alert, its webhook, the console and the recovery.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signCallback } from '../src/business/callbacks/signature.ts';
import type { Alert } from '../src/contract/alerts.ts';
import { type Dashboard, OPERATOR_TOKEN, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { startTestService, type TestService, until } from './service.ts';

const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
const ANNOUNCED_SECONDS_MAX = 60;
const SEARCHES = 6;

interface Received {
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly json: { type: string; data: Alert };
}
const received: Received[] = [];
const receiver = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  received.push({ headers: request.headers, text, json: JSON.parse(text) });
  response.end();
});
const messageOf = (type: string, rule: string): Received | undefined =>
  received.find(({ json }) => json.type === type && json.data.rule === rule);

let upstream: TestService;
let proxy: FlakyProxy;
let dashboard: Dashboard;
let service: TestService;
let visitor: Visitor;

const search = async (keyword: string): Promise<string> => {
  const body = { keyword, region: 'DE', searchEngine: 'bing', priority: 'REALTIME', asynchronous: true };
  const { status, json, text } = await service.call('POST', '/serp/new', dashboard.account.live, body);
  expect(status, text).toBe(200);
  return json.id;
};
const isReady = async (id: string): Promise<boolean> => (await service.call('GET', `/serp/${id}`, dashboard.account.live)).json.ready;

describe.skipIf(program === undefined)('an outage of a live source', () => {
  beforeAll(async () => {
    upstream = await startTestService();
    await upstream.app.listen({ host: '127.0.0.1', port: 0 });
    proxy = await startFlakyProxy(`http://127.0.0.1:${(upstream.app.server.address() as AddressInfo).port}`);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    dashboard = await startDashboard({
      UPSTREAM_URL: proxy.baseUrl,
      UPSTREAM_KEY: (await upstream.account()).test,
      SERP_ROUTES: '{"bing":["upstream"]}',
      SOURCE_ATTEMPTS_MAX: '100',
      SOURCE_RETRY_SECONDS: '2,5',
      ALERT_QUEUE_SECONDS: '14400,3600,10,10',
      // The disk of this machine is none of this test.
      ALERT_DISK_PERCENT: '0',
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`,
      ALERT_WEBHOOK_SECRET: SECRET,
    });
    ({ service } = dashboard);
    visitor = await dashboard.visit(SIZES[1][1]);
    await visitor.signIn(OPERATOR_TOKEN);
  }, 300_000);
  afterAll(async () => {
    await visitor?.leave();
    await dashboard?.stop();
    await proxy?.close();
    await upstream?.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  test('is announced within a minute', async () => {
    const first = await search('tea');
    await until(() => isReady(first));
    expect(messageOf('alert.opened', 'engineSuccess')).toBeUndefined();
    proxy.befalls(() => 'before');
    const began = performance.now();
    await Promise.all(Array.from({ length: SEARCHES }, (_, index) => search(`tea ${index}`)));
    const opened = await until(async () => messageOf('alert.opened', 'engineSuccess'), 2 * ANNOUNCED_SECONDS_MAX);
    expect((performance.now() - began) / 1000).toBeLessThan(ANNOUNCED_SECONDS_MAX);
    expect(opened.json.data).toMatchObject({ subject: 'bing', severity: 'critical', resolvedAt: null });
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = opened.headers;
    expect(signCallback(String(id), Number(at), opened.text, SECRET)['webhook-signature']).toBe(signature);
  }, 180_000);

  test('shows the unfinished attempts and the true age, live apart from test', async () => {
    const { json: overview } = await service.admin('GET', '/admin/overview');
    const row = overview.engines.find(({ engine, mode }: { engine: string; mode: string }) => engine === 'bing' && mode === 'live');
    expect(row).toMatchObject({ source: 'upstream', ok: 1, blocked: 0 });
    // After five failures the circuit opens, and further runs end without an attempt.
    expect(row.unreachable).toBeGreaterThanOrEqual(5);
    const [live, sandbox] = overview.modes;
    const realtimeOf = ({ queue }: { queue: { priority: string; waiting: number; running: number; oldestSeconds: number }[] }) =>
      queue.find(({ priority }) => priority === 'REALTIME')!;
    const realtime = realtimeOf(live);
    expect([live.mode, sandbox.mode]).toEqual(['live', 'test']);
    expect(realtime.waiting + realtime.running).toBe(SEARCHES);
    // The retries are at most 5 s apart, and the age counts from the request. The alert may have come sooner than after 10 s.
    await until(async () => realtimeOf((await service.admin('GET', '/admin/overview')).json.modes[0]).oldestSeconds > 10);
    await until(async () => messageOf('alert.opened', 'queueAge'), 90);
    const { json: series } = await service.admin('GET', '/admin/series?name=engines&range=1h');
    const line = series.lines.find(({ key }: { key: string }) => key === 'live/bing');
    const failed = line.values.failed.reduce((sum: number, value: number | null) => sum + (value ?? 0), 0);
    expect(failed).toBeGreaterThanOrEqual(5);
  }, 180_000);

  test('is a banner on every page, a red source and an open alert that an operator acknowledges', async () => {
    const { page } = visitor;
    await visitor.open('Sources');
    const banner = page.getByRole('region', { name: 'Open alerts' });
    await banner.getByText(/^Bing: \d+% of \d+ live runs succeeded\.$/).waitFor();
    await page.getByRole('table', { name: 'Live sources' }).locator('.meter i.bad').waitFor();
    await page.getByRole('table', { name: 'Success by engine: newest and highest values' }).getByText('Bing').waitFor();
    await visitor.allIsWell();
    await visitor.open('Alerts');
    await page.getByRole('button', { name: 'Acknowledge Engine fails bing' }).click();
    await page.getByText(/^Open since .* Acknowledged by /).waitFor();
    await visitor.allIsWell();
  }, 180_000);

  test('resolves by itself after the recovery', async () => {
    proxy.befalls(() => null);
    // A few searches a minute, like customers: an engine without traffic proves nothing.
    let count = 0;
    const traffic = setInterval(() => void search(`recovered ${count++}`).catch(() => undefined), 3000);
    try {
      const resolved = await until(async () => messageOf('alert.resolved', 'engineSuccess'), 240);
      expect(resolved.json.data.resolvedAt).not.toBeNull();
      await until(async () => messageOf('alert.resolved', 'queueAge'), 120);
    } finally {
      clearInterval(traffic);
    }
    const { json: alerts } = await service.admin('GET', '/admin/alerts');
    expect(alerts.open.filter(({ rule }: Alert) => rule === 'engineSuccess' || rule === 'queueAge')).toEqual([]);
    expect(new Set(alerts.history.map(({ rule }: Alert) => rule))).toEqual(new Set(['engineSuccess', 'queueAge']));
    const { page } = visitor;
    await visitor.open('Alerts');
    await page.getByRole('table', { name: 'Resolved alerts' }).getByText('Engine fails').waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Open alerts' }).getByText('bing').count(), { timeout: 30_000 }).toBe(0);
    await visitor.allIsWell();
  }, 480_000);
});

describe('the admin API', () => {
  let plain: TestService;
  beforeAll(async () => {
    plain = await startTestService({}, false);
  });
  afterAll(() => plain.stop());

  test('rejects an unknown series, an unknown range and an invalid silence', async () => {
    const unknown = await plain.admin('GET', '/admin/series?name=weather');
    expect([unknown.status, unknown.json.message]).toEqual([400, expect.stringContaining('name')]);
    const range = await plain.admin('GET', '/admin/series?name=queue&range=9y');
    expect([range.status, range.json.message]).toEqual([400, expect.stringContaining('range')]);
    const silence = await plain.admin('POST', `/admin/alerts/${'0'.repeat(24)}/silence`, { minutes: -1 });
    expect([silence.status, silence.json.message]).toEqual([400, expect.stringContaining('minutes')]);
  });

  test.each([
    ['name=quality&total=maybe', 'total'],
    ['name=quality&lines=0', 'lines'],
    ['name=quality&lines=501', 'lines'],
    ['name=quality&lines=many', 'lines'],
    ['name=quality&mode=sandbox', 'mode'],
    ['name=agreement&mode=live', 'mode'],
  ])('rejects the series %s', async (query, parameter) => {
    const { status, json } = await plain.admin('GET', `/admin/series?${query}`);
    expect([status, json.message]).toEqual([400, expect.stringContaining(` ${parameter} `)]);
  });

  test('returns the total of the busiest lines of a mode', async () => {
    await plain.database.db.script(`insert into series_minutes (name, at, key, counts, levels)
      select 'quality', date_trunc('minute', now()) - make_interval(mins => age), key, array[pages, 1, 900], '{}'
      from (values ('live/bing/page', 3), ('live/yahoo/page', 2), ('test/bing/sandbox', 8)) as given (key, pages), generate_series(0, 5) as age`);
    const { status, json } = await plain.admin('GET', '/admin/series?name=quality&range=24h&mode=live&lines=1&total=true');
    expect([status, json.stepSeconds, json.times.length]).toEqual([200, 86_400, 1]);
    expect(json.lines).toEqual([{ key: 'live/bing/page', values: { pages: [18], low: [6], sumThousandths: [5400] } }]);
  });

  test('has 404 for an unknown alert, and 403 without the admin token', async () => {
    expect((await plain.admin('POST', `/admin/alerts/${'0'.repeat(24)}/acknowledge`)).status).toBe(404);
    expect((await plain.admin('POST', '/admin/alerts/nothing-here/silence', { minutes: 5 })).status).toBe(404);
    const { test: key } = await plain.account();
    expect((await plain.call('GET', '/admin/alerts', key)).status).toBe(403);
    expect((await plain.call('GET', '/admin/series?name=queue', key)).status).toBe(403);
  });
});
