// Canaries with the whole service: a source that answers honestly, then lies, then answers honestly again.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAlerts } from '../src/business/alerts/monitor.ts';
import { createDb } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { loadCanaries } from '../src/wiring/canary-list.ts';
import { limitsOf } from '../src/wiring/monitoring.ts';
import { createWorker } from '../src/wiring/worker.ts';
import { type Asked, type LocalApi, startLocalApi } from './local-api.ts';
import { startTestService, type TestService, until } from './service.ts';

const SITES: Readonly<Record<string, string>> = { sextant: 'sextant.example', 'leaf tea': 'leaf.example', 'clay kiln': 'kiln.example' };
const anchored = (id: string, engine: string, question: string, anchors: object[]) => ({
  id,
  engine,
  question,
  region: 'US',
  language: 'en',
  anchors,
  checked: 2026,
});
const bySite = (id: string, engine: string, question: string) => anchored(id, engine, question, [{ site: SITES[question], within: 3 }]);

/** No test reaches the network, so all shipped canaries are disabled. */
function ownFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'canaries-')), 'canaries.json');
  const shipped = loadCanaries({ CANARIES_FILE: null }).map(({ id }) => ({ id, disabled: true }));
  const own = [
    bySite('sextant', 'google', 'sextant'),
    bySite('leaf', 'google', 'leaf tea'),
    bySite('kiln', 'bing', 'clay kiln'),
    anchored('capital', 'chatgpt', 'What is the capital of France?', [{ answer: ['Paris'] }]),
    anchored('iron', 'chatgpt', 'Which element is Fe?', [{ answer: ['iron'] }]),
  ];
  writeFileSync(file, JSON.stringify({ canaries: [...shipped, ...own] }));
  return file;
}

/** `nonsense`: fluent results with the words of the query. `other`: results of another query. */
type Manner = 'honest' | 'nonsense' | 'other' | 'down';
const manners: Record<string, Manner> = {};
const mannerOf = (name: string): Manner => manners[name] ?? 'honest';

const organic = (keyword: string, manner: Manner) =>
  Array.from({ length: 8 }, (_, index) => ({
    title: manner === 'other' ? `Used cars and lorries ${index}` : `${keyword} and more ${index}`,
    url: manner === 'honest' && index === 1 ? `https://www.${SITES[keyword] ?? 'any.example'}/` : `https://ads${index}.example/page`,
    snippet: 'Text.',
  }));
const answerTo = (question: string, manner: Manner): string =>
  manner !== 'honest' ? `${question} It is Atlantis.` : question.includes('capital') ? 'Paris is the capital.' : `${question} It is iron.`;

/** The protocol of the source `upstream`, and that of `openai`. */
function respond({ path: at, body }: Asked) {
  if (at === '/v1/responses') {
    const question = body.input[0].content;
    const annotations = [{ type: 'url_citation', url: 'https://cited.example/', title: question }];
    const content = [{ type: 'output_text', text: answerTo(question, mannerOf('openai')), annotations }];
    return { body: { status: 'completed', output: [{ type: 'message', content }] } };
  }
  const manner = mannerOf(body.searchEngine);
  if (manner === 'down') return { status: 503, body: '' };
  const answers =
    body.searchEngine === 'chatgpt'
      ? [{ type: 'chatgpt', text: answerTo(body.keyword, manner), references: [], blocks: [], list: [] }]
      : [];
  return { body: { id: 'a1', ready: true, faulty: false, verdict: 'valid', data: { organic: organic(body.keyword, manner), answers } } };
}

let api: LocalApi;
beforeAll(async () => {
  api = await startLocalApi();
  api.answers(respond);
});
afterAll(() => api?.close());

const start = (environment: Record<string, string>): Promise<TestService> =>
  startTestService({
    UPSTREAM_URL: api.baseUrl,
    UPSTREAM_KEY: 'key',
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: api.baseUrl,
    SERP_ROUTES: '{"google":["upstream"],"bing":["upstream"],"chatgpt":["upstream","openai"]}',
    BING_RSS: 'false',
    SOURCE_RETRY_SECONDS: '0.1',
    SOURCE_ATTEMPTS_MAX: '1',
    CANARIES_FILE: ownFile(),
    CANARY_INTERVAL_MINUTES: '2',
    CANARY_BUDGET: '{"upstream":1000,"openai":1000}',
    ...environment,
  });

