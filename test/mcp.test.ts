// MCP with the official client: over HTTP with the running service, and over standard input of a real process.
import { execFileSync } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, until } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const TOOLS = ['search', 'fetch_result', 'keywords', 'ask', 'whois', 'technologies', 'regions', 'track_keywords', 'rank_report'];
type Era = 'legacy' | 'auto';
let service: TestService;
let base = '';
const clients: Client[] = [];

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  service = await startTestService({ AI_RATE_SECONDS: '0' });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
}, 300_000);
afterAll(async () => {
  for (const client of clients) await client.close();
  await service?.stop();
});

const clientOf = (mode: Era = 'auto') => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
async function overHttp(headers: Record<string, string>, mode: Era = 'auto'): Promise<Client> {
  const client = clientOf(mode);
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }));
  return client;
}
async function overStdio(words: readonly string[], environment: Record<string, string> = {}): Promise<{ client: Client; pid: number }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(ROOT, 'dist', 'main.js'), 'mcp', ...words],
    env: { PATH: process.env.PATH ?? '', ...environment },
    stderr: 'pipe',
  });
  const client = clientOf('legacy');
  clients.push(client);
  await client.connect(transport);
  return { client, pid: transport.pid! };
}
// biome-ignore lint/suspicious/noExplicitAny: responses have many types.
type Told = any;
const call = async (client: Client, name: string, given: Record<string, unknown>, options: object = {}): Promise<Told> =>
  client.callTool({ name, arguments: given }, options);
const textOf = ({ content }: Told): string => content[0].text;
const balance = async (account: { id: string }): Promise<number> =>
  (await service.admin('GET', `/admin/accounts/${account.id}/ledger?mode=test`)).json.balance;

describe.each<Era>(['auto', 'legacy'])('a client of the protocol (%s)', (mode) => {
  test('finds few tools, each with its schema and annotations', async () => {
    const account = await service.account();
    const client = await overHttp({ authorization: `Bearer ${account.test}` }, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { inputSchema, outputSchema, description, annotations } of tools) {
      expect([inputSchema.type, outputSchema?.type, Boolean(description)]).toEqual(['object', 'object', true]);
      expect(annotations?.destructiveHint).toBe(false);
    }
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading).toEqual(['fetch_result', 'regions', 'rank_report']);
    // The tokens that an agent pays before its first query.
    expect(JSON.stringify(tools).length).toBeLessThan(16_000);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'sextant://{kind}/{id}',
    ]);
  });

  test('searches, reads the whole object by its link, and gets the cost', async () => {
    const account = await service.account();
    const before = await balance(account);
    const client = await overHttp({ 'x-api-key': account.test }, mode);
    const found = await call(client, 'search', { keyword: 'red shoes', region: 'DE', top: 3 });
    const { structuredContent: data } = found;
    expect(found.isError).toBeFalsy();
    expect(data).toMatchObject({ state: 'ready', verdict: 'valid', keyword: 'red shoes', engine: 'google' });
    expect(data.cost).toBe(before - (await balance(account)));
    expect(data.cost).toBeGreaterThan(0);
    expect(data.organic).toHaveLength(3);
    expect(Object.keys(data.organic[0]).every((name) => ['position', 'title', 'url', 'description'].includes(name))).toBe(true);
    expect(textOf(found)).toContain(data.organic[0].url);
    expect(textOf(found)).toContain(`(cost ${data.cost} credits)`);
    expect(found.content[1]).toMatchObject({ type: 'resource_link', uri: `sextant://serp/${data.id}`, mimeType: 'application/json' });
    const { contents } = await client.readResource({ uri: data.resource });
    const whole = JSON.parse((contents[0] as { text: string }).text);
    expect([whole.id, whole.data.organic.length >= 3]).toEqual([data.id, true]);
    // Much shorter than the whole object.
    expect(JSON.stringify(found).length).toBeLessThan(JSON.stringify(whole).length);
    const repeated = await call(client, 'fetch_result', {
      id: data.resource,
      fields: ['position', 'url'],
      top: 2,
      sections: ['organic', 'paa'],
    });
    expect(repeated.structuredContent).toMatchObject({ id: data.id, cost: 0, organic: [{ position: 1 }, { position: 2 }] });
    expect(Object.keys(repeated.structuredContent.organic[0])).toEqual(['position', 'url']);
    await expect(client.readResource({ uri: `sextant://serp/${'0'.repeat(24)}` })).rejects.toThrow();
  });
});

