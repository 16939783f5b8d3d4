// Lists and exports of objects, over the whole service.
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

let service: TestService;
let account: Awaited<ReturnType<TestService['account']>>;
let other: typeof account;
beforeAll(async () => {
  service = await startTestService({ AI_RATE_SECONDS: '0', SOURCE_RETRY_SECONDS: '0.1' });
  [account, other] = [await service.account(), await service.account()];
});
afterAll(() => service.stop());

const make = async (path: string, body: object, key = account.test): Promise<string> => {
  const { json, status } = await service.call('POST', path, key, body);
  expect(status).toBe(200);
  return json.id as string;
};
const get = (path: string, key = account.test) => service.call('GET', path, key);

describe('200', () => {
  test('a list has objects of all kinds, newest first, and none of other accounts', async () => {
    const mine = await service.account();
    const ids = [
      await make('/serp/new', { keyword: 'red shoes', region: 'US', searchEngine: 'bing', priority: 'LOW', maxResults: 20 }, mine.test),
      await make('/keyword/new', { keywords: ['tea', 'green tea'], region: 'DE' }, mine.test),
      await make('/ai/send-prompt', { prompt: 'What is tea?', aiService: 'perplexity' }, mine.test),
      await make('/serp/new', { keyword: 'test:unparsed', region: 'FR' }, mine.test),
    ];
    await make('/serp/new', { keyword: 'foreign', region: 'US' }, other.test);
    await service.call('GET', '/whois/shop.example', mine.test);
    const list = await until(async () => {
      const { json } = await get('/objects', mine.test);
      return json.items.every(({ state }: { state: string }) => state !== 'waiting') ? json : null;
    });
    expect(list.next).toBeNull();
    const items = list.items as { id: string; createdAt: string }[];
    expect(items.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(items.map(({ id }) => id)).toEqual([...items.map(({ id }) => id)].sort().reverse());
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get(ids[0]!)).toEqual({
      id: ids[0],
      kind: 'serp',
      mode: 'test',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      engine: 'bing',
      region: 'United States',
      keyword: 'red shoes',
      priority: 'LOW',
      cost: 1,
      state: 'ready',
      verdict: 'valid',
      generatedAt: expect.any(String),
      callback: 'none',
    });
    expect(byId.get(ids[1]!)).toMatchObject({ kind: 'keyword', engine: 'google', region: 'Germany', keyword: 'tea, green tea', cost: 3 });
    expect(byId.get(ids[2]!)).toMatchObject({ kind: 'ai', engine: 'perplexity', keyword: 'What is tea?' });
    expect(byId.get(ids[3]!)).toMatchObject({ kind: 'serp', state: 'faulty', verdict: 'unparsed' });
    // The other mode of the same account has its own list.
    expect((await get('/objects', mine.live)).json).toEqual({ items: [], next: null });
    const found = async (query: string) =>
      (await get(`/objects?${query}`, mine.test)).json.items.map(({ id }: { id: string }) => ids.indexOf(id)).sort();
    expect(await found('kind=serp')).toEqual([0, 3]);
    expect(await found('engine=perplexity')).toEqual([2]);
    expect(await found('engine=google&kind=keyword')).toEqual([1]);
    expect(await found('region=us')).toEqual([0]);
    expect(await found('region=germany')).toEqual([1]);
    expect(await found('state=faulty')).toEqual([3]);
    expect(await found('state=waiting')).toEqual([]);
    expect(await found('q=TEA')).toEqual([1, 2]);
    expect(await found('q=%25')).toEqual([]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await found(`from=${tomorrow.slice(0, 10)}`)).toEqual([]);
    expect(await found(`to=${tomorrow}`)).toEqual([0, 1, 2, 3]);
    expect(await found(`from=${encodeURIComponent(items[3]!.createdAt)}`)).toEqual([0, 1, 2, 3]);
  });

  test('pages of any size show every object once', async () => {
    const mine = await service.account();
    const { json } = await service.call(
      'POST',
      '/serp/new/list',
      mine.test,
      Array.from({ length: 23 }, (_, index) => ({ keyword: `word ${index}`, region: 'US', priority: 'LOW' })),
    );
    const made = json.map(({ id }: { id: string }) => id).sort();
    for (const limit of [1, 7, 23, 200]) {
      const seen: string[] = [];
      let after = '';
      for (let pages = 0; pages < 30; pages++) {
        const page = (await get(`/objects?limit=${limit}${after}`, mine.test)).json;
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map(({ id }: { id: string }) => id));
        if (page.next === null) break;
        after = `&after=${page.next}`;
      }
      expect(seen.reverse()).toEqual(made);
    }
  });

  test('a deleted object is in no list and has no timeline', async () => {
    const mine = await service.account();
    const id = await make('/serp/new', { keyword: 'to be removed', region: 'US' }, mine.test);
    await service.call('DELETE', `/serp/${id}`, mine.test);
    expect((await get('/objects', mine.test)).json.items).toEqual([]);
    expect((await get(`/objects/${id}/life`, mine.test)).status).toBe(404);
  });

  test('an export has the same objects as the list, as JSON lines and as CSV without formulas', async () => {
    const mine = await service.account();
    await make('/serp/new', { keyword: '=cmd|"x", y', region: 'US' }, mine.test);
    await make('/serp/new', { keyword: 'plain', region: 'US' }, mine.test);
    const items = await until(async () => {
      const { json } = await get('/objects', mine.test);
      return json.items.every(({ state }: { state: string }) => state === 'ready') ? json.items : null;
    });
    const lines = await get('/objects/export', mine.test);
    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(items);
    const csv = await get('/objects/export?format=csv&q=cmd', mine.test);
    expect(csv.headers['content-disposition']).toBe('attachment; filename="objects.csv"');
    const [head, row, ...rest] = csv.text.split('\r\n');
    expect(head).toBe('id,kind,mode,createdAt,engine,region,keyword,priority,cost,state,verdict,generatedAt,callback');
    expect(row).toContain(`google,United States,"'=cmd|""x"", y",NORMAL,1,ready,valid,`);
    expect(rest).toEqual(['']);
    expect((await get('/objects/export?state=waiting', mine.test)).text).toBe('');
  });

  test('an export of results has one row per result, and one for a request without results', async () => {
    const mine = await service.account();
    const ids = [
      await make('/serp/new', { keyword: 'red shoes', region: 'US', searchEngine: 'bing' }, mine.test),
      await make('/keyword/new', { keywords: ['tea', 'coffee'], region: 'DE' }, mine.test),
      await make('/ai/send-prompt', { prompt: 'What is tea?' }, mine.test),
      await make('/serp/new', { keyword: 'test:unparsed', region: 'FR' }, mine.test),
    ];
    await make('/serp/new', { keyword: 'foreign', region: 'US' }, other.test);
    await until(async () => (await get('/objects?state=waiting', mine.test)).json.items.length === 0);
    const rowsOf = async (query: string): Promise<Record<string, string | number>[]> => {
      const { text } = await get(`/objects/export?content=results&${query}`, mine.test);
      return text === ''
        ? []
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
    };
    const rows = await rowsOf('');
    expect([...new Set(rows.map(({ id }) => id))].sort()).toEqual([...ids].sort());
    const { data } = (await get(`/serp/${ids[0]}`, mine.test)).json;
    const organic = rows.filter(({ id, resultType }) => id === ids[0] && resultType === 'organic');
    expect(organic.map(({ position, title, url }) => ({ position, title, url }))).toEqual(
      data.organic.map(({ position, title, url }: Record<string, unknown>) => ({ position, title, url })),
    );
    expect(organic.length).toBeGreaterThan(5);
    expect(organic[0]).toMatchObject({ kind: 'serp', engine: 'bing', region: 'United States', keyword: 'red shoes', device: 'desktop' });
    expect(new Set(rows.filter(({ id }) => id === ids[1]).map(({ keyword }) => keyword))).toEqual(new Set(['tea', 'coffee']));
    expect(rows.find(({ id }) => id === ids[2])).toMatchObject({ resultType: 'answer', keyword: 'What is tea?' });
    expect(rows.filter(({ id }) => id === ids[3])).toEqual([
      expect.objectContaining({ state: 'faulty', verdict: 'unparsed', error: expect.any(String) }),
    ]);
    // A filter, a selection, and a selection with objects of others.
    expect(new Set((await rowsOf('kind=keyword')).map(({ id }) => id))).toEqual(new Set([ids[1]]));
    expect(new Set((await rowsOf(`ids=${ids[1]},${ids[3]}`)).map(({ id }) => id))).toEqual(new Set([ids[1], ids[3]]));
    expect(await rowsOf(`ids=${ids[1]}&kind=serp`)).toEqual([]);
    const [foreign] = (await get('/objects', other.test)).json.items;
    expect(await rowsOf(`ids=${foreign.id},ffffffffffffffffffffffff,000000000000000000000000`)).toEqual([]);
    const csv = await get(`/objects/export?content=results&format=csv&ids=${ids[0]}`, mine.test);
    expect(csv.headers['content-disposition']).toBe('attachment; filename="results.csv"');
    expect(csv.text.split('\r\n')[0]).toMatch(/^id,kind,createdAt,.*,position,rank,page,title,url,domain,description,/);
    // One row per organic result, in every format.
    const included = await get('/objects/export?include=results', mine.test);
    const organicRows = included.text.trimEnd().split('\n');
    expect(organicRows.map((line) => JSON.parse(line))).toEqual(organic);
    const related = await rowsOf('types=related,paa');
    expect(related.filter(({ resultType }) => resultType === 'related').map(({ title }) => title)).toEqual(
      data.related.map(({ keyword }: { keyword: string }) => keyword),
    );
    const file = await service.app.inject({
      method: 'GET',
      url: '/objects/export?include=results&format=parquet',
      headers: { authorization: `Bearer ${mine.test}` },
    });
    expect(file.headers['content-type']).toBe('application/vnd.apache.parquet');
    expect(file.headers['content-disposition']).toBe('attachment; filename="results.parquet"');
    const parquet = await parquetReadObjects({ file: new Uint8Array(file.rawPayload).buffer });
    expect(parquet.map(({ position, url }) => ({ position: Number(position), url }))).toEqual(
      organic.map(({ position, url }) => ({ position, url })),
    );
    const listed = await get(`/objects/export?ids=${ids[2]}`, mine.test);
    expect(JSON.parse(listed.text)).toMatchObject({ id: ids[2], kind: 'ai' });
    const asOperator = await service.admin('GET', `/admin/objects/export?content=results&format=csv&ids=${ids[3]}`);
    const [head, row] = asOperator.text.split('\r\n');
    expect([head!.slice(0, 11), row!.split(',')[0]]).toEqual(['account,id,', mine.id]);
  });
});