type Found = Awaited<ReturnType<typeof sourceOf>>;
const sourceOf = async (service: TestService, engine: string, source: string) => {
  const { json } = await service.admin('GET', '/admin/canaries');
  return json.sources.find((one: { engine: string; source: string }) => one.engine === engine && one.source === source);
};
/** Runs all canaries of the source once, by request. */
async function runNow(service: TestService, engine: string, source: string): Promise<Found> {
  const before = (await service.admin('GET', `/admin/canaries/runs?engine=${engine}&source=${source}&limit=1`)).json.items[0]?.id ?? '0';
  await until(async () => (await service.admin('POST', `/admin/canaries/${engine}/${source}/run`)).status === 200);
  return until(async () => {
    // The runs first: a state that is read before the last run is not its outcome.
    const { json } = await service.admin('GET', `/admin/canaries/runs?engine=${engine}&source=${source}`);
    const found = await sourceOf(service, engine, source);
    const ran = new Set(
      json.items.filter(({ id }: { id: string }) => Number(id) > Number(before)).map(({ canary }: { canary: string }) => canary),
    );
    const isDone = found.canaries.every(({ id, running }: { id: string; running: boolean }) => ran.has(id) && !running);
    return isDone ? found : null;
  });
}
const search = async (service: TestService, key: string, keyword: string, searchEngine: string) => {
  const { json } = await service.call('POST', '/serp/new', key, { keyword, region: 'US', searchEngine, asynchronous: false });
  return until(async () => {
    const { json: object } = await service.call('GET', `/serp/${json.id}`, key);
    return object.ready || object.faulty ? object : null;
  });
};
const alertsOf = async (service: TestService): Promise<string[]> => {
  const parts = {
    db: service.database.db,
    series: { count: () => undefined, level: () => undefined, write: async () => undefined },
    limits: limitsOf(service.config),
    budgets: {},
    expectsBackup: null,
    hasCanaries: true,
    deadlineSeconds: [1, 1, 1, 1, 1],
    senders: {},
    onError: () => undefined,
    onUnsent: () => undefined,
    resolveSeconds: 0,
  };
  // The service checks its rules as well. Both must not happen at the same time.
  await until(async () => {
    await service.database.db.script("update alert_checks set checked_at = now() - interval '1 minute'");
    return checkAlerts(parts, [], 1);
  });
  const { json } = await service.admin('GET', '/admin/alerts');
  return json.open.map(({ rule, subject, severity }: Record<string, string>) => `${rule} ${subject} ${severity}`);
};
const namesIn = async (service: TestService): Promise<string[]> => {
  const { json } = await service.admin('GET', '/admin/audit');
  return json.items.map(({ action, subject, actor }: Record<string, string>) => `${actor}: ${action} ${subject}`);
};

