// A worker process that is killed between the write of counts and that of a sample page: the page is lost, and nothing else.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LayoutList } from '../src/contract/cases.ts';
import { keepPartitions } from '../src/worker/maintenance.ts';
import { resultPage, writeFolder } from './captures.ts';
import { ROOT } from './doc-samples.ts';
import { startTestService, type TestService, until } from './service.ts';

const MAIN = path.join(ROOT, 'dist', 'main.js');

let service: TestService;
let folder: string;
let key: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  folder = writeFolder({
    'index.jsonl': JSON.stringify({ file: 'bing/usual.html', keyword: 'shoes' }),
    'bing/usual.html': resultPage('shoes'),
  });
  service = await startTestService({ REPLAY_DIR: folder }, false);
  await keepPartitions(service.database.db);
  ({ live: key } = await service.account());
}, 240_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await service?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const startWorker = (): ChildProcess =>
  spawn(process.execPath, [MAIN, 'worker'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: service.database.url, KEY_PEPPER: 'pepper', REPLAY_DIR: folder },
  });
const rows = <Row extends object>(text: string) => service.database.db.query<Row>({ name: text.slice(0, 63), text });
const pages = async (): Promise<number> =>
  ((await service.admin('GET', '/admin/layouts?engine=bing')).json as LayoutList).items.reduce((sum, layout) => sum + layout.pages, 0);
async function search(): Promise<void> {
  const fields = { keyword: 'shoes', region: 'US', searchEngine: 'bing', asynchronous: true, priority: 'REALTIME' };
  const { id } = (await service.call('POST', '/serp/new', key, fields)).json;
  await until(async () => (await service.call('GET', `/serp/${id}`, key)).json.ready);
}
/** Judging the layouts would end the doubt, because the parser finds everything on this page. */
const doubt = () =>
  service.database.db.script(`update layout_checks set checked_at = now(); update layouts set doubt = '{"kind":"array"}'`);

test('a worker that is killed between both writes loses the page, keeps the counts, and holds no lock', async () => {
  child = startWorker();
  await search();
  await until(async () => (await pages()) === 1);
  await doubt();
  child.kill('SIGKILL');
  await new Promise((resolve) => child!.once('exit', resolve));

  // The second worker knows the doubt. Its sample waits for this lock, after its counts were written.
  child = startWorker();
  const blocker = await service.database.db.connect();
  try {
    await search();
    await doubt();
    await blocker.query('begin; lock table case_pages in share mode');
    const waits = `select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%keep_case_page%'`;
    await until(async () => {
      if ((await rows(waits)).length === 1) return true;
      await search();
      return false;
    }, 120);
    const counted = await pages();
    child.kill('SIGKILL');
    await new Promise((resolve) => child!.once('exit', resolve));
    expect(counted).toBeGreaterThan(1);
    expect(await pages()).toBe(counted);
    await blocker.query('rollback');
    // The server may complete the statement of the dead process: then the page is there once.
    await until(async () => (await rows(waits)).length === 0);
    expect((await rows('select 1 as one from case_pages')).length).toBeLessThanOrEqual(1);
    await service.database.db.script('delete from case_pages');
  } finally {
    await blocker.query('rollback').catch(() => undefined);
    await blocker.end();
  }

  await doubt();
  child = startWorker();
  const before = await pages();
  await until(async () => {
    await search();
    await doubt();
    return (await rows('select 1 as one from case_pages')).length > 0;
  }, 120);
  expect(await pages()).toBeGreaterThan(before);
  const [sums] = await rows<{ layouts: string; hours: string }>(
    'select (select sum(pages) from layouts) as layouts, (select sum(pages) from layout_hours) as hours',
  );
  expect(sums!.layouts).toBe(sums!.hours);
}, 400_000);
