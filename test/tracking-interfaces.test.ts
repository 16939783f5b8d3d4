// Tracking through every interface: the same project by API, client, command line and MCP, and the commands in real processes.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../client/index.ts';
import type { TrackClient } from '../src/cli/track-parts.ts';
import { startTestService, type TestService, until } from './service.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(path.join(tmpdir(), 'sextant track '));
let service: TestService;
let base = '';

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  service = await startTestService({ SOURCE_RETRY_SECONDS: '0.1' });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
}, 300_000);
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
/** Runs `sextant track` in its own process. */
function track(key: string, words: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'main.js'), 'track', ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: path.join(folder, 'data'), SEXTANT_URL: base, SEXTANT_KEY: key },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}
const customer = async () => {
  const account = await service.account({ credits: 10_000 });
  return { ...account, client: createClient({ baseUrl: base, apiKey: account.test }) };
};
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The project without ids and times, and its keywords in a fixed order. */
async function madeBy(key: string): Promise<object> {
  const { json } = await service.call('GET', '/projects', key);
  expect(json.items).toHaveLength(1);
  const { id, createdAt: _created, stateSince: _since, nextAt, forecast, ...project } = json.items[0].project;
  expect(Date.parse(nextAt)).toBeGreaterThan(Date.now() - 60_000);
  const { items } = (await service.call('GET', `/projects/${id}/keywords?limit=100`, key)).json;
  const { creditsPerMonth, checksPerMonth, balance } = forecast;
  const keywords = (items as { id: string; createdAt: string; keyword: string; device: string }[])
    .map(({ id: _id, createdAt: _at, ...keyword }) => keyword)
    .sort((left, right) => `${left.keyword} ${left.device}`.localeCompare(`${right.keyword} ${right.device}`));
  return { ...project, creditsPerMonth, checksPerMonth, balance, keywords };
}

describe('the same project', () => {
  const words = ['red shoes', 'boots'];
  const project = {
    name: 'shop.example',
    domains: [{ domain: 'shop.example' }],
    defaults: { region: 'DE', searchEngine: 'bing' as const, devices: ['desktop' as const, 'mobile' as const] },
  };
  const INTERFACES: Record<string, (key: string) => Promise<void>> = {
    client: async (apiKey) => {
      const { projects } = createClient({ baseUrl: base, apiKey });
      const { id } = await projects.create(project);
      expect(await projects.addKeywords(id, words)).toMatchObject({ added: 4, duplicates: [] });
    },
    'command line': async (key) => {
      const made = await track(key, ['init', 'shop.example', '--region', 'DE', '--engine', 'bing', '--device', 'both', '--json']);
      expect([made.status, made.stderr]).toEqual([0, '']);
      const added = await track(key, ['add', JSON.parse(made.stdout).id, ...words, '--yes', '--json']);
      expect([added.status, JSON.parse(added.stdout).added]).toEqual([0, 4]);
    },
    MCP: async (key) => {
      const agent = new McpClient({ name: 'test', version: '1' });
      const headers = { authorization: `Bearer ${key}` };
      await agent.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }));
      try {
        const { region, searchEngine: engine, devices } = project.defaults;
        const given = { domain: 'shop.example', keywords: words, region, engine, devices, confirm: true };
        const { structuredContent } = await agent.callTool({ name: 'track_keywords', arguments: given });
        expect(structuredContent).toMatchObject({ saved: true, added: 4 });
      } finally {
        await agent.close();
      }
    },
  };

  test.each(Object.keys(INTERFACES))('is made by the API and by %s', async (name) => {
    const [direct, other] = [await service.account(), await service.account()];
    const { json } = await service.call('POST', '/projects', direct.test, project);
    const keywords = words.map((keyword) => ({ keyword }));
    expect((await service.call('POST', `/projects/${json.id}/keywords`, direct.test, { keywords })).status).toBe(200);
    await INTERFACES[name]!(other.test);
    const expected = await madeBy(direct.test);
    expect(expected).toMatchObject({ name: 'shop.example', creditsPerMonth: 120 });
    expect(await madeBy(other.test)).toEqual(expected);
  });
});

