// Cross-checks through the whole service, with real workers and local HTTP sources.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAlerts } from '../src/business/alerts/monitor.ts';
import { createSeriesRecorder } from '../src/business/series/recorder.ts';
import { limitsOf } from '../src/wiring/monitoring.ts';
import { keepPartitions } from '../src/worker/maintenance.ts';
import { type CheckedSources, type CheckedWorker, HONEST, OTHER, serperAnswer, startCheckedSources } from './checked-sources.ts';
import { type LocalApi, startLocalApi } from './local-api.ts';
import { startTestService, type TestService, until } from './service.ts';

const PAIRS_MIN = 5;
/** Of one search with the priority INSTANT. */
const PRICE = 5;
const FULL = { google: { share: 1, callsPerDay: 1000 } };

let service: TestService;
let sources: CheckedSources;
let receiver: LocalApi;
let workers: CheckedWorker[] = [];
beforeAll(async () => {
  sources = await startCheckedSources();
  receiver = await startLocalApi();
  service = await startTestService({ CROSS_CHECKS: 'google=1:1000', ALERT_AGREEMENT_PAIRS_MIN: String(PAIRS_MIN) }, false);
  await keepPartitions(service.database.db);
});
beforeEach(async () => {
  sources.route = ['upstream', 'serper'];
  sources.answer(HONEST, HONEST);
  receiver.answers(() => ({ body: 'ok' }));
  await sql('truncate cross_check_days, cross_check_differences, series_minutes, series_hours, alerts, alert_messages, provider_days');
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(0)));
  workers = [];
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([sources?.close(), receiver?.close()]);
});

const sql = (text: string): Promise<void> => service.database.db.script(text);
const rows = <Row extends object>(text: string) =>
  service.database.db.query<Row>({ name: `test ${text.length} ${text.slice(0, 40)}`, text });

async function start(environment: Parameters<CheckedSources['startWorker']>[1] = {}): Promise<CheckedWorker> {
  const worker = await sources.startWorker(service, environment);
  workers.push(worker);
  return worker;
}
/** Ends the worker, which writes its time series. */
async function end(worker: CheckedWorker, msMax = 1000): Promise<void> {
  workers = workers.filter((one) => one !== worker);
  await worker.stop(msMax);
}

async function search(key: string, fields: object = {}): Promise<string> {
  const { json, status } = await service.call('POST', '/serp/new', key, {
    keyword: 'garden chairs',
    region: 'US',
    priority: 'INSTANT',
    asynchronous: true,
    ...fields,
  });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.id;
}
const finished = (key: string, id: string) =>
  until(async () => {
    const { json } = await service.call('GET', `/serp/${id}`, key);
    return json.ready && json;
  });
async function searchMany(key: string, count: number, fields: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    ids.push(await search(key, fields));
    await finished(key, ids.at(-1)!);
  }
  return ids;
}
/** Runs searches with a cross-check each, until the results of all checks are in the time series. */
async function checkedSearches(key: string, count: number): Promise<Readonly<Record<string, number>>> {
  const worker = await start();
  await searchMany(key, count);
  const outcomes = await worker.checked(count);
  await end(worker);
  return outcomes;
}

const crossChecks = async () => (await service.admin('GET', '/admin/cross-checks')).json;
async function openAlerts(): Promise<{ subject: string; summary: string }[]> {
  const series = createSeriesRecorder({ db: service.database.db, intervalMs: 0, onError: () => undefined });
  const parts = {
    db: service.database.db,
    series,
    limits: limitsOf(service.config),
    budgets: {},
    expectsBackup: null,
    deadlineSeconds: service.config.JOB_DEADLINE_SECONDS,
    senders: {},
    onError: () => undefined,
    onUnsent: () => undefined,
  };
  // The service checks its rules as well. Both must not happen at the same time.
  await until(async () => {
    await sql("update alert_checks set checked_at = now() - interval '1 minute'");
    return checkAlerts(parts, [], 1);
  });
  return rows("select subject, summary from alerts where rule = 'agreementLow' and resolved_at is null order by subject");
}
/** Makes the comparisons so far those of an earlier hour. */
const passAnHour = () =>
  sql(`insert into series_hours select name, date_trunc('hour', at) - interval '3 hours', key, counts, levels from series_minutes
      where name = 'agreement' on conflict do nothing;
    delete from series_minutes where name = 'agreement'`);

