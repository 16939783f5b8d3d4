// Tasks of the DataForSEO-compatible endpoint over their life: callbacks, lists, deletion, limits and scopes.
import { createServer, type IncomingMessage, request as open, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService, until } from './service.ts';

interface Received {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

let service: TestService;
let key: string;
let receiver: Server;
let receiverHost: string;
const received: Received[] = [];
/** Callbacks below `/broken` fail unless this is true. */
let isRepaired = false;
beforeAll(async () => {
  service = await startTestService({ SYNC_WAIT_SECONDS: '30', CREDIT_PRICE_USD: '0.01' });
  key = (await service.account({ credits: 10_000 })).test;
  receiver = createServer((request, response) => {
    received.push({ url: request.url!, headers: request.headers });
    response.statusCode = request.url!.startsWith('/broken') && !isRepaired ? 503 : 200;
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverHost = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.close();
  await service.stop();
});

const basic = (password = key): string => `Basic ${Buffer.from(`login@mail.example:${password}`).toString('base64')}`;
const call = (method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  service.call(method, `/v3/${path}`, key, body, { authorization: basic(), ...headers });
const post = (path: string, body: unknown, headers?: Record<string, string>) => call('POST', path, body, headers);
const get = (path: string) => call('GET', path);
const TEA = { keyword: 'green tea', location_code: 2840, language_code: 'en' };
const ORGANIC = 'serp/google/organic';
const objectIdOf = (taskId: string): string => taskId.replaceAll('-', '').slice(0, 24);
// biome-ignore lint/suspicious/noExplicitAny: responses have many types.
const resultOf = async (response: Promise<ApiResponse>): Promise<any[]> => (await response).json.tasks[0].result;
const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
const create = async (task: object, path = ORGANIC): Promise<string> => {
  const { json, text } = await post(`${path}/task_post`, [{ ...TEA, ...task }]);
  expect(json.tasks[0].status_code, text).toBe(20100);
  return json.tasks[0].id;
};
const finished = (id: string, path = `${ORGANIC}/task_get/advanced`) =>
  until(async () => {
    const { json } = await get(`${path}/${id}`);
    return ![40601, 40602].includes(json.tasks[0].status_code) && json.tasks[0];
  });
const isReady = async (id: string): Promise<boolean> => idsOf(await resultOf(get('serp/tasks_ready'))).includes(id);

describe('the login in a callback URL', () => {
  test.each(['s3cret-word', 's3cret#word', 's3cret@word'])('%s is used and never shown', async (password) => {
    const pingback = `http://robot:${password}@${receiverHost}/login/$id`;
    const { json, text } = await post(`${ORGANIC}/task_post`, [{ ...TEA, pingback_url: pingback }]);
    const { id } = json.tasks[0];
    const { headers } = await until(async () => received.find(({ url }) => url === `/login/${id}`));
    expect(Buffer.from(headers.authorization!.slice(6), 'base64').toString()).toBe(`robot:${password}`);
    const object = objectIdOf(id);
    await until(async () => (await service.call('GET', `/objects/${object}/deliveries`, key)).json.items[0]);
    const shown = [
      text,
      (await get(`${ORGANIC}/task_get/advanced/${id}`)).text,
      (await post('serp/id_list', [{ sort: 'desc' }])).text,
      ...(await Promise.all(
        [`/serp/${object}`, `/objects/${object}/life`, `/objects/${object}/deliveries`].map(
          async (path) => (await service.call('GET', path, key)).text,
        ),
      )),
    ];
    for (const one of shown) {
      expect(one).toContain(receiverHost);
      expect(one).not.toContain('s3cret');
    }
  });

  test('is not part of the errors', async () => {
    const id = await create({ pingback_url: `http://robot:s3cret@${receiverHost}/broken/login/$id` });
    const failure = await until(async () => (await resultOf(post('serp/errors', [{}]))).find((one) => one.id === id));
    expect(failure).toMatchObject({ function: 'pingback_url', http_method: 'GET', http_url: `http://${receiverHost}/broken/login/${id}` });
  });
});

test('a timeline shows nothing that compatibility endpoints store', async () => {
  const id = await create({});
  const { json } = await service.call('GET', `/search.json?q=green+tea&api_key=${key}`, key);
  for (const object of [objectIdOf(id), json.search_metadata.id as string]) {
    const life = (await service.call('GET', `/objects/${object}/life`, key)).json;
    expect(life.request.keyword).toBe('green tea');
    expect(Object.keys(life.request)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:task|compatibility|traceparent)$/)]));
  }
});

