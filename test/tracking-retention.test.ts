// History outlives objects: the same before and after retention and packing, and after a restore.
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHotMonths } from '../src/business/tracking/history/months.ts';
import { createPackTask } from '../src/business/tracking/history/pack-task.ts';
import { createHistory } from '../src/business/tracking/history/read.ts';
import type { KeywordPoint } from '../src/business/tracking/history/rows.ts';
import type { ProjectRow } from '../src/business/tracking/types.ts';
import type { Account } from '../src/contract/order.ts';
import type { KeywordHistory } from '../src/contract/tracking-history.ts';
import { createBackup } from '../src/platform/backup.ts';
import { createDb, type Db } from '../src/platform/db.ts';
import { migrate } from '../src/platform/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '../src/platform/postgres.ts';
import { restoreBackup } from '../src/platform/restore.ts';
import { SQL_FOLDER } from './database.ts';
import { item, makeAccount, placeWith } from './orders.ts';
import { countEverything, inThePast } from './past.ts';
import {
  addChecks,
  addSlot,
  addTracked,
  DAY,
  importedPoint,
  lookAtAll,
  makeTracked,
  moveClock,
  pointsOf,
  resultBody,
  slotOfDay,
  testRecorder,
} from './tracked.ts';

const DAYS_ON = 40;
const RETENTION_DAYS = 7;
const SMALL = { shared_buffers: '32MB', max_connections: '30', fsync: 'off' };
const KEYWORDS = ['lamp', 'rope', 'sail'];
/** The slot of the real check, and a range around it that includes imported points. */
const SLOT = slotOfDay(DAYS_ON);
const RANGE = { from: SLOT - 20 * DAY, to: SLOT + 20 * DAY };

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-tracking-'));
const open = (postgres: EmbeddedPostgres): Db =>
  createDb({ url: postgres.url, connectionsMax: 6, queryMsMax: 60_000, connectMsMax: 60_000 });

let postgres: EmbeddedPostgres;
let db: Db;
let account: Account;
let project: ProjectRow;
let keywordIds: number[];
let objectIds: readonly string[];
/** As it was while the objects lived. */
let before: Facts;

interface Facts {
  readonly keywords: readonly KeywordHistory[];
  readonly points: readonly KeywordPoint[];
}

async function factsIn(from: Db): Promise<Facts> {
  const history = createHistory(from);
  const keywords: KeywordHistory[] = [];
  for (const id of keywordIds) keywords.push(await history.ofKeyword(project, id, RANGE, { group: 'none', top: true }));
  const points: KeywordPoint[] = [];
  for await (const some of history.ofProject(project, RANGE)) points.push(...some);
  return { keywords, points: points.sort((a, b) => a.slot - b.slot || a.keywordId - b.keywordId) };
}
/** The history of the keywords without the ids of objects. */
const withoutObjects = ({ keywords }: Facts): object[] =>
  keywords.map(({ points, ...rest }) => ({ ...rest, points: points.map(({ objectId: _, ...point }) => point) }));

/** Settles the objects: found, not found, and blocked. */
async function settle(ids: readonly string[]): Promise<void> {
  await db.query({ name: 'test_claim', text: `select claim_jobs('worker', 100, '{0,0}', array[''])` });
  const found = await resultBody(['https://rival.example/', 'https://www.shop.example/lamp', 'https://other.example/']);
  const absent = await resultBody(['https://rival.example/']);
  for (const [index, body] of [found, absent, null].entries())
    await db.query(
      {
        name: 'test_settle',
        text: `select * from settle_jobs('worker', array[$1], array[1]::integer[], array[$2], array[$3], array['[{}]']::json[], array[null]::json[],
          array[0]::double precision[], array[$4]::bytea[], array[$5]::integer[], array[$6]::bigint[], null, null, null, null, null, null)`,
      },
      [ids[index], body ? 'done' : 'faulty', body ? 'valid' : 'blocked', body?.bytes ?? null, body?.size ?? null, body?.crc ?? null],
    );
}