describe('two honest sources', () => {
  test('agree, although they write the same URLs differently', async () => {
    const { live } = await service.account();
    expect(await checkedSearches(live, 3)).toEqual({ compared: 3 });
    const { engines, pairs, differences } = await crossChecks();
    expect(engines).toMatchObject([{ engine: 'google', share: 1, callsPerDay: 1000, callsToday: 3 }]);
    const means = { pairs: 3, overlap: 1, correlation: 1, features: 1, agreement: 1, low: 0 };
    expect(pairs).toEqual([{ engine: 'google', sources: ['serper', 'upstream'], lastDay: means, week: means }]);
    expect(differences).toEqual([]);
    const { json: series } = await service.admin('GET', '/admin/series?name=agreement&range=1h');
    expect(series.lines.map(({ key }: { key: string }) => key)).toEqual(['google/serper~upstream']);
    const [asked] = sources.serper.asked;
    expect(asked!.body).toMatchObject({ q: 'garden chairs', num: 10 });
  });

  test('are compared in the features that both can return', async () => {
    const { live } = await service.account();
    sources.answer({ ...HONEST, hasQuestions: true }, HONEST);
    await checkedSearches(live, 1);
    expect((await crossChecks()).pairs[0].lastDay).toMatchObject({ overlap: 1, features: 0, agreement: 0.8 });
  });
});

describe('a source that begins to return other results', () => {
  test('opens an alert with the fifth page, the required number of pairs, and resolves when it recovers', async () => {
    const { live } = await service.account();
    await checkedSearches(live, PAIRS_MIN);
    expect(await openAlerts()).toEqual([]);
    await passAnHour();
    sources.answer(HONEST, OTHER);
    await checkedSearches(live, PAIRS_MIN - 1);
    expect(await openAlerts()).toEqual([]);
    await checkedSearches(live, 1);
    expect(await openAlerts()).toEqual([
      { subject: 'google/serper~upstream', summary: 'serper and upstream agree by 0% for Google. Usual are 100%.' },
    ]);
    const { differences } = await crossChecks();
    expect(differences).toHaveLength(PAIRS_MIN);
    expect(differences[0]).toMatchObject({ engine: 'google', agreement: 0 });
    expect(differences[0].sources).toEqual([
      { source: 'serper', hosts: OTHER.sites.map((site) => `${site}.example`) },
      { source: 'upstream', hosts: HONEST.sites.map((site) => `${site}.example`) },
    ]);
    await passAnHour();
    sources.answer(HONEST, HONEST);
    await checkedSearches(live, PAIRS_MIN);
    await sql("update alerts set seen_at = seen_at - interval '10 minutes'");
    expect(await openAlerts()).toEqual([]);
  });

  test('is named when it disagrees with all others', async () => {
    const { live } = await service.account();
    sources.route = ['upstream', 'serper', 'third'];
    expect(await checkedSearches(live, 2 * PAIRS_MIN)).toEqual({ compared: 2 * PAIRS_MIN });
    expect([sources.serper.asked.length, sources.third.asked.length]).toEqual([PAIRS_MIN, PAIRS_MIN]);
    await passAnHour();
    sources.answer(OTHER, HONEST, HONEST);
    await checkedSearches(live, 2 * PAIRS_MIN);
    const alerts = await openAlerts();
    expect(alerts.map(({ subject }) => subject)).toEqual(['google/serper~upstream', 'google/third~upstream']);
    for (const { summary } of alerts) expect(summary).toMatch(/upstream disagrees with all other sources\.$/);
  });
});

describe('customers', () => {
  const shown = ({ json }: { json: { id: string } }, id: string) =>
    JSON.stringify(json)
      .replaceAll(id, 'ID')
      .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"')
      .replaceAll(/"ms":\d+/g, '"ms":0');

  /** Everything that a customer sees of some searches. */
  async function seen(limits: typeof FULL | Record<string, never>, second: () => Promise<void>) {
    sources.serper.answers(async (asked) => {
      await second();
      return serperAnswer(asked, OTHER);
    });
    receiver.answers(() => ({ body: 'ok' }));
    const worker = await start({ CROSS_CHECKS: limits });
    const { live } = await service.account({ credits: 100 });
    const callback = `${receiver.baseUrl}/hook`;
    const objects: string[] = [];
    for (const fields of [{ callback }, { maxResults: 30 }, { find: { domain: 'site3.example', stopWhenFound: false } }]) {
      const [id] = await searchMany(live, 1, fields);
      if ('callback' in fields) await until(async () => (await service.call('GET', `/serp/${id}`, live)).json.callbackExecuted);
      objects.push(shown(await service.call('GET', `/serp/${id}`, live), id!));
    }
    const { json: user } = await service.call('GET', '/user', live);
    const ledger = await rows(`select kind, amount from ledger where account_id =
      (select max(account_id) from ledger) order by at, kind`);
    return { worker, objects, credits: user.credits[0].remaining, ledger, callbacks: receiver.asked.length };
  }

  test('see the same results, credits and callbacks, also while the second source does not respond', async () => {
    const { worker: plain, ...without } = await seen({}, async () => undefined);
    expect(await plain.outcomes()).toEqual({});
    expect(sources.serper.asked).toHaveLength(0);
    await end(plain);

    const { worker: checking, ...checked } = await seen(FULL, async () => undefined);
    expect(await checking.checked(3)).toEqual({ compared: 3 });
    expect(checked).toEqual(without);
    await end(checking);

    // The second source responds only after every search is finished and its callback sent.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { worker: waiting, ...delayed } = await seen(FULL, () => held);
    expect(await waiting.outcomes()).toEqual({});
    await until(async () => sources.serper.asked.length === 1);
    expect(delayed).toEqual(without);
    release();
    expect(await waiting.checked(3)).toEqual({ compared: 3 });
  });

  test('with options of their own, test keys or reused results are never checked', async () => {
    const { live, test: testKey } = await service.account();
    const worker = await start();
    const fresh = { freshness: 3600, keyword: 'a reused search' };
    await searchMany(live, 1, fresh);
    await worker.checked(1);
    await searchMany(live, 1, fresh);
    await searchMany(testKey, 1);
    await searchMany(live, 1, { customUserAgent: 'Agent/1.0' });
    await searchMany(live, 1, { customUrlParameter: [{ name: 'tbs', value: 'qdr:d' }] });
    await searchMany(live, 1, { customCookieParameter: [{ name: 'a', value: 'b' }] });
    await searchMany(live, 1, { find: { domain: 'site3.example', stopWhenFound: true } });
    sources.route = ['upstream'];
    await searchMany(live, 1);
    expect(await worker.outcomes()).toEqual({ compared: 1 });
    expect(sources.serper.asked).toHaveLength(1);
  });

  test('who delete a request delete its difference, and others expire', async () => {
    const { live } = await service.account();
    sources.answer(HONEST, OTHER);
    await checkedSearches(live, 2);
    const [first, second] = (await crossChecks()).differences.map(({ objectId }: { objectId: string }) => objectId);
    await sql(`select remove_object('${first}', account_id, live, kind) from objects where id = '${first}'`);
    expect((await crossChecks()).differences.map(({ objectId }: { objectId: string }) => objectId)).toEqual([second]);
    await sql("update cross_check_differences set at = now() - interval '8 days'; select drop_expired('{7,30}', 400)");
    expect((await crossChecks()).differences).toEqual([]);
  });
});

