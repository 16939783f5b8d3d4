// Imports and exports of tracked keywords and their history, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';
import { addKeywords, addPoints, type Made, makeProject } from './tracking-service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({}, false);
  key = (await service.account()).test;
});
afterAll(() => service.stop());

const importText = async ({ path }: Made, text: string, more: object = {}) =>
  (await service.call('POST', `${path}/import`, key, { text, ...more })).json;
const exported = async ({ path }: Made, query = ''): Promise<string> => (await service.call('GET', `${path}/export${query}`, key)).text;
const IMPORTED_COLUMNS = 11;
/** The columns that describe a keyword, without its figures. */
const described = (csv: string): string[] =>
  csv
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      line
        .match(/(?:"(?:[^"]|"")*"|[^,]*)(?:,|$)/g)!
        .slice(0, IMPORTED_COLUMNS)
        .join(''),
    )
    .sort();

describe('an import', () => {
  test('of another tracker adds its keywords, and names the lines that are wrong', async () => {
    const project = await makeProject(service, key);
    const text = [
      'ID, Keyword, Position, URL, Country, City, Device, Updated, Added, Tags',
      '1, red shoes, 4, https://shop.example/, US, -, desktop, 2026-11-01, 2026-10-01, a,b',
      '2, blue shoes, -, -, XX, -, mobile, 2026-11-01, 2026-10-01, -',
      '3, , -, -, US, -, mobile, 2026-11-01, 2026-10-01, -',
      '4, green shoes, -, -, DE, Berlin, mobile, 2026-11-01, 2026-10-01, c',
      '5, RED shoes, -, -, US, -, desktop, 2026-11-01, 2026-10-01, c',
    ].join('\n');
    const preview = await importText(project, text, { dryRun: true });
    expect(preview).toMatchObject({ format: 'serpbear', lines: 5, points: 0, result: { added: 2, ids: [] } });
    expect((await service.call('GET', `${project.path}/keywords`, key)).json.total).toBe(0);
    const done = await importText(project, text);
    expect(done).toMatchObject({ ...preview, result: { added: 2, ids: { length: 2 } } });
    expect(done.problems.map(({ line }: { line: number }) => line)).toEqual([3, 4]);
    expect(done.problems[0].message).toContain('region is not known');
    expect(done.columns).toMatchObject({ keyword: 'Keyword', country: 'Country', tags: 'Tags' });
    expect(done.ignored).toEqual(['ID', 'Position', 'URL', 'Updated', 'Added']);
    expect(done.result.duplicates).toHaveLength(1);
  });

  test('of a history adds points of the past once, and charges nothing', async () => {
    const project = await makeProject(service, key, { defaults: { region: 'DE', devices: ['desktop', 'mobile'] } });
    const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const text = ['keyword,date,url,position', `tea,${day(3)},https://shop.example/tea,4`, `tea,${day(2)},,0`, `tea,${day(-1)},,1`].join(
      '\n',
    );
    const balance = async (): Promise<number> => (await service.call('GET', project.path, key)).json.forecast.balance;
    const before = await balance();
    const done = await importText(project, text);
    // Two points for each of both devices. The third line is tomorrow.
    expect(done).toMatchObject({ format: 'serpstatHistory', points: 4, problems: [{ line: 4 }], result: { added: 2 } });
    expect((await importText(project, text)).points).toBe(0);
    expect(await balance()).toBe(before);
    const { json } = await service.call('GET', `${project.path}/keywords/${done.result.ids[0]}/history`, key);
    expect(json.points).toMatchObject([
      { slot: `${day(3)}T00:00`, state: 'found', imported: true, position: 4, depth: 100, url: 'https://shop.example/tea' },
      { slot: `${day(2)}T00:00`, state: 'notFound', imported: true, position: null, depth: 100 },
    ]);
  });

  test('of 50,000 lines is done, and of one more is refused', async () => {
    const project = await makeProject(service, key);
    const lines = (count: number): string => Array.from({ length: count }, (_, index) => `keyword number ${index % 45_000}`).join('\n');
    const done = await importText(project, lines(50_000));
    expect(done).toMatchObject({ format: 'lines', lines: 50_000, problems: [], result: { added: 45_000 } });
    expect(done.result.duplicates).toHaveLength(5000);
    const { status, json } = await service.call('POST', `${project.path}/import`, key, { text: lines(50_001) });
    expect([status, json.message]).toEqual([400, 'Bad input parameter: text has more than 50000 lines.']);
  }, 120_000);
});

describe('an export of keywords', () => {
  test('can be imported into another project, which is then equal', async () => {
    const project = await makeProject(service, key);
    await addKeywords(service, key, project, [
      { keyword: '=1+1', tags: ['a', 'b c'], note: 'Say "hi", please', volume: 12, starred: true },
      { keyword: '-5 degrees', enabled: false, targetUrl: 'https://shop.example/a?b=c,d' },
      { keyword: 'נעליים אדומות', devices: ['desktop', 'mobile'] },
      { keyword: '😀 shoes; and, more', searchEngine: 'bing', region: 'US', language: 'es' },
      { keyword: '@home', region: 'Berlin,Berlin,Germany' },
    ]);
    const csv = await exported(project);
    const copy = await makeProject(service, key);
    const done = await importText(copy, csv);
    expect(done).toMatchObject({ format: 'sextant', problems: [], result: { added: 6, duplicates: [] } });
    const again = await exported(copy);
    expect(described(again)).toEqual(described(csv));
    // Spreadsheets must not run a cell as a formula.
    for (const line of csv.split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+\-@]/);
  });

  test('as JSON lines has the objects of the list', async () => {
    const project = await makeProject(service, key);
    await addKeywords(service, key, project, [{ keyword: 'a', tags: ['x'] }, { keyword: 'b' }]);
    const lines = (await exported(project, '?format=jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual((await service.call('GET', `${project.path}/keywords?sort=createdAt`, key)).json.items);
    expect((await exported(project, '?format=jsonl&tags=X')).trim().split('\n')).toHaveLength(1);
  });
});

describe('an export of the history', () => {
  test('has a row per check, with its state, and groups by the last judged one', async () => {
    const project = await makeProject(service, key);
    const [a, b] = await addKeywords(service, key, project, [{ keyword: 'a' }, { keyword: 'b', tags: ['t'] }]);
    await addPoints(service, project, [
      { keywordId: a!, daysAgo: 2, position: 4, url: 'https://shop.example/1' },
      { keywordId: a!, daysAgo: 1, code: 11, depth: 0 },
      { keywordId: a!, daysAgo: 0, position: 2, url: 'https://shop.example/2' },
      { keywordId: b!, daysAgo: 1, code: 2 },
      { keywordId: b!, daysAgo: 0, code: 21, depth: 0 },
    ]);
    const cells = (await exported(project, '?content=history'))
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const shown = cells.slice(1).map((row) => [row[2], ...row.slice(7, 13)].join(' '));
    expect(shown).toEqual([
      'a found  4 4 10 https://shop.example/1',
      'a failed blocked    ',
      'b notFound    10 ',
      'a found  2 2 10 https://shop.example/2',
      'b skipped credits    ',
    ]);
    expect((await exported(project, '?content=history&tags=T')).trim().split('\r\n')).toHaveLength(3);
    const { text } = await service.call('GET', `${project.path}/history?group=month`, key);
    const points = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(points.find(({ keywordId, position }) => keywordId === a && position === 2)).toMatchObject({
      url: 'https://shop.example/2',
      features: ['aiAnswer'],
    });
  });
});
