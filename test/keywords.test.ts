// Keyword requests through the whole service, with a local provider that counts its calls.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { createKeywordProviders, createKeywordRoutes } from '../src/wiring/keywords.ts';
import { createWorker } from '../src/wiring/worker.ts';
import { type LocalApi, startLocalApi } from './local-api.ts';
import { startTestService, type TestService, until } from './service.ts';

let api: LocalApi;
let service: TestService;
let environment: Record<string, string>;
beforeAll(async () => {
  api = await startLocalApi();
  environment = { UPSTREAM_URL: api.baseUrl, UPSTREAM_KEY: 'k' };
  service = await startTestService(environment);
});
afterAll(async () => {
  await service?.stop();
  await api?.close();
});

const row = (keyword: string) => ({ keyword, competition: 0.5, costPerClick: 1, searchVolume: 10, monthlySearchVolumes: null });
const answering = () =>
  api.answers(({ body }) => ({
    body: { id: 'abc', ready: true, faulty: false, verdict: 'valid', data: { totalResults: 1, results: body.keywords.map(row) } },
  }));
const solved = async (key: string, fields: object) => {
  const { json } = await service.call('POST', '/keyword/new', key, { region: 'US', ...fields });
  return until(async () => {
    const { json: now } = await service.call('GET', `/keyword/${json.id}`, key);
    return now.ready || now.faulty ? now : null;
  });
};
const credits = async (key: string) => (await service.call('GET', '/user', key)).json.credits[0].remaining;

describe('a repeated request with a live key', () => {
  it('costs the usual credits without a provider call, in any worker', async () => {
    const { live } = await service.account();
    answering();
    const first = await solved(live, { keywords: ['Tea', 'mugs'] });
    expect(first.attempts.map((attempt: { source: string }) => attempt.source)).toEqual(['upstream']);
    await service.database.db.script("update keyword_answers set stored_at = now() - interval '3 days'");
    // A second worker on the same database: half of the jobs run in a process that never called the provider.
    const second = await createWorker(
      service.database.db,
      readConfig(environment),
      createLog('error', () => undefined),
    );
    for (let time = 0; time < 6; time++) {
      const repeated = await solved(live, { keywords: ['MUGS', 'tea'] });
      expect(repeated.attempts).toEqual([{ source: 'cache', outcome: 'valid', ms: expect.any(Number) }]);
      expect(repeated.data.results.map(({ keyword }: { keyword: string }) => keyword)).toEqual(['MUGS', 'tea']);
      expect([repeated.ready, repeated.verdict]).toEqual([true, 'valid']);
      const [generated, created] = [repeated.generatedAt, repeated.createdAt].map((time: string) => Date.parse(time.replace('+0000', 'Z')));
      expect(generated!).toBeLessThan(created! - 2 * 86_400_000);
    }
    await second.stop(1000);
    expect(api.asked).toHaveLength(1);
    expect(await credits(live)).toBe(1000 - 7 * 3);
  });
});

describe('the sandbox', () => {
  it('is separate, and its magic keywords have their effect each time', async () => {
    const { test } = await service.account();
    answering();
    const sources = async (word: string) =>
      (await solved(test, { keywords: [word] })).attempts.map(({ source }: { source: string }) => source);
    expect(await sources('tea and mugs')).toEqual(['sandbox']);
    expect(await sources('tea and mugs')).toEqual(['cache']);
    for (let time = 0; time < 2; time++) expect(await sources('test:blocked:1 tea')).toEqual(['sandbox', 'sandbox']);
    expect(api.asked).toHaveLength(0);
  });
});

describe('an extension source', () => {
  it.each(['yandex', 'naver'])('%s is rejected unless the operator enables it', async (source) => {
    const { live, test } = await service.account();
    for (const key of [live, test]) {
      const { status, json } = await service.call('POST', '/keyword/new', key, { keywords: ['tea'], region: 'US', source });
      expect([status, json.message]).toEqual([400, expect.stringContaining('source')]);
    }
    expect(await credits(live)).toBe(1000);
  });
});

describe('keyword routes', () => {
  const credentials = Object.fromEntries(
    ['DEVELOPER_TOKEN', 'CLIENT_ID', 'CLIENT_SECRET', 'REFRESH_TOKEN', 'CUSTOMER_ID'].map((name) => [`GOOGLE_ADS_${name}`, 'x']),
  );
  const all = {
    ...credentials,
    ...{ BAIDU_USER_NAME: 'x', BAIDU_ACCESS_TOKEN: 'x', DATAFORSEO_LOGIN: 'x', DATAFORSEO_PASSWORD: 'x', YANDEX_API_KEY: 'x' },
    ...{ UPSTREAM_URL: 'https://x.example', UPSTREAM_KEY: 'x', YANDEX_FOLDER_ID: 'x', YANDEX_WORDSTAT: 'true' },
    ...{ NAVER_ADS_CUSTOMER_ID: '1', NAVER_ADS_API_KEY: 'x', NAVER_ADS_SECRET_KEY: 'x' },
  };
  const namesOf = (settings: Record<string, string>, source: 'google' | 'baidu' | 'yandex' | 'naver') =>
    createKeywordRoutes(readConfig(settings), () => async () => Promise.reject(new Error('nobody asks')))
      .of(source)
      .map(({ name }) => name);

  it('name every source with credentials, the operator’s own account first', () => {
    expect(namesOf(all, 'google')).toEqual(['google-ads', 'dataforseo', 'upstream']);
    expect(namesOf(all, 'baidu')).toEqual(['baidu-marketing', 'upstream']);
    expect(namesOf(all, 'yandex')).toEqual(['yandex-wordstat']);
    expect(namesOf(all, 'naver')).toEqual(['naver-searchad']);
    expect(createKeywordProviders(readConfig({}))).toEqual([]);
  });

  it('do not use Wordstat with only the key of the search API', () => {
    expect(namesOf({ ...all, YANDEX_WORDSTAT: 'false' }, 'yandex')).toEqual([]);
  });

  it('follow KEYWORD_ROUTES', () => {
    const settings = { ...all, KEYWORD_ROUTES: '{"google":["upstream","google-ads"],"naver":[]}' };
    expect(namesOf(settings, 'google')).toEqual(['upstream', 'google-ads']);
    expect(namesOf(settings, 'naver')).toEqual([]);
    expect(() => readConfig({ KEYWORD_ROUTES: '{"altavista":[]}' })).toThrow(/KEYWORD_ROUTES must be JSON such as/);
  });
});