describe('the tools', () => {
  test('work for every product', async () => {
    const account = await service.account();
    const client = await overHttp({ authorization: `Bearer ${account.test}` });
    const volumes = (await call(client, 'keywords', { keywords: ['pizza', 'pasta'], region: 'IT' })).structuredContent;
    expect(volumes.results.map(({ keyword }: { keyword: string }) => keyword)).toEqual(['pizza', 'pasta']);
    const asked = (await call(client, 'ask', { prompt: 'What is a sextant?' })).structuredContent;
    expect([asked.state, typeof asked.text, asked.citations.length > 0, asked.cost > 0]).toEqual(['ready', 'string', true, true]);
    const whois = (await call(client, 'whois', { domain: 'shop.com', fields: ['domain', 'registrar.name'] })).structuredContent;
    expect(whois.cost).toBeGreaterThan(0);
    expect(Object.keys(whois.whois).length).toBeGreaterThan(0);
    const technologies = (await call(client, 'technologies', { domain: 'shop.com', top: 2 })).structuredContent;
    expect(technologies.technologies.length).toBeLessThanOrEqual(2);
    const places = await call(client, 'regions', { query: 'Berlin', countryCode: 'de', top: 2 });
    expect(places.structuredContent.regions[0].canonicalName).toContain('Berlin');
    expect(places.structuredContent.cost).toBe(0);
  });

  test('reject a field that they do not have, before anything is charged', async () => {
    const account = await service.account();
    const client = await overHttp({ authorization: `Bearer ${account.test}` });
    const calls: [name: string, args: Record<string, unknown>][] = [
      ['search', { keyword: 'pizza' }],
      ['keywords', { keywords: ['pizza'] }],
      ['ask', { prompt: 'What is a sextant?' }],
      ['whois', { domain: 'shop.com' }],
      ['technologies', { domain: 'shop.com' }],
      ['regions', { query: 'Berlin' }],
      ['fetch_result', { id: '0'.repeat(24), kind: 'keyword' }],
    ];
    for (const [name, args] of calls) {
      const rejected = await call(client, name, { ...args, fields: ['position.x', 'noSuchField'] });
      expect([name, rejected.isError, rejected.structuredContent.error.code]).toEqual([name, true, 400]);
      expect(textOf(rejected)).toMatch(/^400: fields: position\.x does not exist\. Fields: .*Nothing was charged\./);
      expect(rejected.structuredContent.cost).toBe(0);
    }
    expect((await service.call('GET', '/user', account.test)).json.credits[0].remaining).toBe(1000);
  });

  test('return errors of the API, with their solution', async () => {
    const account = await service.account({ credits: 0 });
    const client = await overHttp({ authorization: `Bearer ${account.test}` });
    const poor = await call(client, 'search', { keyword: 'x' });
    expect(poor.isError).toBe(true);
    expect(poor.structuredContent.error).toMatchObject({
      code: 402,
      message: expect.stringContaining('No credits left'),
      solution: expect.any(String),
    });
    expect(textOf(poor)).toMatch(/^402: No credits left/);
    const nowhere = await call(client, 'search', { keyword: 'x', region: 'Nowhere at all' });
    expect([nowhere.isError, nowhere.structuredContent.error.code]).toEqual([true, 400]);
    expect((await call(client, 'fetch_result', { id: '0'.repeat(24) })).structuredContent.error.code).toBe(404);
    expect((await call(client, 'ask', {})).structuredContent.error.code).toBe(400);
    const wrong = await call(client, 'search', { keyword: 'x', engine: 'altavista' }).catch((error) => ({ isError: true, error }));
    expect(wrong.isError).toBe(true);
  });

  test('return errors that match the output schema, which clients of SDK v1 check', async () => {
    const poor = await overHttp({ authorization: `Bearer ${(await service.account({ credits: 0 })).test}` });
    const bad = await overHttp({ authorization: `Bearer ${(await service.account()).test}`, 'sextant-budget': '0' }, 'legacy');
    const calls: [Client, string, Record<string, unknown>, number][] = [
      [poor, 'search', { keyword: 'x' }, 402],
      [poor, 'keywords', { keywords: ['x'] }, 402],
      [poor, 'whois', { domain: 'shop.com' }, 429],
      [poor, 'search', { keyword: 'x', region: 'Nowhere at all' }, 400],
      [poor, 'fetch_result', { id: '0'.repeat(24) }, 404],
      [poor, 'rank_report', {}, 404],
      [bad, 'technologies', { domain: 'shop.com' }, 402],
      [bad, 'track_keywords', { keywords: ['x'] }, 400],
    ];
    const { tools } = await poor.listTools();
    const ajv = new Ajv({ strict: false });
    for (const [client, name, given, code] of calls) {
      const { isError, structuredContent } = await call(client, name, given);
      expect([name, isError, structuredContent.error.code]).toEqual([name, true, code]);
      const validate = ajv.compile(tools.find((tool) => tool.name === name)!.outputSchema!);
      expect([name, validate(structuredContent), validate.errors]).toEqual([name, true, null]);
    }
  });

  test('use the cheapest priority by default, and state costs and a budget that is too small when the client connects', async () => {
    const account = await service.account();
    const authorization = `Bearer ${account.test}`;
    const client = await overHttp({ authorization, 'sextant-budget': '2' }, 'legacy');
    expect(client.getInstructions()).toContain('Credits per call with default arguments: search 1, keywords 3');
    expect(client.getInstructions()).toContain('Only 2 credits can be spent here, which is less than one call of keywords (3).');
    expect((await overHttp({ authorization })).getInstructions()).not.toContain('can be spent here');
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'search')!.description).toContain('Costs 1 credit, more with a higher priority.');
    expect(tools.find(({ name }) => name === 'keywords')!.description).toContain('Costs 3 credits, more with a higher priority.');
    const { structuredContent: found } = await call(client, 'search', { keyword: 'cheap tea', top: 1 });
    expect(found).toMatchObject({ state: 'ready', cost: 1, budgetLeft: 1 });
    const { json } = await service.call('GET', `/serp/${found.id}`, account.test);
    expect(json.priority).toBe('NORMAL');
    const spent = await overHttp({ authorization, 'sextant-budget': '0' }, 'legacy');
    expect(spent.getInstructions()).toContain('Only 0 credits can be spent here, which is less than one call of search (1)');
  });

  test('show that a failed search costs nothing', async () => {
    const account = await service.account();
    const before = await balance(account);
    const client = await overHttp({ authorization: `Bearer ${account.test}` });
    const { structuredContent: data } = await call(client, 'search', { keyword: 'test:captcha' });
    expect(data).toMatchObject({ state: 'faulty', cost: 0 });
    expect(await balance(account)).toBe(before);
  });

  test('track keywords only after a price was accepted, and report their positions', async () => {
    const account = await service.account();
    const before = await balance(account);
    const client = await overHttp({ authorization: `Bearer ${account.test}` });
    expect((await call(client, 'rank_report', {})).structuredContent.error).toMatchObject({
      code: 404,
      solution: 'Create one with track_keywords.',
    });
    const wanted = { domain: 'shop.example', keywords: ['red shoes', 'boots'], region: 'DE', devices: ['desktop', 'mobile'] };
    const priced = await call(client, 'track_keywords', wanted);
    expect(priced.structuredContent).toMatchObject({ saved: false, added: 4, cost: 0, project: { id: null, name: 'shop.example' } });
    expect(priced.structuredContent.creditsPerMonth).toBeGreaterThan(100);
    expect(textOf(priced)).toMatch(/^Nothing was saved\. .* credits per month .*confirm/);
    expect((await service.call('GET', '/projects', account.test)).json.items).toEqual([]);

    const saved = (await call(client, 'track_keywords', { ...wanted, confirm: true })).structuredContent;
    expect(saved).toMatchObject({ saved: true, added: 4, cost: 0, creditsPerMonth: priced.structuredContent.creditsPerMonth });
    // The project of the domain exists now, and keywords that are tracked already are named.
    const more = (await call(client, 'track_keywords', { domain: 'www.shop.example', keywords: ['Boots', 'sandals'], region: 'DE' }))
      .structuredContent;
    expect(more).toMatchObject({ saved: false, added: 2, project: { id: saved.project.id } });
    expect(new Set(more.duplicates.map((keyword: string) => keyword.toLowerCase()))).toEqual(new Set(['boots']));
    const { json: run } = await service.call('POST', `/projects/${saved.project.id}/run`, account.test, {});
    await until(async () => {
      const { json } = await service.call('GET', `/projects/${saved.project.id}/runs`, account.test);
      const [one] = json.items.filter(({ slot }: { slot: string }) => slot === run.slot);
      return one.state !== 'running' && one.pending === 0;
    }, 60);
    expect(before - (await balance(account))).toBe(4);

    const report = (await call(client, 'rank_report', {})).structuredContent;
    expect(report).toMatchObject({ project: { id: saved.project.id }, total: 4, cost: 0 });
    expect(report.keywords).toHaveLength(4);
    for (const { position } of report.keywords) expect(position).toMatch(/^(?:\d+|not in top \d+)$/);
    const one = (await call(client, 'rank_report', { project: 'shop.example', keyword: 'Red Shoes', days: 2 })).structuredContent;
    expect(one.series.map(({ device, points }: { device: string; points: object[] }) => [device, points.length]).sort()).toEqual([
      ['desktop', 1],
      ['mobile', 1],
    ]);
    expect((await call(client, 'rank_report', { project: 'nothing' })).structuredContent.error.code).toBe(404);
    expect((await call(client, 'rank_report', { keyword: 'nothing' })).structuredContent.error.code).toBe(404);
    const unclear = await call(client, 'track_keywords', { keywords: ['x'] });
    expect(unclear.structuredContent.error).toMatchObject({ code: 400, message: 'Exactly one of project and domain is required.' });
    // A keyword that cannot be tracked leaves no empty project.
    const wrong = await call(client, 'track_keywords', {
      domain: 'other.example',
      keywords: ['x'],
      region: 'Nowhere at all',
      confirm: true,
    });
    expect(wrong.structuredContent.error.code).toBe(400);
    expect(textOf(wrong)).toMatch(/^400: Bad input parameter: region is not known\..* Nothing was saved\.$/);
    // A wrong domain is rejected before the user is asked about the price.
    const noDomain = await call(client, 'track_keywords', { domain: 'my shop', keywords: ['x'] });
    expect(noDomain.structuredContent.error).toMatchObject({ code: 400, message: 'domain must be a domain such as shop.example.' });
    expect((await service.call('GET', '/projects', account.test)).json.items).toHaveLength(1);
    // Tracking spends credits later, so it needs its own scope. `read` is enough for reports.
    const { json: key } = await service.admin('POST', `/admin/accounts/${account.id}/keys`, { mode: 'test', scopes: ['serp', 'read'] });
    const reader = await overHttp({ authorization: `Bearer ${key.key}` });
    expect((await call(reader, 'rank_report', {})).structuredContent.total).toBe(4);
    expect((await call(reader, 'track_keywords', { ...wanted, keywords: ['hats'], confirm: true })).structuredContent.error.code).toBe(403);
  });

  test('respect the scopes and the budget of their key', async () => {
    const account = await service.account();
    const { json: key } = await service.admin('POST', `/admin/accounts/${account.id}/keys`, { mode: 'test', scopes: ['serp'], budget: 1 });
    const client = await overHttp({ authorization: `Bearer ${key.key}` });
    expect((await call(client, 'whois', { domain: 'shop.com' })).structuredContent.error).toMatchObject({
      code: 403,
      message: 'No access: this key lacks the scope whois.',
    });
    const dear = await call(client, 'search', { keyword: 'x', results: 100, priority: 'INSTANT' });
    expect(dear.structuredContent.error).toMatchObject({
      code: 402,
      message: expect.stringContaining('The key’s budget of 1 credits does not cover this request: needs 5, has 1'),
    });
  });

  test('respect the session budget, with simultaneous calls and in every revision of the protocol', async () => {
    const account = await service.account();
    const authorization = `Bearer ${account.test}`;
    const sessions: [Era, Record<string, string>][] = [
      ['legacy', {}],
      // The newest revision has no sessions: the client uses an older one, or sends a session name.
      ['auto', {}],
      ['auto', { 'sextant-session': 'tuesday' }],
    ];
    for (const [number, [mode, more]] of sessions.entries()) {
      const client = await overHttp({ authorization, 'sextant-budget': '3', ...more }, mode);
      const before = await balance(account);
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, round) =>
          call(client, 'search', { keyword: `${mode} ${number} ${round}`, top: 1, priority: 'NORMAL' }),
        ),
      );
      expect(all.filter(({ isError }) => !isError)).toHaveLength(3);
      expect(before - (await balance(account))).toBe(3);
      const refused = await call(client, 'whois', { domain: 'shop.com' });
      expect(refused.structuredContent.error).toMatchObject({
        code: 402,
        message: 'The session’s budget of 3 credits is spent: 0 left.',
        solution: expect.stringContaining('raise its budget'),
      });
      expect((await call(client, 'regions', { query: 'Berlin', top: 1 })).structuredContent.budgetLeft).toBe(0);
    }
    // Another session of the same key has its own budget.
    const fresh = await overHttp({ authorization, 'sextant-budget': '3' }, 'legacy');
    expect((await call(fresh, 'whois', { domain: 'shop.com' })).structuredContent).toMatchObject({ cost: 1, budgetLeft: 2 });
    const failed = await call(fresh, 'search', { keyword: 'test:captcha', priority: 'NORMAL' });
    expect(failed.structuredContent).toMatchObject({ state: 'faulty', budgetLeft: 2 });
    const dear = await call(fresh, 'keywords', { keywords: ['tea'] });
    expect(dear.structuredContent.error.message).toMatch(/^The session’s budget of 3 credits is spent: 2 left, this costs \d+\.$/);
  });

  test('charge a call that is repeated after a lost response once, and return its first result', async () => {
    const account = await service.account();
    const authorization = `Bearer ${account.test}`;
    // The price of one of each tool. The first calls spend the whole budget of the session.
    const session = { authorization, 'sextant-session': 'lost', 'sextant-budget': '6' };
    const calls: [string, Record<string, unknown>][] = [
      ['search', { keyword: 'lost tea', priority: 'NORMAL' }],
      ['keywords', { keywords: ['lost tea'], priority: 'NORMAL' }],
      ['ask', { prompt: 'Where is my tea?' }],
      ['whois', { domain: 'lost-tea.com' }],
    ];
    const before = await balance(account);
    const first = [];
    for (const [name, given] of calls) first.push((await call(await overHttp(session), name, given)).structuredContent);
    expect(first.map(({ cost }) => cost)).toEqual([1, 3, 1, 1]);
    const spent = await balance(account);
    expect(before - spent).toBe(6);
    for (const [index, [name, given]] of calls.entries()) {
      const { structuredContent: again } = await call(await overHttp(session), name, given);
      expect(again).toEqual({ ...first[index], cost: 0, budgetLeft: 0 });
    }
    // Without a session budget, and with another priority, which the queue may have changed.
    const client = await overHttp({ authorization });
    const dear = await call(client, 'search', { keyword: 'lost tea', priority: 'INSTANT' });
    expect(dear.structuredContent).toMatchObject({ id: first[0].id, cost: 0 });
    expect(await balance(account)).toBe(spent);
    // Simultaneous calls are one, other arguments are another call, and a failed call is tried again.
    const both = await Promise.all([1, 2].map(() => call(client, 'search', { keyword: 'two teas', priority: 'NORMAL' })));
    expect(both.map(({ structuredContent }) => structuredContent.cost).toSorted()).toEqual([0, 1]);
    expect(new Set(both.map(({ structuredContent }) => structuredContent.id)).size).toBe(1);
    const mobile = await call(client, 'search', { keyword: 'lost tea', priority: 'NORMAL', mobile: true });
    expect(mobile.structuredContent).toMatchObject({ cost: 1, id: expect.not.stringMatching(first[0].id) });
    const failed = [];
    for (let round = 0; round < 2; round++) failed.push((await call(client, 'search', { keyword: 'test:captcha' })).structuredContent);
    expect(failed.map(({ state }) => state)).toEqual(['faulty', 'faulty']);
    expect(failed[0].id).not.toBe(failed[1].id);
  });

  test('wait with progress, return an unfinished object after the timeout, and stop when cancelled', async () => {
    const account = await service.account();
    const client = await overHttp({ authorization: `Bearer ${account.test}` });
    const told: Progress[] = [];
    const late = await call(
      client,
      'search',
      { keyword: 'test:slow:5', waitSeconds: 1 },
      { onprogress: (progress: Progress) => told.push(progress) },
    );
    expect(late.structuredContent).toMatchObject({ state: 'waiting' });
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ total: 1, message: expect.stringContaining('collecting') });
    const stop = new AbortController();
    const asked = call(
      client,
      'search',
      { keyword: 'test:slow:20', waitSeconds: 60 },
      { signal: stop.signal, onprogress: () => stop.abort() },
    );
    await expect(asked).rejects.toThrow();
    // The request continues; the other one can be fetched.
    const done = await until(async () => {
      const { structuredContent } = await call(client, 'fetch_result', { id: late.structuredContent.id, waitSeconds: 20 });
      return structuredContent.state === 'ready' && structuredContent;
    }, 40);
    expect(done.cost).toBe(0);
  });
});

