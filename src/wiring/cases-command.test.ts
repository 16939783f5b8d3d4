import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { type ComparedPage, comparePages } from '../cli/case-check.ts';
import { compress } from '../platform/gzip.ts';
import { storedPages } from './cases-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('the progress of kept pages counts pages and not cases', async () => {
  const { bytes, size } = await compress('<title>clay pots</title>');
  const region = { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 };
  const query = { engine: 'bing', keyword: 'clay pots', region, language: 'en', isMobile: false, maxResults: 10 };
  await database.db.script(`
    insert into layouts (id, engine, device, shapes, names) select 'layout ' || n, 'bing', 'desktop', '', '' from generate_series(1, 2) n;
    insert into cases (layout_id, engine, device, kind, figures) select id, engine, device, 'yield', '{}' from layouts;
    insert into case_pages (layout_id, n, object_id, expires_at, query, content_type, status, outcome, reason, found, body, body_size)
      select l.id, n, l.id || n, now() + make_interval(days => n - 1), '${JSON.stringify(query)}', 'text/html', 200, 'unparsed', 'unknown', null,
        '\\x${bytes.toString('hex')}', ${size} from layouts l, generate_series(1, 4) n`);
  const totals: number[] = [];
  for await (const { total } of storedPages(database.db)) totals.push(total);
  // The first page of each case has expired.
  expect(totals).toEqual([6, 6, 6, 6, 6, 6]);
});

test('progress never exceeds its total, even if pages are kept meanwhile', async () => {
  const page: ComparedPage = { name: 'bing-1-1', engine: 'bing', diff: { changes: [], gained: 0, lost: 0 } };
  async function* pages() {
    for (let n = 0; n < 30; n++) yield { total: 25, page };
  }
  const seen: [number, number][] = [];
  await comparePages(pages(), { update: (done, total) => void seen.push([done, total]), end: () => undefined });
  expect(seen).toHaveLength(30);
  expect(seen.filter(([done, total]) => done > total)).toEqual([]);
});
