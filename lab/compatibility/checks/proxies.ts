// Reverse proxies with the recipes of deploy/proxies: TLS, client IP addresses, streams, long waits, large bodies and a base path.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { Agent, type Dispatcher, request } from 'undici';
import { type CompatibilityCheck, Missing, type Ran, type Site } from '../check.ts';
import { type ProxyParts, programOf, type RunningProxy, startCaddy, startNginx } from '../proxies.ts';

type Start = (program: string, parts: ProxyParts) => Promise<RunningProxy>;

const PROXY = '127.0.0.1';
/** Clients at other addresses than the proxy, as it is in production. */
const CLIENTS = ['127.0.0.2', '127.0.0.3'] as const;
const BASE_PATH = '/sx';
/** Synchronous searches of the sandbox take this long. */
const SLOW_SECONDS = 3;
const BURST = 40;

/** Requests from one IP address. The certificates of these proxies are not trusted. */
interface Client {
  call(method: Dispatcher.HttpMethod, path: string, body?: string, headers?: Record<string, string>): Promise<Dispatcher.ResponseData>;
  json(method: Dispatcher.HttpMethod, path: string, body?: object): Promise<{ status: number; headers: Headers; body: Json }>;
  close(): Promise<void>;
}
// biome-ignore lint/suspicious/noExplicitAny: responses have many types.
type Json = any;
type Headers = Dispatcher.ResponseData['headers'];