describe('a task whose callback is given up', () => {
  test('is listed as ready if its result was to be posted, and as an error', async () => {
    const id = await create({ postback_data: 'regular', postback_url: `http://${receiverHost}/broken/$id` });
    await until(() => isReady(id));
    const failures = await resultOf(post('serp/errors', [{ filtered_function: 'postback_url' }]));
    expect(failures.find((one) => one.id === id)).toMatchObject({
      function: 'postback_url',
      error_code: 503,
      error_message: `http://${receiverHost}/broken/${id}`,
      http_url: `http://${receiverHost}/broken/${id}`,
      http_method: 'POST',
      http_code: 503,
      http_time: expect.any(Number),
    });
    for (const filtered_function of ['task_post', 'live', 'pingback_url'])
      expect(idsOf(await resultOf(post('serp/errors', [{ filtered_function }])))).not.toContain(id);
    await finished(id);
    expect(await isReady(id)).toBe(false);
  });

  test('is not listed again when it was collected before', async () => {
    const id = await create({ postback_data: 'regular', postback_url: `http://${receiverHost}/broken/post/$id` });
    await finished(id);
    await until(async () => idsOf(await resultOf(post('serp/errors', [{ filtered_function: 'postback_url' }]))).includes(id));
    expect(await isReady(id)).toBe(false);
  });

  test('is no longer listed when it is delivered later', async () => {
    const id = await create({ postback_data: 'regular', postback_url: `http://${receiverHost}/broken/late/$id` });
    await until(() => isReady(id));
    isRepaired = true;
    await post('appendix/webhook_resend', [{ id }]);
    await until(async () => !(await isReady(id)));
    isRepaired = false;
    // The receiver has the result, so a failed further delivery changes nothing.
    const deliveries = async () => (await service.call('GET', `/objects/${objectIdOf(id)}/deliveries`, key)).json.items.length;
    const before = await deliveries();
    await post('appendix/webhook_resend', [{ id }]);
    await until(async () => (await deliveries()) > before);
    expect(await isReady(id)).toBe(false);
  });
});

test('deleting the object deletes its task', async () => {
  const id = await create({});
  await until(() => isReady(id));
  expect((await service.call('DELETE', `/serp/${objectIdOf(id)}`, key)).status).toBeLessThan(300);
  expect(await isReady(id)).toBe(false);
  expect(idsOf(await resultOf(post('serp/id_list', [{}])))).not.toContain(id);
  expect((await get(`${ORGANIC}/task_get/advanced/${id}`)).json.tasks[0].status_code).toBe(40401);
});

test('a keyword task without one of its objects is not found', async () => {
  const path = 'keywords_data/google_ads/search_volume';
  const keywords = Array.from({ length: 40 }, (_, index) => `tea ${index}`);
  const { json } = await post(`${path}/task_post`, [{ keywords, location_code: 2840 }]);
  const id = json.tasks[0].id as string;
  const task = async () => (await get(`${path}/task_get/${id}`)).json.tasks[0];
  await until(async () => (await task()).status_code === 20000);
  const objects = (await service.call('GET', '/objects?kind=keyword', key)).json.items as { id: string }[];
  const other = objects.find((one) => one.id !== objectIdOf(id))!;
  expect((await service.call('DELETE', `/keyword/${other.id}`, key)).status).toBeLessThan(300);
  expect((await task()).status_code).toBe(40401);
});