describe('with CANARY_SWITCHES_OFF=true', () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await start({ CANARY_SWITCHES_OFF: 'true' });
    ({ live: key } = await service.account());
    await until(async () => (await service.admin('GET', '/admin/canaries')).json.sources.length > 0);
  });
  afterAll(() => service?.stop());

  test('a source that answers honestly passes, and nobody pays', async () => {
    const found = await runNow(service, 'google', 'upstream');
    expect(found).toMatchObject({ state: 'passing', failingSince: null, switchedOff: false });
    expect(found.canaries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['passed', 'passed']);
    expect((await service.call('GET', '/user', key)).json.credits[0].remaining).toBe(1000);
    expect((await service.database.db.query<{ n: number }>({ name: 'n', text: 'select count(*)::integer as n from objects' }))[0]!.n).toBe(
      0,
    );
    expect(await alertsOf(service)).toEqual([]);
  });

  test('two workers run each canary once', async () => {
    const db = createDb({ url: service.database.url, connectionsMax: 5, queryMsMax: 20_000, connectMsMax: 5000 });
    const second = await createWorker(
      db,
      service.config,
      createLog('error', () => undefined),
    );
    try {
      const before = api.asked.length;
      await service.database.db.script("update canary_states set due_at = now() + interval '1 hour'");
      await runNow(service, 'google', 'upstream');
      const asked = api.asked.slice(before).map(({ body }) => body.keyword);
      expect(asked.sort()).toEqual(['leaf tea', 'sextant']);
    } finally {
      await second.stop(1000);
      await db.close();
    }
  });

  test('the only source of an engine turns red and raises an alert, but stays on the route', async () => {
    manners.google = 'nonsense';
    const found = await runNow(service, 'google', 'upstream');
    expect(found).toMatchObject({ state: 'failing', switchedOff: false });
    expect(found.reason).toMatch(
      /^(?:sextant|leaf)\.example is not among the 8 results\. .* ads0\.example, ads1\.example, ads2\.example\.$/,
    );
    expect(await alertsOf(service)).toEqual(['canaryFailing google/upstream critical']);
    expect((await search(service, key, 'anything', 'google')).ready).toBe(true);
    manners.google = 'honest';
    expect((await runNow(service, 'google', 'upstream')).state).toBe('failing');
    expect((await runNow(service, 'google', 'upstream')).state).toBe('passing');
    expect(await alertsOf(service)).toEqual([]);
  });

  test('a lying source with an alternative leaves the route, is tested further, and returns when it passes', async () => {
    expect((await search(service, key, 'What is tea?', 'chatgpt')).attempts.map(({ source }: { source: string }) => source)).toEqual([
      'upstream',
    ]);
    manners.chatgpt = 'nonsense';
    expect(await runNow(service, 'chatgpt', 'upstream')).toMatchObject({ state: 'failing', switchedOff: true });
    expect(await namesIn(service)).toContain('canaries: source.disable chatgpt/upstream');
    // Workers follow with their next heartbeat.
    await until(async () => (await search(service, key, `Tea ${Math.random()}?`, 'chatgpt')).attempts[0]?.source === 'openai');
    // Now openai is the last working source, so it stays although it lies.
    manners.openai = 'nonsense';
    expect(await runNow(service, 'chatgpt', 'openai')).toMatchObject({ state: 'failing', switchedOff: false });
    manners.openai = 'honest';
    manners.chatgpt = 'honest';
    for (let run = 0; run < 2; run++) await runNow(service, 'chatgpt', 'upstream');
    expect(await sourceOf(service, 'chatgpt', 'upstream')).toMatchObject({ state: 'passing', switchedOff: false });
    expect(await namesIn(service)).toContain('canaries: source.enable chatgpt/upstream');
    await until(async () => (await search(service, key, `Tea ${Math.random()}?`, 'chatgpt')).attempts[0]?.source === 'upstream');
  });

  test('a source that an operator switched off stays off, and is still tested', async () => {
    await service.admin('POST', '/admin/sources/chatgpt/upstream/disable');
    manners.chatgpt = 'nonsense';
    expect(await runNow(service, 'chatgpt', 'upstream')).toMatchObject({ state: 'failing', switchedOff: false });
    manners.chatgpt = 'honest';
    for (let run = 0; run < 2; run++) await runNow(service, 'chatgpt', 'upstream');
    const { json } = await service.admin('GET', '/admin/sources');
    const { sources } = json.engines.find(({ engine }: { engine: string }) => engine === 'chatgpt');
    expect(sources[0]).toMatchObject({ name: 'upstream', disabledBy: 'admin' });
  });

  test('orders of that time can be looked up by their attempts', async () => {
    const { json } = await service.admin('GET', '/admin/attempts?source=upstream&engine=google');
    expect(json.items).toHaveLength(1);
    expect(json.items[0]).toMatchObject({
      kind: 'serp',
      mode: 'live',
      verdict: 'valid',
      faulty: false,
      attempts: [{ source: 'upstream' }],
    });
    expect(JSON.stringify(json)).not.toContain('anything');
    const all: string[] = [];
    for (let after = ''; ; ) {
      const { json: page } = await service.admin('GET', `/admin/attempts?source=upstream&limit=1${after}`);
      all.push(...page.items.map(({ id }: { id: string }) => id));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(all.length).toBeGreaterThan(1);
    expect(all).toEqual([...new Set(all)].sort().reverse());
    expect((await service.admin('GET', '/admin/attempts?source=upstream&to=2020-01-01')).json).toEqual({ items: [], next: null });
    expect((await service.admin('GET', '/admin/attempts')).status).toBe(400);
  });

  test('metrics and the time series count the runs', async () => {
    expect((await service.admin('GET', '/metrics')).text).toMatch(
      /sextant_canary_runs_total\{engine="google",source="upstream",outcome="failed",role="worker"\} [1-9]/,
    );
    expect((await service.admin('GET', '/metrics')).text).toMatch(/sextant_canary_failing_sources\{role="api"\} 1/);
  });

  test('an attempt without an answer is inconclusive, and unrelated results are a failure', async () => {
    manners.bing = 'down';
    expect((await runNow(service, 'bing', 'upstream')).canaries[0]).toMatchObject({ outcome: 'inconclusive' });
    expect(await sourceOf(service, 'bing', 'upstream')).toMatchObject({ state: 'untested' });
    manners.bing = 'other';
    await service.database.db.script("update canary_states set due_at = now() where engine = 'bing'");
    const found = await until(async () => {
      const one = await sourceOf(service, 'bing', 'upstream');
      return one.canaries[0].outcome === 'failed' ? one : null;
    }, 120);
    expect(found.canaries[0].reason).toBe('The results did not match the question.');
  });

  test('statuses', async () => {
    expect((await service.admin('POST', '/admin/canaries/google/serper/run')).status).toBe(404);
    expect((await service.admin('POST', '/admin/canaries/nowhere/upstream/run')).status).toBe(404);
    expect((await service.call('GET', '/admin/canaries', key)).status).toBe(403);
    for (const name of ['no%20such', '', '..%2Fx', 'a'.repeat(64)]) {
      const { status, json } = await service.admin('GET', `/admin/canaries/runs?source=${name}`);
      expect([status, json.message], name).toEqual([400, expect.stringContaining('source')]);
    }
    expect((await service.admin('GET', '/admin/canaries/runs?source=page-DE-1')).json).toEqual({ items: [] });
    await service.database.db.script("update canary_states set claimed_until = now() + interval '1 minute' where engine = 'google'");
    expect((await service.admin('POST', '/admin/canaries/google/upstream/run')).status).toBe(429);
  });
});