describe('the endpoint', () => {
  const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' }) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = http.request(
        `${base}/mcp`,
        { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers } },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode!, text }));
        },
      );
      request.on('error', reject);
      request.end(JSON.stringify(body));
    });

  test('accepts one valid key in either header and nothing else', async () => {
    const { test: key } = await service.account();
    expect((await post({ authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await post({ 'x-api-key': key })).status).toBe(200);
    expect((await post({ 'x-api-key': key, authorization: `Bearer ${key}` })).status).toBe(200);
    for (const headers of [{}, { 'x-api-key': 'no' }, { 'x-api-key': key, authorization: 'Bearer other' }] as Record<string, string>[])
      expect((await post(headers)).status).toBe(403);
    // Other endpoints ignore the header.
    expect((await service.app.inject({ method: 'GET', url: '/heartbeat', headers: { 'x-api-key': key } })).statusCode).toBe(403);
  });

  test('rejects a page of another site and a host name used for DNS rebinding', async () => {
    const { test: key } = await service.account();
    const authorization = `Bearer ${key}`;
    const strange: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'evil.example:8080' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
    ];
    for (const headers of strange) {
      const { status, text } = await post({ authorization, ...headers });
      expect([status, JSON.parse(text).message]).toEqual([403, 'Host or Origin not allowed.']);
    }
    expect((await post({ authorization, origin: 'http://localhost:5173' })).status).toBe(200);
  });

  test('rejects a budget without a session, and sessions of other keys', async () => {
    const [{ test: key }, { test: other }] = [await service.account(), await service.account()];
    const authorization = `Bearer ${key}`;
    const told = async (headers: Record<string, string>, body?: unknown) => {
      const { status, text } = await post({ authorization, ...headers }, body);
      return [status, status === 200 ? '' : JSON.parse(text).message];
    };
    expect(await told({ 'sextant-budget': 'much' })).toEqual([400, expect.stringContaining('Sextant-Budget must be a whole number')]);
    expect(await told({ 'sextant-budget': '5' })).toEqual([400, expect.stringContaining('Sextant-Budget needs a session')]);
    expect(await told({ 'sextant-session': 'mine' })).toEqual([400, expect.stringContaining('has no budget yet')]);
    expect(await told({ 'sextant-session': 'a b', 'sextant-budget': '5' })).toEqual([400, expect.stringContaining('Sextant-Session must')]);
    expect(await told({ 'sextant-session': 'mine', 'sextant-budget': '5' })).toEqual([200, '']);
    expect(await told({ 'sextant-session': 'mine' })).toEqual([200, '']);
    expect(await told({ 'sextant-session': 'mine', 'sextant-budget': '6' })).toEqual([400, expect.stringContaining('was 5 when')]);
    expect(await told({ 'mcp-session-id': 'mcp-0' })).toEqual([404, 'Session not found or expired.']);
    const client = await overHttp({ authorization: `Bearer ${other}`, 'sextant-budget': '5' }, 'legacy');
    const { sessionId } = client.transport as StreamableHTTPClientTransport;
    expect(await told({ authorization: `Bearer ${other}`, 'mcp-session-id': sessionId! })).toEqual([200, '']);
    expect((await told({ 'mcp-session-id': sessionId! }))[0]).toBe(404);
  });

  test('returns a protocol error for invalid messages', async () => {
    const { test: key } = await service.account();
    const { status } = await post({ authorization: `Bearer ${key}` }, { hello: true });
    expect(status).toBe(400);
    expect(
      (await service.app.inject({ method: 'GET', url: '/mcp', headers: { authorization: `Bearer ${key}`, host: 'localhost' } })).statusCode,
    ).toBe(405);
  });
});

