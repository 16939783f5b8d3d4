// Exports of results, read by programs of others.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CompatibilityCheck, Missing, type Site } from '../check.ts';

interface Expected {
  readonly position: number;
  readonly title: string;
  readonly url: string;
}

/** Commas, quotes, line ends and formulas in CSV come from titles; keywords add their own. */
const KEYWORDS = ['red shoes', 'tea, "green" and black', '=1+1 kettle', 'грубый чай 茶'];

/** Runs searches, and returns their organic results as the API shows them. */
async function resultsOf({ url, key }: Site): Promise<{ readonly query: string; readonly organic: readonly Expected[] }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ids: string[] = [];
  const organic: Expected[] = [];
  for (const keyword of KEYWORDS) {
    const body = JSON.stringify({ keyword, region: 'US', maxResults: 20, asynchronous: false, priority: 'REALTIME' });
    const serp = (await (await fetch(`${url}/serp/new`, { method: 'POST', headers, body })).json()) as {
      readonly id: string;
      readonly data: { readonly organic: readonly Expected[] };
    };
    ids.unshift(serp.id);
    organic.unshift(...serp.data.organic);
  }
  assert.ok(organic.length >= 60);
  return { query: `include=results&ids=${ids.join(',')}`, organic };
}

async function download({ url, key, folder }: Site, query: string, name: string): Promise<string> {
  const response = await fetch(`${url}/objects/export?${query}`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(response.status, 200);
  const file = path.join(folder, name);
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

/** Searches of the same second have no fixed order. */
const essence = (rows: readonly Expected[]) =>
  rows
    .map(({ position, title, url }) => ({ position: Number(position), title, url }))
    .sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0));

/** Runs Debian's Python and returns what the program prints, as JSON. */
function python(program: string, file: string): unknown {
  const { status, stdout, stderr, error } = spawnSync('/usr/bin/python3', ['-c', program, file], { encoding: 'utf8' });
  if (error) throw new Missing('/usr/bin/python3 is missing.');
  if (/ModuleNotFoundError/.test(stderr)) throw new Missing(`Python lacks a module: ${stderr.trim().split('\n').at(-1)}`);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const CSV_MODULE = `
import csv, json, platform, sys
with open(sys.argv[1], newline='', encoding='utf-8') as file:
    print(json.dumps({'version': platform.python_version(), 'rows': list(csv.DictReader(file))}))
`;
const PANDAS = `
import json, pandas, sys
frame = pandas.read_csv(sys.argv[1], parse_dates=['createdAt'])
assert str(frame['position'].dtype) == 'int64' and frame['createdAt'].notna().all()
print(json.dumps({'version': pandas.__version__, 'rows': json.loads(frame[['position', 'title', 'url']].to_json(orient='records'))}))
`;

interface PythonRows {
  readonly version: string;
  readonly rows: readonly Expected[];
}

/** A title that begins like a formula has an apostrophe in CSV. */
const plain = (rows: readonly Expected[]) => essence(rows).map((row) => ({ ...row, title: row.title.replace(/^'(?=[=+\-@])/, '') }));

const csvCheck = (name: string, tool: string, program: string): CompatibilityCheck => ({
  name,
  area: 'Python',
  tool,
  what: 'Reads a CSV export of organic results',
  async run(site) {
    const { query, organic } = await resultsOf(site);
    const { version, rows } = python(program, await download(site, `${query}&format=csv`, 'results.csv')) as PythonRows;
    assert.deepEqual(plain(rows), essence(organic));
    return { version };
  },
});

const parquetCheck: CompatibilityCheck = {
  name: 'export-parquet-duckdb',
  area: 'Packages',
  tool: 'DuckDB (@duckdb/node-api)',
  what: 'Queries a Parquet export of organic results',
  async run(site) {
    const { query, organic } = await resultsOf(site);
    const file = await download(site, `${query}&format=parquet`, 'results.parquet');
    const { DuckDBInstance } = await import(pathToFileURL(site.tool('@duckdb/node-api/lib/index.js')).href);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const read = async (columns: string) =>
      (await connection.runAndReadAll(`select ${columns} from read_parquet('${file.replaceAll("'", "''")}')`)).getRowObjectsJson();
    assert.deepEqual(essence(await read('position, title, url')), essence(organic));
    const [figures] = await read(
      'count(*) as rows, count(distinct keyword) as keywords, min(position) as best, typeof(any_value(createdAt)) as time',
    );
    assert.deepEqual([Number(figures.rows), Number(figures.keywords), Number(figures.best)], [organic.length, KEYWORDS.length, 1]);
    assert.equal(figures.time, 'TIMESTAMP WITH TIME ZONE');
    return { version: site.versionOf('@duckdb/node-api') };
  },
};

export const EXPORT_CHECKS: readonly CompatibilityCheck[] = [
  csvCheck('export-csv-python', 'Python csv', CSV_MODULE),
  csvCheck('export-csv-pandas', 'pandas', PANDAS),
  parquetCheck,
];
