// Stored keyword results: an equal query costs no provider call, for any account and in any order.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { type LocalApi, startLocalApi } from '../../../test/local-api.ts';
import { createKeywordResults, type KeywordResults } from '../../business/keyword-results.ts';
import type { Job, JobEnd } from '../../contract/order.ts';
import { createDb, type Db } from '../../platform/db.ts';
import { createBaidu } from '../../sources/keywords/baidu.ts';
import { createGoogleAds } from '../../sources/keywords/google.ts';
import type { KeywordParsed } from '../../sources/keywords/query.ts';
import { createCircuits } from '../../sources/route.ts';
import { collectKeyword } from './collect.ts';

let database: TestDatabase;
let otherDb: Db;
let api: LocalApi;
let month = '2026-11';
const problems: string[] = [];
beforeAll(async () => {
  database = await createDatabase();
  // Another process has its own pool. Nothing else is shared.
  otherDb = createDb({ url: database.url, connectionsMax: 2, queryMsMax: 20_000, connectMsMax: 5000 });
  api = await startLocalApi();
});
afterAll(async () => {
  await api?.close();
  await otherDb?.close();
  await database?.drop();
});

const row = (text: string) => ({
  text: text.toLowerCase(),
  keywordMetrics: { avgMonthlySearches: String(text.length * 10), competitionIndex: '50' },
});
const answering = () =>
  api.answers(({ path, body }) => {
    if (path === '/token') return { body: { access_token: 'x', expires_in: 3599 } };
    if (path.endsWith('Ideas')) return { body: { results: [{ text: 'an idea', keywordIdeaMetrics: { avgMonthlySearches: '7' } }] } };
    return { body: { results: body.keywords.map(row) } };
  });
beforeEach(async () => {
  month = '2026-11';
  problems.length = 0;
  answering();
  await database.db.script('truncate keyword_answers');
});

const US = { id: '2840', countryCode: 'US', canonicalName: 'United States' };
const jobOf = (fields: object = {}, more: Partial<Job> = {}): Job => ({
  id: '0'.repeat(24),
  kind: 'keyword',
  mode: 'live',
  accountId: 1,
  priority: 'NORMAL',
  attempt: 1,
  crashes: 0,
  overdue: false,
  request: JSON.stringify({
    keywords: ['Pizza', 'pasta'],
    url: null,
    region: US,
    language: 'en',
    source: 'google',
    searchPartners: true,
    suggestions: false,
    ...fields,
  }),
  history: [],
  waitedMs: 0,
  ...more,
});

const resultsOf = (db: Db): KeywordResults => createKeywordResults(db, (message) => problems.push(message));
const ads = () =>
  createGoogleAds({
    ...{ developerToken: 'd', clientId: 'c', clientSecret: 's', refreshToken: 'r', customerId: '1', loginCustomerId: null },
    version: 'v23',
    baseUrl: api.baseUrl,
    tokenUrl: `${api.baseUrl}/token`,
  });
/** Each call acts as a separate process: circuits, tokens and pools are not shared with the one before. */
const run = (job: Job, storedResults: KeywordResults | null, name = 'google-ads'): Promise<JobEnd> =>
  collectKeyword(job, {
    routeOf: ({ source }) => [
      {
        name,
        adapter: source === 'baidu' ? createBaidu({ userName: 'u', accessToken: 't', baseUrl: api.baseUrl }) : ads(),
        fetch: api.fetch,
        retryDelayMs: null,
      },
    ],
    circuits: createCircuits(),
    settings: { attemptsMax: 2, retryAfterSeconds: [1] },
    month: () => month,
    stored: storedResults,
  });
const done = (end: JobEnd): { data: KeywordParsed; sources: string[]; ageMs: number } => {
  if (end.outcome !== 'done') throw new Error(end.outcome);
  return { data: JSON.parse(end.body) as KeywordParsed, sources: end.attempts.map(({ source }) => source), ageMs: end.ageMs };
};
const calls = (): number => api.asked.length;

describe('a repeated query', () => {
  it('makes no call, even from another process and with other order, case and count of keywords', async () => {
    const first = done(await run(jobOf(), resultsOf(database.db)));
    expect([calls(), first.sources]).toEqual([2, ['google-ads']]);
    const again = done(await run(jobOf({ keywords: ['PASTA', 'pizza', 'Pasta?'] }), resultsOf(otherDb)));
    expect([calls(), again.sources]).toEqual([2, ['cache']]);
    expect(again.data.results.map(({ keyword, searchVolume }) => [keyword, searchVolume])).toEqual([
      ['PASTA', 50],
      ['pizza', 50],
      ['Pasta?', 50],
    ]);
    expect(again.data.totalResults).toBe(3);
    expect(again.data.results[0]).toEqual({ ...first.data.results[1], keyword: 'PASTA' });
  });

  it('at the same time in the same process waits for the first result', async () => {
    const storedResults = resultsOf(database.db);
    const ends = await Promise.all(Array.from({ length: 10 }, () => run(jobOf(), storedResults)));
    expect(ends.flatMap((end) => done(end).sources).sort()).toEqual([...Array(9).fill('cache'), 'google-ads']);
    expect(calls()).toBe(2);
  });

  it('at the same time is sent by each job when the first fails', async () => {
    const storedResults = resultsOf(database.db);
    let tokens = 0;
    api.answers(({ path, body }) => {
      if (path !== '/token') return { body: { results: body.keywords.map(row) } };
      return ++tokens === 1 ? { status: 400, body: { error: 'invalid_request' } } : { body: { access_token: 'x', expires_in: 3599 } };
    });
    const ends = await Promise.all(Array.from({ length: 3 }, () => run(jobOf(), storedResults)));
    expect(ends.map(({ outcome }) => outcome)).toEqual(['faulty', 'done', 'done']);
  });

  it('shows when the source was really queried', async () => {
    await run(jobOf(), resultsOf(database.db));
    await database.db.script("update keyword_answers set stored_at = now() - interval '3 days'");
    expect(done(await run(jobOf(), resultsOf(database.db))).ageMs).toBeGreaterThanOrEqual(3 * 86_400_000);
  });

  it('keeps the earlier attempts', async () => {
    await run(jobOf(), resultsOf(database.db));
    const history = [{ source: 'google-ads', outcome: 'unreachable', ms: 5 }] as Job['history'];
    expect(done(await run(jobOf({}, { history }), resultsOf(database.db))).sources).toEqual(['google-ads', 'cache']);
  });

  it('for suggestions gets the complete result', async () => {
    const wanted = { suggestions: true, keywords: null, url: 'https://shop.example/' };
    await run(jobOf(wanted), resultsOf(database.db));
    const before = calls();
    const again = done(await run(jobOf(wanted), resultsOf(otherDb)));
    expect([calls() - before, again.sources, again.data.results[0]!.keyword]).toEqual([0, ['cache'], 'an idea']);
  });
});