describe('a list of tasks', () => {
  test('has live and posted tasks, page by page in both orders', async () => {
    const authorization = basic((await service.account()).test);
    const own = (path: string, body: unknown) => post(path, body, { authorization });
    const ids: string[] = [];
    for (const path of ['task_post', 'live/advanced', 'task_post'])
      ids.push((await own(`${ORGANIC}/${path}`, [{ ...TEA, tag: path }])).json.tasks[0].id);
    await own('keywords_data/google_ads/search_volume/task_post', [{ keywords: ['tea'], location_code: 2840 }]);
    const live = ids[1];
    // Ids of one second have no order.
    ids.sort();
    const list = async (task: object) => resultOf(own('serp/id_list', [task]));
    expect(idsOf(await list({}))).toEqual(ids);
    expect(idsOf(await list({ sort: 'desc' }))).toEqual(ids.toReversed());
    expect(idsOf(await list({ limit: 1, offset: 1 }))).toEqual([ids[1]]);
    expect(idsOf(await list({ offset: 3 }))).toEqual([]);
    expect((await list({})).find(({ id }) => id === live)).toMatchObject({
      url: `/v3/${ORGANIC}/live/advanced`,
      status: 'Ok.',
      metadata: { tag: 'live/advanced' },
    });
    expect((await list({ include_metadata: false }))[1]).not.toHaveProperty('metadata');
  });

  test('has the fields of each task as they were sent, and is read by few clients at the same time', async () => {
    const authorization = basic((await service.account({ credits: 1000 })).test);
    const own = (path: string, body: unknown) => post(path, body, { authorization });
    const notes = ['"result":[] "result_count":0,', '\\ \n ü 😀 \u2028', 'x'.repeat(16_000)];
    const tasks = notes.map((note, index) => ({ ...TEA, tag: String(index), note }));
    const many = Array.from({ length: 60 }, (_, index) => ({ ...TEA, tag: `${index}`, note: notes[2] }));
    const { json } = await own(`${ORGANIC}/task_post`, [...tasks, ...many]);
    expect(json.tasks_error).toBe(0);
    const listed = (await own('serp/id_list', [{}])).json.tasks[0];
    expect([listed.result_count, listed.result.length]).toEqual([63, 63]);
    const noteOf = (note: string) => listed.result.filter(({ metadata }: { metadata: { note: string } }) => metadata.note === note).length;
    expect(notes.map(noteOf)).toEqual([1, 1, 61]);
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { json, headers } = await own('serp/id_list', [{}]);
        if (json.status_code !== 20000) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        return json.status_code;
      }),
    );
    expect(new Set(codes)).toEqual(new Set([20000, 40202]));
  });

  test.each([
    [{ datetime_from: '0001-01-01 00:00:00 +00:00' }, true],
    [{ datetime_to: '9999-12-31 23:59:59 +00:00' }, true],
    [{ datetime_from: '1969-12-31', datetime_to: '9999-12-31' }, true],
    [{ datetime_from: '2001-01-01', datetime_to: '2001-01-02' }, false],
    [{ datetime_from: '9998-12-31', datetime_to: '9999-12-31' }, false],
  ])('of the period %j is complete', async (period, isListed) => {
    const id = await create({});
    expect(idsOf(await resultOf(post('serp/id_list', [{ ...period, sort: 'desc' }]))).includes(id)).toBe(isListed);
    expect((await post('serp/errors', [period])).json.tasks[0].status_code).toBe(20000);
  });
});

describe('limits', () => {
  test('a large SERP task is rejected, because it is stored with its object', async () => {
    const { json } = await post(`${ORGANIC}/task_post`, [{ ...TEA, note: 'x'.repeat(16_384) }, TEA]);
    expect(json.tasks.map(({ status_code }: { status_code: number }) => status_code)).toEqual([40503, 20100]);
  });

  test('a body has 100 tasks of 1,000 keywords, as a list or as an object', async () => {
    // Without a location, so that nothing is created.
    const tasks = Array.from({ length: 100 }, (_, at) => ({ keywords: Array.from({ length: 1000 }, (__, n) => `tea ${at} ${n}`) }));
    for (const body of [tasks, { ...tasks }, { ...tasks.slice(0, 3) }]) {
      const { json, text } = await post('keywords_data/google_ads/search_volume/task_post', body);
      const states = (json.tasks ?? []).map(({ status_message }: { status_message: string }) => status_message.slice(0, 31));
      expect(states, text.slice(0, 300)).toEqual(Array(Object.keys(body).length).fill("Invalid Field: 'location_code'."));
    }
  });

  test('a keyword task has 1 to 1,000 keywords', async () => {
    const bad = [{ keywords: [] }, { keywords: Array(1001).fill('tea') }];
    for (const task of bad) {
      const { json } = await post('keywords_data/google_ads/search_volume/task_post', [{ ...task, location_code: 2840 }]);
      // An array of more than 1,000 entries is rejected before it is parsed.
      const message = json.tasks?.[0].status_message ?? json.status_message;
      expect(message).toMatch(/^Invalid Field: '(?:keywords|\[0\])'/);
    }
  });
});

