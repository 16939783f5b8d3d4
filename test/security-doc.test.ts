// Checks that every test named in docs/security.md exists under that title.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const page = readFileSync(path.join(ROOT, 'docs', 'security.md'), 'utf8');
const rows = [...page.matchAll(/^\| T(\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map((match) => ({
  row: `T${match[1]} ${match[2]}`,
  tests: match[4]!,
}));

describe('docs/security.md', () => {
  test('has a row for every group of threats', () => expect(rows.length).toBeGreaterThan(50));

  test.each(rows)('names tests that exist for $row', ({ tests }) => {
    const named = [...tests.matchAll(/`([^`]+\.test\.ts)` “([^”]+)”/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, file, title] of named) {
      expect(existsSync(path.join(ROOT, file!)), file).toBe(true);
      expect(readFileSync(path.join(ROOT, file!), 'utf8'), `${file} has no test “${title}”`).toContain(title!);
    }
  });

  test('lists every fuzz target', () => {
    const names = /const NAMES = \[([^\]]+)\]/.exec(readFileSync(path.join(ROOT, 'lab', 'fuzz', 'run.ts'), 'utf8'))![1]!;
    for (const [, name] of names.matchAll(/'(\w+)'/g)) expect(page).toMatch(new RegExp(`^\\| [a-z, ]*\\b${name}\\b[a-z, ]* \\|`, 'm'));
  });
});