describe('a different query', () => {
  it.each([
    ['another keyword', { keywords: ['Pizza'] }],
    ['another region', { region: { ...US, id: '2826', countryCode: 'GB', canonicalName: 'United Kingdom' } }],
    ['another language', { language: 'de' }],
    ['another network', { searchPartners: false }],
    ['suggestions', { suggestions: true }],
    ['a site', { suggestions: true, url: 'https://shop.example/' }],
  ])('such as %s calls the provider', async (_, fields) => {
    await run(jobOf(), resultsOf(database.db));
    const before = calls();
    expect(done(await run(jobOf(fields), resultsOf(database.db))).sources).toEqual(['google-ads']);
    expect(calls()).toBeGreaterThan(before);
  });

  it('is an equal one in the next month or in the other mode', async () => {
    await run(jobOf(), resultsOf(database.db));
    expect(done(await run(jobOf({}, { mode: 'test' }), resultsOf(database.db))).sources).toEqual(['google-ads']);
    expect(done(await run(jobOf({}, { mode: 'test' }), resultsOf(database.db))).sources).toEqual(['cache']);
    month = '2026-12';
    expect(done(await run(jobOf(), resultsOf(database.db))).sources).toEqual(['google-ads']);
  });

  it('is one whose stored result came from a source that is no longer used', async () => {
    await run(jobOf(), resultsOf(database.db));
    expect(done(await run(jobOf(), resultsOf(database.db), 'dataforseo')).sources).toEqual(['dataforseo']);
  });
});

describe('nothing is stored', () => {
  it('for an error', async () => {
    api.answers(() => ({ status: 429, body: { error: { status: 'RESOURCE_EXHAUSTED' } } }));
    expect((await run(jobOf(), resultsOf(database.db))).outcome).toBe('again');
    api.answers(() => ({ body: '<html>' }));
    expect((await run(jobOf(), resultsOf(database.db))).outcome).toBe('faulty');
    answering();
    expect(done(await run(jobOf(), resultsOf(database.db))).sources).toEqual(['google-ads']);
  });

  it('for a result with missing keywords, and the customer does not see the flag', async () => {
    const volumes = [{ keywordName: 'pizza', averageMonthPv: 9 }];
    api.answers(() => ({ body: { header: { status: 0 }, body: { data: [{ data: volumes }] } } }));
    const job = jobOf({ source: 'baidu' });
    for (let time = 1; time <= 2; time++) {
      const { data } = done(await run(job, resultsOf(database.db)));
      expect([calls(), data.results.map(({ searchVolume }) => searchVolume), 'incomplete' in data]).toEqual([time, [9, null], false]);
    }
    volumes.push({ keywordName: 'pasta', averageMonthPv: 8 });
    await run(job, resultsOf(database.db));
    expect(done(await run(job, resultsOf(database.db))).sources).toEqual(['cache']);
    expect(calls()).toBe(3);
  });

  it('for a result above the size limit of the table', async () => {
    const question = { mode: 'live', hash: Buffer.alloc(32, 1), month } as const;
    const noise = Array.from({ length: 1_500_000 }, (_, index) => ((index * 2_654_435_761) % 4_294_967_296).toString(36)).join('');
    await resultsOf(database.db).store(question, 'google-ads', noise);
    expect(await resultsOf(database.db).find(question, ['google-ads'])).toBeNull();
    expect(problems).toEqual([]);
  });
});

it('an unavailable database costs a call, but never the result', async () => {
  const gone = createDb({ url: 'postgresql://nobody@127.0.0.1:1/none', connectionsMax: 1, queryMsMax: 500, connectMsMax: 500 });
  expect(done(await run(jobOf(), resultsOf(gone))).sources).toEqual(['google-ads']);
  expect(problems).toHaveLength(2);
  await gone.close();
});

it('results of past months are dropped in portions', async () => {
  for (const past of ['2026-01', '2026-02', '2999-01']) {
    month = past;
    await run(jobOf(), resultsOf(database.db));
  }
  const dropped = async (most: number) =>
    (await database.db.query<{ gone: number }>({ name: 'drop', text: 'select drop_keyword_answers($1) as gone' }, [most]))[0]!.gone;
  expect([await dropped(1), await dropped(10), await dropped(10)]).toEqual([1, 1, 0]);
  expect(done(await run(jobOf(), resultsOf(database.db))).sources).toEqual(['cache']);
});