describe('a source that fails', () => {
  test.each([
    ['domain_analytics/whois/overview/live', { filters: ['domain', '=', 'test-500-tasks.com'] }],
    ['domain_analytics/technologies/domain_technologies/live', { target: 'test-500-tasks.com' }],
  ])('is an error of the task at %s, and not one of the service', async (path, task) => {
    const { status, json } = await post(path, [task]);
    expect([status, json.status_code, json.tasks_error, json.tasks[0].status_code, json.cost]).toEqual([200, 20000, 1, 40101, 0]);
    expect(service.lines.filter((line) => line.includes('"request failed"'))).toEqual([]);
  });
});

test('a request without a valid key is asked for Basic authentication', async () => {
  const { status, headers } = await call('GET', 'appendix/user_data', undefined, { authorization: basic('wrong') });
  expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="Sextant"']);
});

test('a client that leaves while it reads a list causes no error', async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const path = '/v3/serp/google/locations';
  const before = service.lines.length;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = open({ port, host: '127.0.0.1', path, headers: { authorization: basic() }, agent: false }, resolve);
    sent.once('error', reject).end();
  });
  await new Promise((resolve) => response.once('data', resolve));
  response.destroy();
  await until(async () => (await new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)))) === 0);
  await delay(200);
  expect(service.lines.slice(before).filter((line) => /HEADERS_SENT|"request failed"|"level":"error"/.test(line))).toEqual([]);
});

describe('resending a callback', () => {
  const resend = async (id: string, authorization = basic()): Promise<number> =>
    (await post('appendix/webhook_resend', [{ id }], { authorization })).json.tasks[0].status_code;

  test('needs a task', async () => {
    const { json } = await service.call('POST', '/serp/new', key, {
      keyword: 'tea',
      region: 'US',
      callback: `http://${receiverHost}/plain`,
      asynchronous: false,
    });
    await until(async () => received.some(({ url }) => url === '/plain'));
    expect(await resend(json.id)).toBe(40401);
  });

  test('needs the scope of the task', async () => {
    const { id: account } = await service.account({ credits: 100 });
    const keyWith = async (scopes: string[]): Promise<string> =>
      basic((await service.admin('POST', `/admin/accounts/${account}/keys`, { mode: 'test', scopes })).json.key);
    const [serp, keyword] = [await keyWith(['serp']), await keyWith(['keyword'])];
    const task = { ...TEA, pingback_url: `http://${receiverHost}/scoped/$id` };
    const { id } = (await post(`${ORGANIC}/task_post`, [task], { authorization: serp })).json.tasks[0];
    await until(async () => received.some(({ url }) => url === `/scoped/${id}`));
    expect(await resend(id, keyword)).toBe(40100);
    expect(await resend(id, serp)).toBe(20000);
  });
});

describe('defaults and filters', () => {
  test.each([
    ['google/organic', 10],
    ['google/maps', 100],
    ['google/local_finder', 20],
    ['google/images', 100],
    ['youtube/organic', 20],
    ['naver/organic', 20],
  ])('%s has the provider’s number of results', async (path, results) => {
    const id = await create({}, `serp/${path}`);
    expect((await service.call('GET', `/serp/${objectIdOf(id)}`, key)).json.maxResults).toBe(results);
  });

  test('the default is at most what the plan of the account has', async () => {
    const authorization = basic((await service.account({ maxResults: 50 })).test);
    const { json } = await post('serp/google/maps/task_post', [TEA], { authorization });
    expect(json.tasks[0].status_code).toBe(20100);
  });

  test('parameters of a search URL that have no effect are named', async () => {
    const url = 'https://www.google.com/search?q=green+tea&hl=en&gl=us&tbm=isch&start=20';
    const { json, headers } = await post(`${ORGANIC}/task_post`, [{ url }]);
    expect([json.tasks[0].status_code, headers['sextant-ignored']]).toEqual([20100, 'url.tbm, url.start']);
  });

  test('the state of Google Ads is unknown', async () => {
    const { json } = await get('keywords_data/google_ads/status');
    expect(json.tasks[0]).toMatchObject({ status_code: 20000, result: [{ actual_data: null }] });
  });
});
