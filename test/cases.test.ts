// A whole run: the layout of an engine changes, a case opens, and its sample is exported, corrected, checked and deleted.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../src/config.ts';
import type { CaseDetail, CaseList, LayoutList } from '../src/contract/cases.ts';
import type { Db } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import type { createApi } from '../src/wiring/api.ts';
import type { createWorker, Worker } from '../src/wiring/worker.ts';
import { keepPartitions } from '../src/worker/maintenance.ts';
import { resultPage, writeFolder } from './captures.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { ROOT, runNode } from './doc-samples.ts';
import { OPERATOR_TOKEN, until } from './service.ts';

const MAIN = path.join(ROOT, 'dist', 'main.js');
const READ = 4;

/** A new layout: other names, other elements around, and only four of ten results are links. */
function changedPage(word: string): string {
  const results = Array.from({ length: 10 }, (_, n) => {
    const title = `News about ${word}, part ${n + 1}`;
    const heading =
      n < READ
        ? `<h2 class="t7"><a href="https://shop${n}.example/${word}">${title}</a></h2>`
        : `<h2 class="t9" data-to="shop${n}">${title}</h2>`;
    return `<li class="b_algo"><section class="x1"><header class="x2">${heading}</header><div class="x3"><p class="x4">Read about ${word} here.</p></div></section></li>`;
  });
  return (
    `<!DOCTYPE html><html lang="en"><head><title>${word} - Search</title></head><body><article class="y1"><form class="y2"><input name="q" value="${word}"></form>` +
    `<div id="b_content" class="y3"><div class="y4"><ol id="b_results" class="y5">${results.join('')}</ol></div></div></article></body></html>`
  );
}

let database: TestDatabase;
let config: Config;
let folder: string;
let out: string;
let app: FastifyInstance;
let api: Awaited<ReturnType<typeof createApi>>;
const workers: Worker[] = [];
let keys: { live: string; test: string };
const lines: string[] = [];

beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  // Pages are parsed in threads, as in an installation. Their program is in the build.
  const built = async <Module>(file: string): Promise<Module> => (await import(path.join(ROOT, 'dist', 'wiring', file))) as Module;
  const worker = await built<{ createWorker: typeof createWorker }>('worker.js');
  const service = await built<{ createApi: typeof createApi }>('api.js');
  const row = (file: string, keyword: string) => JSON.stringify({ file: `bing/${file}`, keyword });
  folder = writeFolder({
    'index.jsonl': [row('usual.html', 'shoes'), row('changed.html', 'boots')].join('\n'),
    'bing/usual.html': resultPage('shoes'),
    'bing/changed.html': changedPage('boots'),
  });
  out = path.join(writeFolder({}), 'cases');
  database = await createDatabase(30);
  config = readConfig({ REPLAY_DIR: folder, SYNC_WAIT_SECONDS: '20', CASE_PAGES: '2' });
  const log = createLog('debug', (line) => lines.push(line));
  await keepPartitions(database.db);
  const db: Db = database.db;
  for (let n = 0; n < 2; n++) workers.push(await worker.createWorker(db, config, log, { layoutMs: { write: 500, check: 1000 } }));
  const secrets = { adminToken: OPERATOR_TOKEN, keyPepper: 'pepper', tokenIsNew: false };
  api = await service.createApi({
    db,
    config,
    secrets,
    log,
    otherMetrics: () => Promise.all(workers.map(({ metrics }) => metrics.snapshot())),
  });
  app = api.app;
  const account = await admin('POST', '/admin/accounts', { name: 'Test', email: 'test@mail.example', credits: 10_000 });
  keys = JSON.parse(account.payload).keys;
}, 240_000);
afterAll(async () => {
  for (const worker of workers) await worker.stop(1000);
  await api?.close();
  await database?.drop();
  for (const one of [folder, path.dirname(out ?? '')].filter((name) => name && name !== '.')) rmSync(one, { recursive: true, force: true });
});