describe('sextant mcp', () => {
  test('uses a running service within its session budget', async () => {
    const account = await service.account();
    const { client, pid } = await overStdio(['--url', base, '--budget', '3'], { SEXTANT_KEY: account.test });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS);
    const before = await balance(account);
    let refused: Told = null;
    for (let round = 0; round < 10 && !refused; round++) {
      const answer = await call(client, 'search', { keyword: `shoes ${round}`, top: 1, priority: 'NORMAL' });
      if (answer.isError) refused = answer;
      else expect(answer.structuredContent.budgetLeft).toBeLessThan(3);
    }
    expect(client.getInstructions()).toContain('Credits per call with default arguments: search 1');
    expect(refused.structuredContent.error).toMatchObject({
      code: 402,
      message: expect.stringContaining('The session’s budget of 3 credits is spent'),
    });
    expect(before - (await balance(account))).toBeGreaterThan(0);
    await client.close();
    await until(async () => !isAlive(pid), 20);
  });

  test('needs no service: it uses the sandbox directly and stores the results', async () => {
    const { client, pid } = await overStdio(['--test']);
    const { structuredContent: data } = await call(client, 'search', { keyword: 'red shoes', engine: 'bing', top: 2 });
    expect(data).toMatchObject({ state: 'ready', cost: 0, engine: 'bing' });
    const { contents } = await client.readResource({ uri: data.resource });
    expect(JSON.parse((contents[0] as { text: string }).text).data.organic.length).toBeGreaterThan(2);
    expect((await call(client, 'search', { keyword: 'x', region: 'Nowhere at all' })).structuredContent.error.code).toBe(400);
    expect((await call(client, 'ask', { prompt: 'What?' })).structuredContent.state).toBe('ready');
    expect((await call(client, 'rank_report', {})).structuredContent.error).toMatchObject({
      code: 400,
      message: 'Tracking needs a service.',
    });
    expect((await call(client, 'whois', { domain: 'shop.com' })).structuredContent.cost).toBe(0);
    await client.close();
    await until(async () => !isAlive(pid), 20);
  });

  test('without a key ends with one line', () => {
    const run = (): string => {
      try {
        return execFileSync(process.execPath, [path.join(ROOT, 'dist', 'main.js'), 'mcp', '--url', base], {
          env: { PATH: process.env.PATH ?? '' },
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      } catch (error) {
        return String((error as { status: number }).status) + (error as { stderr: string }).stderr;
      }
    };
    expect(run()).toBe('2API key missing. Set SEXTANT_KEY, or use --key.\n');
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a service that shuts down', () => {
  test('returns unfinished objects to waiting tools', async () => {
    const stopping = await startTestService();
    const url = await stopping.app.listen({ host: '127.0.0.1', port: 0 });
    const account = await stopping.account();
    const client = clientOf();
    const headers = { authorization: `Bearer ${account.test}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
    let begun = false;
    const onprogress = () => {
      begun = true;
    };
    const asked = call(client, 'search', { keyword: 'test:slow:20', waitSeconds: 100 }, { onprogress });
    await until(async () => begun);
    const [answer] = await Promise.all([asked, stopping.stop()]);
    expect(answer.structuredContent).toMatchObject({ state: 'waiting', id: expect.any(String) });
    await client.close().catch(() => undefined);
  });
});
