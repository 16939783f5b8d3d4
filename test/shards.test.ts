// Compares the table in docs/scaling.md with the tables that each hot function uses in the database.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from './database.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
let database: TestDatabase;
/** Tables by name; partitions count as their parent table. */
let tables: Map<string, { account: boolean }>;
let functions: Map<string, { source: string; hot: boolean; takesAccount: boolean }>;

beforeAll(async () => {
  database = await createDatabase();
  const found = await database.db.query<{ name: string; account: boolean }>({
    name: 'tables',
    text: `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as account
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  });
  tables = new Map(found.map(({ name, account }) => [name, { account }]));
  const sources = await database.db.query<{ name: string; source: string; hot: boolean; takesAccount: boolean }>({
    name: 'functions',
    // An earlier signature only calls the newest one.
    text: `select proname as name, string_agg(prosrc, ' ') as source, bool_or(coalesce(proconfig::text like '%enable_seqscan=off%', false)) as hot,
      bool_or(coalesce(proargnames::text like '%p_account%', false) or exists (
        select from unnest(proargtypes) as t (id) join pg_type y on y.oid = t.id join pg_attribute a on a.attrelid = y.typrelid where a.attname = 'account_id'
      )) as "takesAccount"
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' group by proname`,
  });
  functions = new Map(sources.map(({ name, ...rest }) => [name, rest]));
});
afterAll(() => database.drop());

/** Tables that a function reads or writes, including those of the functions it calls. */
function touched(name: string): string[] {
  const source = functions.get(name)!.source.replace(/--.*$/gm, '');
  const named = [...source.matchAll(/\b(?:from|join|into|update|using)\s+([a-z_]+)/g)]
    .map((match) => match[1]!)
    .filter((word) => tables.has(word));
  const called = [...functions.keys()].filter((other) => other !== name && new RegExp(`\\b${other}\\(`).test(source)).flatMap(touched);
  return [...new Set([...named, ...called])].sort();
}

const section = (title: string): string =>
  readFileSync(path.join(ROOT, 'docs', 'scaling.md'), 'utf8')
    .split(`\n### ${title}\n`)[1]!
    .split('\n##')[0]!;
const rows = (title: string): string[][] =>
  [...section(title).matchAll(/^\| `.*$/gm)].map(([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const words = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]!).sort();

test('docs/scaling.md lists every hot function, its tables, and whether it gets the account', () => {
  const documented = rows('Hot statements').map(([name, touches, key]) => ({
    name: words(name!)[0],
    tables: words(touches!),
    account: key === 'account',
  }));
  const real = [...functions]
    .filter(([, { hot }]) => hot)
    .map(([name, { takesAccount }]) => ({ name, tables: touched(name), account: takesAccount }));
  const sorted = (list: typeof real) => [...list].sort((a, b) => a.name.localeCompare(b.name));
  expect(sorted(documented as typeof real)).toEqual(sorted(real));
});

test('docs/scaling.md lists every table, and which of them have an account column', () => {
  const documented = rows('Tables').flatMap(([names, account]) => words(names!).map((name) => [name, account === 'yes']));
  const real = [...tables].map(([name, { account }]) => [name, account]);
  expect(documented.sort()).toEqual(real.sort());
});