describe('the budget of a day', () => {
  test('holds for two workers together', async () => {
    const limits = { google: { share: 1, callsPerDay: 3 } };
    const both = [await start({ CROSS_CHECKS: limits }), await start({ CROSS_CHECKS: limits })];
    const { live } = await service.account();
    const ids = await Promise.all(Array.from({ length: 10 }, () => search(live)));
    await Promise.all(ids.map((id) => finished(live, id)));
    const outcomes = await until(async () => {
      const [a, b] = [await both[0]!.outcomes(), await both[1]!.outcomes()];
      const sum = (name: string) => (a[name] ?? 0) + (b[name] ?? 0);
      return sum('compared') + sum('over_budget') === 10 && [sum('compared'), sum('over_budget')];
    });
    expect(outcomes).toEqual([3, 7]);
    expect(sources.serper.asked).toHaveLength(3);
    expect((await crossChecks()).engines[0].callsToday).toBe(3);
  });

  test('leaves half of a provider’s own budget to customers', async () => {
    await sql("insert into provider_days (provider, day, calls) values ('serper', (now() at time zone 'UTC')::date, 5)");
    const worker = await start({ PROVIDER_BUDGETS: { serper: { calls: 10 } } });
    const { live } = await service.account();
    await searchMany(live, 1);
    expect(await worker.checked(1)).toEqual({ over_budget: 1 });
    expect(sources.serper.asked).toHaveLength(0);
  });
});

describe('a worker', () => {
  test('that ends during a check loses no search, and stops at once', async () => {
    const held = new Promise<never>(() => undefined);
    sources.serper.answers(() => held);
    const worker = await start();
    const { live } = await service.account({ credits: 100 });
    const ids = await searchMany(live, 3);
    await until(async () => sources.serper.asked.length === 1);
    const started = Date.now();
    await end(worker, 0);
    expect(Date.now() - started).toBeLessThan(5000);
    for (const id of ids) expect((await finished(live, id)).verdict).toBe('valid');
    expect(await rows('select object_id from queue')).toEqual([]);
    const { json: user } = await service.call('GET', '/user', live);
    expect(user.credits[0].remaining).toBe(100 - 3 * PRICE);
    sources.answer(HONEST, HONEST);
    expect(await checkedSearches(live, 1)).toEqual({ compared: 1 });
  });

  test('pauses the second source for checks only after a failure, and not for customers', async () => {
    sources.serper.answers(() => ({ status: 429, body: '' }));
    const worker = await start();
    const { live } = await service.account();
    await searchMany(live, 2);
    expect(await worker.checked(2)).toEqual({ failed: 1, dropped: 1 });
    expect(sources.serper.asked).toHaveLength(1);
    sources.route = ['serper'];
    sources.serper.answers((asked) => serperAnswer(asked, HONEST));
    const [id] = await searchMany(live, 1);
    expect((await service.call('GET', `/serp/${id}`, live)).json.attempts).toMatchObject([{ source: 'serper', outcome: 'valid' }]);
  });
});