describe('the client', () => {
  test('has all functions that the command uses', () => {
    const fits = (client: Client): TrackClient => client.projects;
    expect(fits).toBeTypeOf('function');
  });

  test('adds long lists in chunks, and names entries by their index in the whole list', async () => {
    const { client } = await customer();
    const { projects } = client;
    const { id } = await projects.create({ name: 'Long', domains: [{ domain: 'shop.example' }], defaults: { region: 'US' } });
    const words = Array.from({ length: 1500 }, (_, index) => `keyword ${index}`);
    const priced = await projects.addKeywords(id, words, { dryRun: true });
    expect([priced.added, priced.ids, priced.forecast.after.creditsPerMonth]).toEqual([1500, [], 45_000]);
    expect((await projects.get(id)).keywords).toBe(0);
    const added = await projects.addKeywords(id, [...words, 'KEYWORD 3']);
    expect([added.added, added.ids.length]).toEqual([1500, 1500]);
    expect(added.duplicates).toMatchObject([{ index: 1500, id: expect.stringMatching(/^\d+$/) }]);
    expect(added.forecast.after.creditsPerMonth).toBe(45_000);
    expect(new Set((await all(projects.keywords(id))).map(({ keyword }) => keyword))).toEqual(new Set(words));
    const wrong = [...words.map((word) => ({ keyword: `${word} x` })), { keyword: 'y', region: 'Nowhere at all' }];
    await expect(projects.addKeywords(id, wrong)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('keywords[1500]'),
    });
    await expect(projects.addKeywords(id, words, { checkNow: true })).rejects.toThrow('at most 1000');
    expect(await projects.changeKeywords(id, added.ids, { addTags: ['shoes'], enabled: false })).toBe(1500);
    expect((await projects.get(id)).enabledKeywords).toBe(1000);
    expect(await projects.removeKeywords(id, added.ids)).toBe(1500);
    await projects.remove(id);
    await expect(projects.get(id)).rejects.toMatchObject({ status: 404 });
  });

  test('imports a file in parts, exports it as a stream, and gets an equal project', async () => {
    const { client } = await customer();
    const { projects } = client;
    const fields = { domains: [{ domain: 'shop.example' }], defaults: { region: 'US' } };
    const [first, second] = [await projects.create({ name: 'One', ...fields }), await projects.create({ name: 'Two', ...fields })];
    // A part has at most 40,000 records, so that this file has two.
    const lines = Array.from({ length: 40_010 }, (_, index) => `"shoe, ${index}",${index % 2 === 0 ? 'a;b' : ''},${index}`);
    const text = ['keyword,tags,volume', ...lines, ',,5'].join('\r\n');
    const imported = await projects.importText(first.id, text);
    expect(imported).toMatchObject({ format: 'sextant', ignored: [] });
    expect(imported.result.added).toBe(40_010);
    expect(imported.problems.map(({ line }) => line)).toEqual([40_012]);
    const read = async (project: string) => {
      const chunks = await all((await projects.export(project, { content: 'keywords' })) as AsyncIterable<Uint8Array>);
      return { text: Buffer.concat(chunks).toString('utf8'), chunks: chunks.length };
    };
    const exported = await read(first.id);
    expect(exported.chunks).toBeGreaterThan(3);
    await projects.importText(second.id, exported.text);
    const sorted = (csv: string) => csv.split('\r\n').sort();
    expect(sorted((await read(second.id)).text)).toEqual(sorted(exported.text));
  }, 300_000);

  test('ends an export when it is aborted', async () => {
    const { client } = await customer();
    const { id } = await client.projects.create({ name: 'Abort', domains: [{ domain: 'shop.example' }], defaults: { region: 'US' } });
    // More than the connection buffers.
    await client.projects.importText(id, Array.from({ length: 20_000 }, (_, index) => `keyword ${index}`).join('\n'), { format: 'lines' });
    const stop = new AbortController();
    const stream = await client.projects.export(id, {}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(all(stream as AsyncIterable<Uint8Array>)).rejects.toThrow('enough');
    await expect(client.projects.export('0'.repeat(24))).rejects.toMatchObject({ status: 404, code: 404 });
  });

  test('reads runs, history and figures, and manages rules, notes and share links', async () => {
    const { client } = await customer();
    const { projects } = client;
    const { id } = await projects.create({ name: 'Shop', domains: [{ domain: 'shop.example' }], defaults: { region: 'US' } });
    const { ids } = await projects.addKeywords(id, ['red shoes', { keyword: 'boots', tags: ['shoes'], starred: true }]);
    expect(await projects.runCost(id)).toBe(2);
    const run = await projects.run(id);
    await until(async () => {
      const [newest] = await all(projects.runs(id));
      return newest!.slot === run.slot && newest!.state === 'done' && newest!.pending === 0;
    });
    const { points } = await projects.history(id, ids[0]!);
    expect(points).toHaveLength(1);
    expect(points[0]).toMatchObject({ slot: run.slot, state: expect.stringMatching(/^(?:found|notFound)$/), depth: 10 });
    const serp = await client.serp.get(points[0]!.objectId!);
    expect(serp).toMatchObject({ keyword: 'red shoes', ready: true });
    const [starred] = await all(projects.keywords(id, { starred: true }));
    expect([starred!.keyword, starred!.state]).toEqual(['boots', expect.any(String)]);
    expect((await projects.summary(id)).winners).toEqual([]);

    const rule = await projects.rules.create(id, { name: 'Drops', settings: { kinds: ['dropped', 'lost'] } });
    expect(await projects.rules.change(id, rule.id, { name: 'Falls', settings: { kinds: ['dropped'], top: 3 } })).toMatchObject({
      name: 'Falls',
    });
    expect((await projects.rules.list(id)).map(({ name }) => name)).toEqual(['Falls']);
    await projects.rules.remove(id, rule.id);
    expect(await projects.delivery.set(id, { when: 'daily', at: '08:00' })).toEqual(await projects.delivery.get(id));
    expect(await all(projects.alerts.list(id))).toEqual([]);
    const note = await projects.notes.create(id, { day: '2026-11-18', text: 'New shop' });
    expect(await projects.notes.list(id)).toEqual([note]);
    await projects.notes.remove(id, note.id);
    const share = await projects.shares.create(id, { name: 'Client', sections: ['summary', 'keywords'] });
    const report = async () => (await fetch(`${base}/share/${share.token}`, { headers: { accept: 'application/json' } })).status;
    expect(await report()).toBe(200);
    await projects.shares.revoke(id, share.id);
    expect([await report(), await projects.shares.list(id)]).toEqual([404, []]);
  });
});