beforeAll(async () => {
  chmodSync(folder, 0o711);
  postgres = await startPostgres(path.join(folder, 'source'), SMALL);
  db = open(postgres);
  await migrate(db, SQL_FOLDER);
  await db.script('select make_partitions(2)');
  account = await makeAccount(db, { credits: 1000 });
  await moveClock(db, -DAYS_ON);
  project = await makeTracked(db, account, { lastSlot: SLOT, retries: 0 });
  keywordIds = await addTracked(db, project, KEYWORDS);
  await addSlot(db, project, SLOT);
  const items = KEYWORDS.map((keyword) => item({}, { keyword }));
  const placed = await inThePast(
    db,
    DAYS_ON,
    () =>
      placeWith(db, { retentionDays: RETENTION_DAYS })({ account, kind: 'serp', items, idempotency: null }) as unknown as Promise<{
        ids: string[];
      }>,
    ({ ids }) => ids,
  );
  objectIds = placed.ids;
  // They live until the test has read them.
  await db.script(`update objects set expires_at = now() + interval '1 hour'; update queue set deadline_at = now() + interval '1 hour'`);
  await settle(objectIds);
  await addChecks(db, project, SLOT, new Map(keywordIds.map((id, index) => [id, objectIds[index]!])));
  await lookAtAll(db);
  await testRecorder(db).run();
  const days = Array.from({ length: 15 }, (_, index) => SLOT - (index + 1) * DAY);
  await createHistory(db).insert(
    project,
    keywordIds.flatMap((id) => days.map((slot, index) => importedPoint(slot, id, (id + index) % 12))),
  );
  before = await factsIn(db);
});
afterAll(async () => {
  await db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('after forty days with seven days of retention', () => {
  test('history has every state while the objects live', async () => {
    expect((await pointsOf(db, project)).filter(({ slot }) => slot === SLOT).map(({ code }) => code)).toEqual([1, 2, 11]);
    for (const [index, { points }] of before.keywords.entries()) {
      expect(points).toHaveLength(16);
      expect(points.at(-1)!.objectId).toBe(objectIds[index]);
    }
  });

  test('the objects are gone, and the history is the same without them', async () => {
    await db.script(`update objects set expires_at = now() - interval '33 days'`);
    await moveClock(db, 0);
    await countEverything(db);
    await db.query({ name: 'test_drop', text: 'select drop_expired($1, 400)' }, [[RETENTION_DAYS, 30]]);
    const [row] = await db.query<{ count: number }>(
      { name: 'test_objects', text: 'select count(*)::bigint as count from objects where id = any ($1)' },
      [objectIds],
    );
    expect(row!.count).toBe(0);
    const after = await factsIn(db);
    expect(after.points).toEqual(before.points);
    expect(withoutObjects(after)).toEqual(withoutObjects(before));
    expect(after.keywords.flatMap(({ points }) => points.map(({ objectId }) => objectId)).every((id) => id === null)).toBe(true);
  });

  test('packing changes nothing, byte for byte', async () => {
    await moveClock(db, 80);
    const task = createPackTask(db, 2, 0);
    for (let runs = 0; runs < 20 && (await readHotMonths(db.query))[0]! <= SLOT; runs++) await task.run();
    const [row] = await db.query<{ rows: number; packed: number }>(
      {
        name: 'test_places',
        text: `select (select count(*) from rank_points where project_id = $1 and slot <= $2)::bigint as rows,
          (select sum(count) from packed_points where project_id = $1)::bigint as packed`,
      },
      [project.id, SLOT],
    );
    expect(row).toEqual({ rows: 0, packed: 48 });
    const after = await factsIn(db);
    expect(JSON.stringify(after.points.map(sorted))).toBe(JSON.stringify(before.points.map(sorted)));
    expect(JSON.stringify(withoutObjects(after))).toBe(JSON.stringify(withoutObjects(before)));
  });

  test('a backup and its restore keep it', async () => {
    await createBackup(path.join(folder, 'source', 'cluster'), postgres.url, path.join(folder, 'backup'));
    await restoreBackup(path.join(folder, 'backup'), path.join(folder, 'restored'), { wal: null, until: null });
    // The password belongs to the installation and is stored beside the cluster.
    copyFileSync(path.join(folder, 'source', 'password'), path.join(folder, 'restored', 'password'));
    const restored = await startPostgres(path.join(folder, 'restored'), SMALL);
    const other = open(restored);
    try {
      const after = await factsIn(other);
      expect(after.points).toEqual(before.points);
      expect(withoutObjects(after)).toEqual(withoutObjects(before));
    } finally {
      await other.close();
      await restored.stop();
    }
  });
});

/** With the fields in one order, so that texts can be compared. */
const sorted = (point: KeywordPoint): object => Object.fromEntries(Object.entries(point).sort(([a], [b]) => (a < b ? -1 : 1)));
