// The short form of `npm run lab -- compatibility`, and the page that its whole form writes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../lab/compatibility/checks.ts';
import { assertDifferentPages } from '../lab/compatibility/recorded.ts';
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

  test('fails for two equal pages, even of places, which have no link', () => {
    const page = (...titles: string[]) => titles.map((title, index) => ({ position: index + 1, title }));
    expect(() => assertDifferentPages(page('One', 'Two'), page('Two'), 'places')).toThrow('results in common');
    expect(() => assertDifferentPages(page('One'), [], 'places')).toThrow('an empty page');
    expect(() => assertDifferentPages(page('One'), page('Two'), 'places')).not.toThrow();
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
    true,
  );
  expect(results.filter(({ outcome }) => outcome !== 'passed').map(({ check, remark }) => `${check.name}: ${remark}`)).toEqual([]);
  // Recorded clients of each provider, MCP over both transports, and the contract.
  const names = results.map(({ check }) => check.name);
  expect(names.filter((name) => name.startsWith('recorded-')).length).toBeGreaterThan(6);
  expect(names).toEqual(expect.arrayContaining(['mcp-sdk-v2-http', 'mcp-sdk-v2-stdio', 'openapi-contract-fuzz']));
}, 300_000);