describe('sextant track', () => {
  test('creates, prices, adds, checks and reports', async () => {
    const { test: key } = await customer();
    const made = await track(key, [
      'init',
      'shop.example',
      '--name',
      'Shop',
      '--competitor',
      'rival.example',
      '--daily',
      '06:30',
      '--zone',
      'Europe/Berlin',
    ]);
    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(
      /^project {6}[0-9a-f]{24}\nname {9}Shop\n[\s\S]*schedule {5}daily from 06:30 \(Europe\/Berlin\)\n[\s\S]*Next: sextant track add/,
    );
    // Without a terminal and --yes nothing is saved.
    const unsure = await track(key, ['add', 'shop', 'red shoes']);
    expect([unsure.status, unsure.stderr]).toEqual([
      2,
      expect.stringMatching(/^1 keyword to add\n30 credits per month .*\nNothing was changed: .* Add --yes/),
    ]);
    const priced = await track(key, ['add', 'Shop', 'red shoes', 'boots', '--dry-run']);
    expect([priced.status, priced.stdout]).toEqual([
      0,
      expect.stringMatching(/^2 keywords to add\n60 credits per month for 60 checks \(before: 0 credits\); .*\n$/),
    ]);
    const added = await track(key, ['add', 'shop.example', '-', '--yes', '--tag', 'shoes', '--tag', 'new'], 'red shoes\n\n boots \n');
    expect([added.status, added.stdout]).toEqual([0, expect.stringMatching(/^2 keywords added\n/)]);
    const repeated = await track(key, ['add', 'Shop', 'Boots', '--yes']);
    expect([repeated.status, repeated.stdout]).toEqual([
      0,
      expect.stringMatching(/^0 keywords to add, 1 tracked already\n {2}tracked already: Boots\n/i),
    ]);

    writeFileSync(path.join(folder, 'more.csv'), 'Keyword,Tags,Colour\nsandals,shoes,red\n,,blue\n');
    const imported = await track(key, ['import', 'Shop', 'more.csv', '--yes']);
    expect(imported.status).toBe(1);
    expect(imported.stdout).toMatch(
      /columns: keyword = Keyword, tags = Tags\ncolumns without use: Colour\n {2}line 3: .*\n1 keyword added\n/,
    );
    writeFileSync(path.join(folder, 'report.zip'), 'PK\u0003\u0004');
    expect((await track(key, ['import', 'Shop', 'report.zip'])).stderr).toContain('use Queries.csv');
    expect((await track(key, ['run', 'Shop', '--dry-run'])).stdout).toBe('A run costs 3 credits.\n');
    const run = await track(key, ['run', 'Shop', '--wait']);
    expect(run.stderr).not.toContain(' 0 pending');
    expect([run.status, run.stdout]).toEqual([
      0,
      expect.stringMatching(/^3 checks: \d found, \d not found, 0 failed, 0 skipped, 0 pending; 3 credits\n$/),
    ]);
    const report = await track(key, ['report', 'Shop', '--days', '7', '--csv', 'positions.csv']);
    expect([report.status, report.stderr]).toEqual([0, 'positions.csv was written.\n']);
    expect(report.stdout).toMatch(/^Shop: 3 keywords, from \d{4}-\d\d-\d\d\n[\s\S]*Keywords\nkeyword +device +position/);
    // The figures of a run that has just finished are waited for.
    expect(report.stdout).toContain('CTR curve dataforseo-etv');
    for (const word of ['red shoes', 'boots', 'sandals']) expect(report.stdout).toContain(word);
    expect(readFileSync(path.join(folder, 'positions.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(4);
    const json = JSON.parse((await track(key, ['report', 'Shop', '--json', '--top', '2'])).stdout);
    expect([json.project.name, json.keywords.length, json.summary.competitors[0].domain]).toEqual(['Shop', 2, 'rival.example']);
  });

  test('lists, shares, pauses and removes', async () => {
    const { test: key, client } = await customer();
    expect((await track(key, ['list'])).stdout).toMatch(/^No projects yet\./);
    await track(key, ['init', 'https://www.shop.example/', '--name', 'Shop']);
    const twice = await track(key, ['init', 'shop.example', '--name', 'shop']);
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringMatching(/^Project "shop" exists: [0-9a-f]{24}\./)]);
    const empty = await track(key, ['run', 'shop.example']);
    expect([empty.status, empty.stderr]).toEqual([2, expect.stringMatching(/^Shop has no keywords\. Add some with: sextant track add/)]);
    await track(key, ['add', 'shop.example', 'tea', 'coffee', '--device', 'both', '--yes']);
    expect((await track(key, ['report', 'Shop', '--keyword', 'tea'])).stdout).toMatch(
      /^tea, google, United States, \w+\nnot checked yet\n/,
    );
    expect((await track(key, ['list'])).stdout).toMatch(/^id +name +state +keywords.*\n[0-9a-f]{24} {2}Shop {2}active {2}4 /);

    const share = await track(key, ['share', 'Shop', '--json']);
    const { url, csv } = JSON.parse(share.stdout);
    expect([(await fetch(url)).status, (await fetch(csv)).status]).toEqual([200, 200]);
    expect((await track(key, ['pause', 'Shop'])).stdout).toBe('Shop: paused, no further checks\n');
    expect((await track(key, ['report', 'Shop'])).stdout).toMatch(/^Shop: 4 keywords, from \S+; paused\n\nNo check has finished yet\./);
    expect((await track(key, ['resume', 'Shop'])).stdout).toMatch(/^Shop: active, next check 20/);
    expect(await track(key, ['remove', 'Shop', 'tea', 'milk', '--yes'])).toMatchObject({ status: 2, stdout: '' });
    expect((await track(key, ['remove', 'Shop', 'Tea', '--yes'])).stdout).toBe('Removed 2 keywords.\n');
    expect((await track(key, ['remove', 'Shop'])).status).toBe(2);
    expect((await client.projects.list())[0]!.project.keywords).toBe(2);
    expect((await track(key, ['remove', 'Shop', '--yes'])).stdout).toBe('Removed Shop with 2 keywords.\n');
    expect(await client.projects.list()).toEqual([]);
  });

  test('says in one line what is wrong with its arguments', async () => {
    const { test: key } = await customer();
    await track(key, ['init', 'shop.example']);
    const errorOf = async (...words: string[]): Promise<string> => {
      const { status, stderr, stdout } = await track(key, words);
      expect([status === 0, stdout]).toEqual([false, '']);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      return stderr;
    };
    expect(await errorOf('report', 'shop.example', '--csv', 'no/such/folder.csv')).toMatch(/^Cannot write no\/such\/folder\.csv: /);
    expect(await errorOf('report', 'shop.example', '--content', 'top')).toBe('--content needs --csv FILE.\n');
    expect(await errorOf('add', 'shop.example', 'x', '--days', '3')).toMatch(/^--days belongs to track report, share, not to track add\./);
    expect(await errorOf('add', 'shop.example', 'x', '--region', 'Nowhere at all')).toMatch(/^--region is not known\./);
    expect(await errorOf('init', 'a.example', '--zone', 'Berlin')).toMatch(/^--zone is not known\./);
    expect(await errorOf('list', '--url', 'http://127.0.0.1:1')).toContain(
      'Check that http://127.0.0.1:1 is the URL of a running service.',
    );
  });

  test('reports checks that failed in its exit code', async () => {
    const { test: key } = await customer();
    await track(key, ['init', 'shop.example', '--manual']);
    await track(key, ['add', 'shop.example', 'test:unparsed', 'tea', '--yes']);
    const client = createClient({ baseUrl: base, apiKey: key });
    const { project } = (await client.projects.list())[0]!;
    // A faulty check would be tried again after five minutes.
    await client.projects.change(project.id, { retries: 0 });
    const run = await track(key, ['run', 'shop.example', '--wait']);
    expect([run.status, run.stdout]).toEqual([1, expect.stringContaining('1 failed, 0 skipped, 0 pending; 1 credit')]);
    const report = await track(key, ['report', 'shop.example']);
    expect(report.stdout).toMatch(/test:unparsed +desktop +check failed: unparsed/);
  });

  test('opens the demo project of a test key', async () => {
    const { test: key, live } = await customer();
    const demo = await track(key, ['init', '--demo', '--json']);
    expect([demo.status, JSON.parse(demo.stdout).keywords > 0]).toEqual([0, true]);
    expect(JSON.parse((await track(key, ['init', '--demo', '--json'])).stdout).id).toBe(JSON.parse(demo.stdout).id);
    expect(await track(live, ['init', '--demo'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Use a test key.'),
    });
  });

  test('names unknown and ambiguous projects in one line', async () => {
    const { test: key, client } = await customer();
    const none = await track(key, ['report', 'Shop']);
    expect(none).toEqual({ status: 2, stdout: '', stderr: 'Project "Shop" not found. Try: sextant track init shop.example\n' });
    const domains = [{ domain: 'shop.example' }];
    for (const name of ['North', 'South']) await client.projects.create({ name, domains, defaults: { region: 'US' } });
    expect((await track(key, ['report', 'Nroth'])).stderr).toBe('Project "Nroth" not found. Did you mean "North"?\n');
    expect((await track(key, ['report', 'shop.example'])).stderr).toMatch(
      /^"shop\.example" is 2 projects\. Use an id: [0-9a-f]{24} \(North\), /,
    );
    expect(await track(key, ['reprot'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Did you mean "track report"?') });
    expect(await track('nonsense', ['report', 'North'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Bad API key, or no access\. .*\n$/),
    });
  });
});
