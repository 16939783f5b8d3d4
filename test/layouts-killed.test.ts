// A worker that is killed after it wrote the counts of its layouts and before it keeps a page: nothing counts twice, and only what was not written is lost.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLayoutTable, type LayoutTable, type SeenPage } from '../src/business/layouts/table.ts';
import { compress } from '../src/platform/gzip.ts';
import { SLOTS } from '../src/platform/sketch.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { ROOT } from './doc-samples.ts';

const CHILD = path.join(ROOT, 'test', 'layouts-killed-worker.mjs');
const OBJECTS = [1, 2, 3].map((n) => `6a0000000000000000000f0${n}`);
const SLOT_VALUES = Array.from({ length: SLOTS }, (_, slot) => slot + 1);
const [EARLIER, LOST] = [4, 5];

let database: TestDatabase;
let child: ChildProcess | undefined;
beforeAll(async () => {
  const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
  await build();
  database = await createDatabase();
}, 240_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await database?.drop();
});

const sketch = Uint16Array.from(SLOT_VALUES);
const page: SeenPage = {
  engine: 'bing',
  device: 'desktop',
  sketches: { shapes: sketch, names: sketch },
  outcome: 'valid',
  isFirst: true,
  requested: 10,
  found: { organic: { length: 3 } },
};
const workerOf = (): LayoutTable =>
  createLayoutTable({
    db: database.db,
    samplesMax: 3,
    retentionDays: 7,
    onUnknown: () => undefined,
    onError: (error) => {
      throw error;
    },
    intervalMs: 0,
  });
const rows = <Row extends object>(text: string): Promise<Row[]> => database.db.query<Row>({ name: text.slice(0, 60), text });
const counts = () =>
  rows(`select l.pages::integer as pages, sum(h.pages)::integer as hours, sum(h.judged)::integer as judged, sum(h.found)::integer as found
    from layouts l join layout_hours h on h.layout_id = l.id group by l.id`);
const pages = async () => (await rows<{ object_id: string }>('select object_id from case_pages order by n')).map((row) => row.object_id);

test('a killed worker loses what it has not written, and the next one continues', async () => {
  for (const id of OBJECTS)
    await database.db.script(`insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
      values (2, '${id}', 'serp', 1, true, '{}', 1, false, now() + interval '3 days')`);
  const earlier = workerOf();
  for (let n = 0; n < EARLIER; n++) earlier.observe(page);
  await earlier.write();
  await database.db.script(`update layouts set doubt = '{"kind":"yield","below":0.5}'`);

  const [first, second, third] = OBJECTS as [string, string, string];
  const given = JSON.stringify({ slots: SLOT_VALUES, objectIds: [first, second], lostPages: LOST });
  child = spawn(process.execPath, [CHILD, path.join(ROOT, 'dist'), database.url, given], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [said] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [unknown];
  expect(String(said)).toBe('keeping\n');
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);

  // Its counts stay, once each. The pages after the write and both samples are lost.
  const written = EARLIER + 2;
  expect(await counts()).toEqual([{ pages: written, hours: written, judged: written, found: written * 3 }]);
  expect(await pages()).toEqual([]);

  const next = workerOf();
  await next.load();
  const region = { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 };
  const query = { engine: 'bing', keyword: 'clay pots', region, language: 'en', isMobile: false, maxResults: 10 };
  const built = compress('<title>clay pots</title>').then((body) => ({
    objectId: third,
    query,
    contentType: 'text/html',
    status: 200,
    outcome: 'valid' as const,
    reason: null,
    found: {},
    body,
  }));
  next.observe({ ...page, sample: () => built });
  await built;
  await new Promise((resolve) => setImmediate(resolve));
  await next.write();
  expect(await counts()).toEqual([{ pages: written + 1, hours: written + 1, judged: written + 1, found: (written + 1) * 3 }]);
  expect(await pages()).toEqual([third]);
});