describe('with CANARY_SWITCHES_OFF=all', () => {
  let service: TestService;
  afterAll(() => service?.stop());

  test('the only source of an engine leaves the route, and orders fail without a charge until it passes', async () => {
    Object.assign(manners, { google: 'nonsense', chatgpt: 'honest', bing: 'honest' });
    service = await start({ CANARY_SWITCHES_OFF: 'all', CANARY_BUDGET: '{"upstream":1000}' });
    const { live: key } = await service.account();
    await until(async () => (await service.admin('GET', '/admin/canaries')).json.sources.length > 0);
    expect(await sourceOf(service, 'chatgpt', 'openai')).toMatchObject({ state: 'unbudgeted' });
    expect((await service.admin('POST', '/admin/canaries/chatgpt/openai/run')).json.solution).toContain('CANARY_BUDGET');
    expect(await runNow(service, 'google', 'upstream')).toMatchObject({ state: 'failing', switchedOff: true });
    const faulty = await until(async () => {
      const object = await search(service, key, `tea ${Math.random()}`, 'google');
      return object.faulty ? object : null;
    });
    expect(faulty.attempts).toEqual([]);
    const left = async () => (await service.call('GET', '/user', key)).json.credits[0].remaining;
    const before = await left();
    await search(service, key, 'one more', 'google');
    expect(await left()).toBe(before);
    manners.google = 'honest';
    for (let run = 0; run < 2; run++) await runNow(service, 'google', 'upstream');
    expect(await sourceOf(service, 'google', 'upstream')).toMatchObject({ state: 'passing', switchedOff: false });
    await until(async () => (await search(service, key, `tea ${Math.random()}`, 'google')).ready);
  });
});