const admin = (method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, ...(payload ? { payload } : {}) });
const read = async <Body>(url: string): Promise<Body> => JSON.parse((await admin('GET', url)).payload) as Body;
async function search(keyword: string, fields: object = {}, key = keys.live): Promise<{ id: string; found: number }> {
  const payload = { keyword, region: 'US', searchEngine: 'bing', asynchronous: false, maxResults: 10, ...fields };
  const { json } = await app
    .inject({ method: 'POST', url: '/serp/new', headers: { authorization: `Bearer ${key}` }, payload })
    .then((response) => ({
      json: JSON.parse(response.payload),
    }));
  return { id: json.id, found: json.data.organic.length };
}
const command = async (...words: string[]) => {
  const environment = { DATABASE_URL: database.url, DATA_DIR: path.join(path.dirname(out), 'data') };
  const { status, output, complaint } = await runNode([MAIN, ...words], environment);
  return { status, stdout: output, stderr: complaint };
};
const searches = (count: number, keyword: string, fields: object = {}) =>
  Promise.all(Array.from({ length: count }, () => search(keyword, fields)));

describe.sequential('a layout that changes', () => {
  test('opens a case within twelve pages, with two workers', async () => {
    const usual = await searches(36, 'shoes');
    expect(usual.every(({ found }) => found === 10)).toBe(true);
    await until(async () => (await read<LayoutList>('/admin/layouts?engine=bing')).items[0]?.pages === 36);
    const changed = await searches(12, 'boots');
    expect(changed.map(({ found }) => found)).toEqual(new Array(12).fill(READ));
    const open = await until(async () => (await read<CaseList>('/admin/cases')).items[0]);
    expect(open).toMatchObject({
      engine: 'bing',
      device: 'desktop',
      kind: 'yield',
      state: 'open',
      figures: { yield: 0.4, neighboursYield: 1 },
    });
    const { items } = await read<LayoutList>('/admin/layouts?engine=bing');
    expect(items.map(({ yield: found, caseId }) => [found, caseId])).toEqual([
      [1, null],
      [0.4, open.id],
    ]);
    const metrics = (await admin('GET', '/metrics')).payload;
    expect(metrics).toMatch(/sextant_open_cases\{[^}]*engine="bing"[^}]*\} 1/);
    expect(metrics).toMatch(/sextant_unknown_layout_pages_total\{[^}]*engine="bing"[^}]*\} [2-4]/);
  });

  test('gets sample pages of live searches without custom options, and shows what people see', async () => {
    await search('boots', {}, keys.test);
    await searches(3, 'boots', { customUserAgent: 'secret-agent/1.0' });
    const detail = await until(async () => {
      await search('boots');
      const { id } = (await read<CaseList>('/admin/cases')).items[0]!;
      const found = await read<CaseDetail>(`/admin/cases/${id}`);
      return found.samples.length === 2 && found;
    });
    expect(detail.samples[0]).toMatchObject({ n: 1, keyword: 'boots', outcome: 'valid', found: { organic: READ } });
    expect(detail.samples[0]!.shown).toMatchObject({
      title: 'boots - Search',
      statedQuery: 'boots',
      linkedHeadings: READ,
      outsideHosts: READ,
    });
    expect(detail.samples[0]!.shown!.headings).toHaveLength(10);
    const lost = Array.from({ length: 10 - READ }, (_, n) => `News about boots, part ${READ + n + 1}`);
    expect(detail.samples[0]!.shown).toMatchObject({ missedHeadings: lost, missedHosts: [] });
    const kept = JSON.stringify(await database.db.query({ name: 'kept', text: 'select query, found, content_type from case_pages' }));
    expect(kept).not.toContain('secret-agent');
    const page = await admin('GET', detail.samples[0]!.url);
    expect(page.payload).toBe(changedPage('boots'));
    expect(page.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
    expect(page.headers['content-disposition']).toMatch(/^attachment; filename="bing-[0-9a-f]{24}-1\.txt"$/);
    expect((await admin('GET', `/admin/cases/${detail.id}/pages/9`)).statusCode).toBe(404);
    expect((await admin('GET', `/admin/cases/${detail.id}/pages/x`)).statusCode).toBe(404);
    await database.db.script('update case_pages set n = 12345 where n = 1');
    expect((await admin('GET', `/admin/cases/${detail.id}/pages/12345`)).payload).toBe(changedPage('boots'));
    expect((await admin('GET', `/admin/cases/${detail.id}/pages/99999`)).statusCode).toBe(404);
    await database.db.script('update case_pages set n = 1 where n = 12345');
    expect(
      (await app.inject({ method: 'GET', url: `/admin/cases/${detail.id}`, headers: { authorization: `Bearer ${keys.live}` } })).statusCode,
    ).toBe(403);
  });

  test('is exported, corrected and checked on the command line', async () => {
    const listed = await command('cases', '--json');
    expect(JSON.parse(listed.stdout).items).toHaveLength(1);
    const exported = await command('cases', 'export', '--out', out, '--json');
    expect(exported).toMatchObject({ status: 0 });
    const [{ name }] = JSON.parse(exported.stdout).items as [{ name: string }];
    const file = path.join(out, `${name}.expected.json`);
    const expected = JSON.parse(readFileSync(file, 'utf8'));
    expect(expected.organic).toHaveLength(READ);
    expect(expected.organic[0]).not.toHaveProperty('position');
    expect(expected.organic[0]).not.toHaveProperty('rank');
    expect(JSON.parse(readFileSync(path.join(out, `${name}.query.json`), 'utf8'))).toMatchObject({
      engine: 'bing',
      keyword: 'boots',
      device: 'desktop',
    });
    expect(readFileSync(path.join(out, `${name}.html`), 'utf8')).toBe(changedPage('boots'));
    expect(readFileSync(path.join(out, 'README.md'), 'utf8')).toContain('sextant cases check');
    expect(await command('cases', 'check', out)).toMatchObject({ status: 0 });
    expect(await command('reparse', '--dry-run', '--cases', `--cases=${out}`)).toMatchObject({ status: 0 });

    const missing = { title: 'News about boots, part 5', url: 'https://shop4.example/boots' };
    writeFileSync(file, JSON.stringify({ ...expected, organic: [...expected.organic, missing] }));
    const checked = await command('cases', 'check', out, '--json');
    expect(checked.status).toBe(1);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      summary: [{ engine: 'bing', pages: 2, changed: 1, gained: 0, lost: 1 }],
      changes: [{ page: name, array: 'organic', position: 5, field: 'item', old: missing, new: null }],
    });
    // A further export keeps the correction.
    await command('cases', 'export', '--out', out);
    expect(JSON.parse(readFileSync(file, 'utf8')).organic).toHaveLength(READ + 1);
    expect((await command('cases', 'add', path.join(out, name))).stdout).toContain('was not added');
  }, 120_000);

  test('shows what another parser would change in the kept pages of the database', async () => {
    await database.db.script(`update case_pages set found = jsonb_set(found::jsonb, '{organic,0,title}', '"Another"')::json where n = 1`);
    const { status, stdout } = await command('reparse', '--dry-run', '--cases', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).changes).toEqual([
      expect.objectContaining({ array: 'organic', position: 1, field: 'title', old: 'Another', new: 'News about boots, part 1' }),
    ]);
    expect((await command('reparse', '--dry-run')).status).toBe(2);
  }, 60_000);

  test('loses a sample with its object, and all when the case is dismissed', async () => {
    const { id } = (await read<CaseList>('/admin/cases')).items[0]!;
    const { samples } = await read<CaseDetail>(`/admin/cases/${id}`);
    const gone = await app.inject({
      method: 'DELETE',
      url: `/serp/${samples[0]!.objectId}`,
      headers: { authorization: `Bearer ${keys.live}` },
    });
    expect(gone.statusCode).toBeLessThan(300);
    expect((await read<CaseDetail>(`/admin/cases/${id}`)).samples.map(({ n }) => n)).toEqual([2]);
    expect(JSON.parse((await admin('POST', `/admin/cases/${id}/dismiss`)).payload)).toMatchObject({
      state: 'dismissed',
      changedBy: 'admin',
    });
    await until(async () => (await read<CaseDetail>(`/admin/cases/${id}`)).samples.length === 0);
  });

  test('leaves no error in the log', () => {
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
