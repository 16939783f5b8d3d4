// The short form of `npm run lab -- compatibility`, and the page that its whole form writes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../lab/compatibility/checks.ts';
import { runChecks } from '../lab/compatibility/run.ts';
import { pageOf } from '../lab/compatibility/table.ts';
import { ROOT } from '../lab/paths.ts';

const read = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8');
const escaped = (text: string): string => text.replaceAll('|', '\\|');

describe('the page of tools that were tried', () => {
  const rows = read('docs', 'tested-with.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Tool '));
  const rowOf = (tool: string, what: string): string | undefined =>
    rows.find((row) => row.startsWith(`| ${escaped(tool)} | `) && row.includes(` | ${escaped(what)} | `));

  test('has one row for each check, and none of them failed', () => {
    expect(CHECKS.filter(({ tool, what }) => !rowOf(tool, what)).map(({ name }) => name)).toEqual([]);
    expect(rows).toHaveLength(CHECKS.length);
    expect(rows.filter((row) => / \| failed\b[^|]*\|$/.test(row))).toEqual([]);
  });

  test('names the versions that are installed', () => {
    const pinned = JSON.parse(read('lab', 'compatibility', 'tools', 'package.json')).dependencies as Record<string, string>;
    const others = CHECKS.flatMap(({ tool, what }) => {
      const name = / ?\(npm\)$/.test(tool) ? tool.replace(/ \(npm\)$/, '') : '';
      return name in pinned && !rowOf(tool, what)!.includes(`| ${pinned[name]} |`) ? [`${name} ${pinned[name]}`] : [];
    });
    expect(others).toEqual([]);
  });

  test('gives every check a name of its own, and every tool a pinned version', () => {
    expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length);
    const { dependencies } = JSON.parse(read('lab', 'compatibility', 'tools', 'package.json'));
    expect(Object.values<string>(dependencies).filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('says why a check was skipped, and keeps the columns of a text with bars', () => {
    const check = { name: 'x', area: 'OpenAPI', tool: 'a|b', what: 'lint' } as const;
    const page = pageOf([{ check, outcome: 'skipped', version: '', remark: 'there is\nno a|b', seconds: 0 }], 3);
    expect(page).toContain('| a\\|b | – | lint | skipped: there is no a\\|b |');
    expect(page).toContain('0 passed, 1 skipped, of 1');
  });
});

test('the checks that need no further tools pass', async () => {
  const results = await runChecks(
    CHECKS.filter(({ short }) => short),
    () => undefined,
  );
  expect(results.filter(({ outcome }) => outcome !== 'passed').map(({ check, remark }) => `${check.name}: ${remark}`)).toEqual([]);
  expect(results.length).toBeGreaterThan(0);
}, 300_000);