function createClient(base: string, localAddress: string, key: string): Client {
  const dispatcher = new Agent({ localAddress, connect: { rejectUnauthorized: false }, bodyTimeout: 60_000, headersTimeout: 60_000 });
  const call: Client['call'] = (method, path, body, headers = {}) =>
    request(`${base}${path}`, {
      method,
      dispatcher,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  return {
    call,
    json: async (method, path, given) => {
      const { statusCode, headers, body } = await call(method, path, given && JSON.stringify(given));
      return { status: statusCode, headers, body: await body.json() };
    },
    close: () => dispatcher.close(),
  };
}

const slowSearch = (asynchronous: boolean) => ({
  keyword: `test:slow:${SLOW_SECONDS} lantern`,
  region: 'US',
  priority: 'INSTANT',
  asynchronous,
});

/** A synchronous create answers with its result, over TLS, and the service knows that it was TLS. */
async function checkWait({ json }: Client): Promise<void> {
  const created = await json('POST', '/serp/new', slowSearch(false));
  assert.equal(created.status, 200);
  assert.equal(created.body.verdict, 'valid');
  assert.match(String(created.headers['strict-transport-security']), /max-age/);
}

/** The first event arrives while the search still runs, and the last one in another piece. */
async function checkStream({ json, call }: Client): Promise<void> {
  const { body } = await json('POST', '/serp/new', slowSearch(true));
  const stream = await call('GET', `/objects/${body.id}/stream`);
  assert.equal(stream.statusCode, 200);
  const pieces: { at: number; text: string }[] = [];
  for await (const chunk of stream.body) pieces.push({ at: performance.now(), text: String(chunk) });
  const text = pieces.map((piece) => piece.text).join('');
  assert.match(text, /event: /);
  const first = pieces.find((piece) => piece.text.includes('data: '))!;
  assert.ok(pieces.at(-1)!.at - first.at > 1000, 'The proxy held the events of a stream back.');
}

/** Bodies above the usual limit of proxies (1 MB) reach the service. Those above 4 MiB are rejected by the proxy (413) or the service (400). */
async function checkBodies({ call }: Client): Promise<void> {
  const sent = async (bytes: number) => {
    const { statusCode, body } = await call('POST', '/serp/new', JSON.stringify({ keyword: 'x'.repeat(bytes), region: 'US' }));
    return { status: statusCode, text: await body.text() };
  };
  const large = await sent(3_500_000);
  assert.equal(large.status, 400);
  assert.match(large.text, /"code":400/);
  assert.doesNotMatch(large.text, /larger than/);
  assert.ok([400, 413].includes((await sent(5_000_000)).status));
}

/** The service counts the client's IP address, and not the one that a client claims. */
async function checkAddresses(base: string, key: string): Promise<void> {
  const [one, other] = CLIENTS.map((address) => createClient(base, address, key)) as [Client, Client];
  try {
    const statuses: number[] = [];
    // The rate refills while a slow machine sends.
    for (let count = 0; count < 5 * BURST && !statuses.includes(429); count++) {
      const { statusCode, body } = await one.call('GET', '/user', undefined, { 'x-forwarded-for': `10.9.8.${count}` });
      await body.dump();
      statuses.push(statusCode);
    }
    assert.ok(statuses.includes(429), 'A client escaped its rate limit with X-Forwarded-For.');
    assert.equal((await other.json('GET', '/user')).status, 200, 'Clients share the IP address of the proxy.');
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

async function checkMcp(base: string, { tool, key }: Site): Promise<void> {
  const load = (file: string) => import(pathToFileURL(tool(`@modelcontextprotocol/sdk/dist/esm/client/${file}`)).href);
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([load('index.js'), load('streamableHttp.js')]);
  const { Agent: FetchAgent, fetch } = await import('undici');
  const dispatcher = new FetchAgent({ connect: { rejectUnauthorized: false } });
  const client = new Client({ name: 'lab', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    fetch: (url: string | URL, init: object) => fetch(url, { ...init, dispatcher }),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  try {
    const result = await client.callTool({ name: 'search', arguments: { keyword: 'lantern', region: 'US', top: 3 } });
    assert.equal(result.isError ?? false, false, JSON.stringify(result.content));
  } finally {
    await client.close();
    await dispatcher.close();
  }
}

/** Everything is below the path, and links contain it. */
async function checkBasePath(proxy: RunningProxy, { call, json }: Client, key: string): Promise<void> {
  const { body: document } = await json('GET', '/openapi.json');
  assert.deepEqual(document.servers, [{ url: BASE_PATH }]);
  const found = await json('GET', `/search.json?engine=google&q=lantern&api_key=${key}`);
  assert.ok(String(found.body.serpapi_pagination?.next).startsWith(`${proxy.url}${BASE_PATH}/search`), 'A link leads past the base path.');
  const page = await call('GET', '/', undefined, { accept: 'text/html' });
  const asset = / src="([^"]+)"/.exec(await page.body.text())?.[1] ?? '';
  assert.ok(asset.startsWith(`${BASE_PATH}/assets/`));
  const script = await call('GET', asset.slice(BASE_PATH.length));
  assert.equal(script.statusCode, 200);
  await script.body.dump();
}

async function checkProxy(site: Site, name: string, start: Start): Promise<Ran> {
  const program = programOf(name);
  if (program === null) throw new Missing(`${name} is not installed.`);
  const limits = { IP_RATE_PER_MINUTE: '60', IP_RATE_BURST: String(BURST) };
  const settings = { MODE: 'production', BASE_PATH, TRUST_PROXY: PROXY, MCP_ALLOWED_HOSTS: 'localhost', ...limits };
  const api = await site.startApi(settings);
  try {
    const proxy = await start(program, { folder: site.folder, upstream: api.url, basePath: BASE_PATH });
    const base = `${proxy.url}${BASE_PATH}`;
    const client = createClient(base, PROXY, site.key);
    try {
      await checkWait(client);
      await checkStream(client);
      await checkBodies(client);
      await checkBasePath(proxy, client, site.key);
      await checkMcp(base, site);
      await checkAddresses(base, site.key);
      const exported = await client.call('GET', '/objects/export?format=jsonl');
      assert.equal(exported.statusCode, 200);
      assert.match(await exported.body.text(), /lantern/);
    } finally {
      await client.close();
      await proxy.stop();
    }
    return { version: proxy.version };
  } finally {
    await api.stop();
  }
}

const WHAT = 'deploy/proxies/%: TLS, client IP addresses, a synchronous create, event streams, MCP, large bodies, BASE_PATH';

export const PROXY_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'proxy-nginx',
    area: 'Hosts and images',
    tool: 'nginx',
    what: WHAT.replace('%', 'nginx.conf'),
    run: (site) => checkProxy(site, 'nginx', startNginx),
  },
  {
    name: 'proxy-caddy',
    area: 'Hosts and images',
    tool: 'Caddy',
    what: WHAT.replace('%', 'Caddyfile'),
    run: (site) => checkProxy(site, 'caddy', startCaddy),
  },
];
