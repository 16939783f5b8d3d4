// Migration files and their `-- run:` lines, which include other SQL files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MigrationProblem } from './migration-lock.ts';

/** A line such as `-- run: functions/settle_jobs.sql`, relative to the folder above the migrations. */
const RUN = /^-- run: (\S+)$/gm;
/** `-- dropped:` names the file of a function that the migration drops. */
const NAMED = /^-- (?:run|dropped): (\S+)$/gm;

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the names of the migrations in order. */
export function migrationsIn(folder: string): string[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  const duplicate = names.find((name, index) => name.slice(0, 4) === names[index - 1]?.slice(0, 4));
  if (duplicate) throw new MigrationProblem(`Two migrations have the number of ${duplicate}. Restore the directory sql.`);
  return names;
}

/**
 * The checksum covers the migration itself. An included file may change later, together with a later migration that
 * runs it.
 */
export function readMigration(folder: string, name: string): Migration {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return { name, text, checksum: checksumOf(text) };
}

/**
 * Returns the SQL of a migration, with the files that it runs. Leaves out a file that one of the `later` migrations
 * names too: only its newest text is available, and that may need tables that the later migration creates.
 */
export function sqlOf({ text }: Migration, folder: string, later: readonly Migration[]): string {
  const named = new Set(later.flatMap((migration) => [...migration.text.matchAll(NAMED)].map(([, file]) => file!)));
  return text.replaceAll(RUN, (_, file: string) => (named.has(file) ? '' : readSql(path.dirname(folder), file)));
}

/** Returns the SQL of build.sql in `root`, with the files that it runs. */
export const buildSqlOf = (root: string): string => buildText(root, (files) => files.map((file) => readSql(root, file)).join('\n\n'));

/** Returns the text of a baseline: the schema as it is now, and lines that run the functions. */
export const baselineOf = (root: string): string => buildText(root, (files) => files.map((file) => `-- run: ${file}`).join('\n'));

/** `functions/*.sql` means every function that build.sql does not name. */
function buildText(root: string, showOthers: (files: readonly string[]) => string): string {
  const text = readFileSync(path.join(root, 'build.sql'), 'utf8');
  const named = new Set([...text.matchAll(RUN)].map(([, file]) => file));
  const others = functionFilesIn(root).filter((file) => !named.has(file));
  return text.replaceAll(RUN, (_, file: string) => (file === 'functions/*.sql' ? showOthers(others) : readSql(root, file)));
}

export const functionFilesIn = (root: string): string[] =>
  readdirSync(path.join(root, 'functions'))
    .sort()
    .map((name) => `functions/${name}`);

const readSql = (root: string, file: string): string => readFileSync(path.join(root, file), 'utf8').trimEnd();