describe('images', () => {
  test('of a sandbox result are drawn by the service, because test keys never reach the network', async () => {
    const id = await make('/serp/new', { keyword: 'tea', region: 'US', searchEngine: 'youtube' });
    await until(async () => (await get(`/serp/${id}`)).json.ready);
    const { status, json } = await get(`/objects/${id}/images`);
    expect([status, json]).toEqual([
      200,
      { images: expect.anything(), expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\+0000$/) },
    ]);
    const { images } = json as { images: { url: string; path: string }[] };
    expect(images.length).toBeGreaterThan(5);
    for (const { url, path } of images.slice(0, 3)) {
      expect(url).toMatch(/^https:\/\/pictures\.example\//);
      const { statusCode, headers } = await service.app.inject(path);
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    }
    expect((await get(`/objects/${id}/images`, other.test)).status).toBe(404);
    expect((await service.app.inject(`/objects/${id}/images`)).statusCode).toBe(403);
  });
  test('need a signed link, and no response can run as a page', async () => {
    const { statusCode, headers } = await service.app.inject(`/images/9999999999.${'A'.repeat(900)}.${'A'.repeat(22)}`);
    expect(statusCode).toBe(403);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store']);
  });
});

describe('400', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=many', 'limit'],
    ['kind=page', 'kind'],
    ['engine=altavista', 'engine'],
    ['state=done', 'state'],
    ['after=1', 'after'],
    ['after=ZZZZZZZZZZZZZZZZZZZZZZZZ', 'after'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=1066-10-14', 'to'],
    ['from=2026-11-15&to=2026-11-15', 'to'],
    ['q=', 'q'],
    ['q=%00', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['region=a%0Ab', 'region'],
    ['q=a&q=b', 'q'],
  ])('a list by %s is rejected with the name of the parameter', async (query, name) => {
    for (const path of ['/objects', '/objects/export']) {
      if (path === '/objects/export' && /^(?:limit|after)/.test(query)) continue;
      const { status, json } = await get(`${path}?${query}`);
      expect([status, json.message]).toEqual([400, expect.stringContaining(`: ${name} `)]);
    }
  });
  test.each(['', 'x', `${'a'.repeat(24)},`, 'A'.repeat(24), Array(201).fill('a'.repeat(24)).join(',')])(
    'rejects an export of the ids %j',
    async (ids) => {
      const { status, json } = await get(`/objects/export?ids=${ids}`);
      expect([status, json.message]).toEqual([400, 'Bad input parameter: ids has an invalid format.']);
    },
  );
  test('rejects an export of other contents', async () => {
    expect((await get('/objects/export?content=pages')).json.message).toContain('content must be one of requests, results');
  });
  test.each([
    ['types=organic', 'types needs content=results'],
    ['content=results&types=organic,pages', 'types must be some of organic'],
    ['content=results&types=', 'types must be some of organic'],
    ['content=results&include=results', 'include cannot be combined with content'],
    ['include=requests', 'include must be one of results'],
  ])('rejects an export with %s', async (query, message) => {
    const { status, json } = await get(`/objects/export?${query}`);
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
  });
  test('rejects an export in another format', async () => {
    expect((await get('/objects/export?format=xml')).json.message).toContain('format must be one of jsonl, csv');
  });
});

describe('403', () => {
  test.each(['/objects', '/objects/export'])('rejects %s without a key', async (path) => {
    expect((await get(path, 'sxt_test_wrong')).status).toBe(403);
  });
});
