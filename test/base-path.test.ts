// A service below a path (BASE_PATH): API, links, streams, MCP, overload and what stays at the root.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../client/index.ts';
import { createAdminClient } from '../src/wiring/admin-client.ts';
import { urlOf } from '../src/wiring/listen.ts';
import { OPERATOR_TOKEN, startTestService, type TestService, until } from './service.ts';

let service: TestService;
let origin: string;
let base: string;
let key: string;

beforeAll(async () => {
  service = await startTestService({
    BASE_PATH: '/tools/sx',
    OVERLOAD_REQUESTS_MAX: '8',
    OVERLOAD_BURST_MAX: '8',
    SYNC_WAIT_SECONDS: '20',
  });
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  base = `${origin}/tools/sx`;
  key = (await service.account()).test;
}, 120_000);
afterAll(() => service?.stop());

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers: { authorization: `Bearer ${key}`, ...headers } });
const REQUEST = { keyword: 'storm lantern', region: 'US', priority: 'INSTANT', asynchronous: false } as const;

describe('paths', () => {
  test.each(['/', '/user', '/tools', '/tools/sxx/user', '/docs', '/openapi.json', '/admin/accounts', '/mcp', '/search?q=a'])(
    '%s does not exist outside the base path',
    async (path) => {
      const response = await get(`${origin}${path}`);
      expect([response.status, ((await response.json()) as { solution: string }).solution]).toEqual([
        404,
        'See /tools/sx/docs for all paths.',
      ]);
    },
  );
  test.each(['/nothing', '/docs/static/nothing.js', '/docs/guide/nothing', '/assets/nothing.js', '/'])(
    'an unknown path below it names the reference below it: %s',
    async (path) => {
      const response = await get(`${base}${path}`, { accept: 'application/json' });
      // Without a build of the dashboard, its root redirects.
      if (response.status === 302) return expect(response.headers.get('location')).toBe('/tools/sx/docs');
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ solution: 'See /tools/sx/docs for all paths.' }),
      ]);
    },
  );
  test.each(['/healthz', '/readyz', '/metrics'])('%s exists at the root and below the base path', async (path) => {
    expect([(await get(`${origin}${path}`)).status, (await get(`${base}${path}`)).status]).toEqual([200, 200]);
  });
  test('the API answers below it, with and without a trailing slash', async () => {
    expect([(await get(`${base}/user`)).status, (await get(`${base}/user/?x=1`)).status, (await get(`${base}//user`)).status]).toEqual([
      200, 200, 404,
    ]);
  });
  test('a wrong method and a wrong key get their usual errors', async () => {
    const wrong = await fetch(`${base}/user`, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${base}/user`, { headers: { authorization: 'Bearer sxt_test_wrong' } })).status).toBe(403);
  });
  test('metrics name the routes without it', async () => {
    const text = await (await get(`${base}/metrics`)).text();
    expect(text).toContain('route="/user"');
    expect(text).not.toContain('tools/sx');
  });
});

describe('links', () => {
  test('of compatibility endpoints contain the base path', async () => {
    const found = (await (await get(`${base}/search.json?engine=google&q=lantern&api_key=${key}`)).json()) as {
      serpapi_pagination: { next: string };
    };
    const { next } = found.serpapi_pagination;
    expect(next.startsWith(`${base}/search.json?`)).toBe(true);
    expect((await get(`${next}&api_key=${key}`)).status).toBe(200);
  });
  test('of the OpenAPI document name the base path as the server, and paths without it', async () => {
    const { servers, paths } = (await (await get(`${base}/openapi.json`)).json()) as { servers: unknown; paths: object };
    expect(servers).toEqual([{ url: '/tools/sx' }]);
    expect(Object.keys(paths)).toContain('/serp/new');
  });
  test('to images and shared reports contain it and work', async () => {
    const created = await service.call('POST', '/serp/new', key, { ...REQUEST, searchEngine: 'googleimages' });
    const { images } = (await service.call('GET', `/objects/${created.json.id}/images`, key)).json as { images: { path: string }[] };
    expect(images[0]!.path).toMatch(/^\/tools\/sx\/images\//);
    expect((await fetch(`${origin}${images[0]!.path}`)).status).toBe(200);
    const project = await service.call('POST', '/projects/demo', key);
    const share = await service.call('POST', `/projects/${project.json.id}/shares`, key, { name: 'For Ann', sections: ['summary'] });
    expect([share.status, share.json.url]).toEqual([200, `/tools/sx/share/${share.json.token}`]);
    expect((await fetch(`${origin}${share.json.url}`, { headers: { accept: 'application/json' } })).status).toBe(200);
  });
  test('of the guide lead to pages that exist', async () => {
    const response = await get(`${base}/docs/guide/`);
    expect([response.status, new URL(response.headers.get('location')!, `${base}/docs/guide/`).href]).toEqual([302, `${base}/docs/guide`]);
    const reference = await (await get(`${base}/docs`)).text();
    for (const [, file] of reference.matchAll(/ (?:src|href)="([^"#]+\.(?:js|css|json))"/g))
      expect((await get(new URL(file!, `${base}/docs`).href)).status).toBe(200);
  });
  test('printed at the start contain it', () => {
    expect(urlOf(service.config, 8080)).toBe('http://127.0.0.1:8080/tools/sx');
  });
});

describe('clients', () => {
  test('of ours create, fetch and follow a stream', async () => {
    const client = createClient({ baseUrl: `${base}/`, apiKey: key });
    const serp = await client.serp.create({ ...REQUEST });
    expect(serp.verdict).toBe('valid');
    expect((await client.serp.get(serp.id)).id).toBe(serp.id);
    const stream = await get(`${base}/objects/${serp.id}/stream`);
    expect([stream.headers.get('content-type'), (await stream.text()).includes('event: ')]).toEqual([
      'text/event-stream; charset=utf-8',
      true,
    ]);
  });
  test('of the command line reach the admin API', async () => {
    expect(await createAdminClient(base, OPERATOR_TOKEN).required('GET', '/admin/fleet')).toMatchObject({ nodes: expect.any(Array) });
  });
  test('of MCP search', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
    );
    const found = await client.callTool({ name: 'search', arguments: { keyword: 'lantern', region: 'US', top: 3 } });
    await client.close();
    expect(found.isError ?? false).toBe(false);
  });
});

test('under overload, requests below the base path are rejected, and probes are answered everywhere', async () => {
  const client = await service.database.db.connect();
  await client.query('begin; lock table lots in access exclusive mode');
  const waiting = Array.from({ length: 8 }, () => get(`${base}/user`));
  try {
    await until(async () => (await get(`${base}/serp/000000000000000000000000`)).status === 429);
    const statuses = async (url: string) => (await get(url)).status;
    expect(await statuses(`${base}/user`)).toBe(429);
    // A lookup has slots of its own.
    expect(await statuses(`${base}/region/list?items=1`)).toBe(200);
    for (const url of [`${base}/healthz`, `${origin}/healthz`, `${origin}/readyz`]) expect(await statuses(url)).toBe(200);
  } finally {
    await client.end();
  }
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
}, 120_000);
