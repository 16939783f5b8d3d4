import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importsOf, problemsOf, readTree } from './architecture.ts';

const SRC = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src');
const tree = readTree(SRC);

describe('the source tree', () => {
  test('has no upward, sideways or circular import', () => {
    expect(problemsOf(tree)).toEqual([]);
  });
  test('reads the environment only in the settings', () => {
    const readers = [...tree].filter(([file, text]) => file !== 'config.ts' && /process\.env\b/.test(text)).map(([file]) => file);
    expect(readers).toEqual([]);
  });
  test('a worker process loads no other entry point', () => {
    const loaded = new Set(['wiring/worker.ts']);
    for (const file of loaded) for (const target of importsOf(file, tree.get(file)!)) loaded.add(target);
    expect([...loaded].filter((file) => /^(?:api|mcp|cli|dashboard)\//.test(file))).toEqual([]);
  });
  test('no file is too long to be seen whole', () => {
    const long = [...tree].filter(([, text]) => text.split('\n').length > 251).map(([file, text]) => `${file}: ${text.split('\n').length}`);
    expect(long).toEqual([]);
  });
});

describe('the dependency test rejects', () => {
  const planted = (file: string, line: string) => problemsOf(new Map([...tree, [file, `${tree.get(file) ?? ''}\n${line}`]]));
  const CASES: [what: string, file: string, line: string, problem: RegExp][] = [
    [
      'an upward import',
      'platform/db.ts',
      "import { errors } from '../business/languages.ts';",
      /platform\/db\.ts → business\/languages\.ts: upward/,
    ],
    ['an upward type import', 'contract/serp.ts', "import type { Db } from '../api/server.ts';", /upward/],
    ['a dynamic upward import', 'business/languages.ts', "await import('../api/server.ts');", /upward/],
    ['an entry point that imports another', 'api/server.ts', "import { startLoop } from '../worker/loop.ts';", /sideways/],
    ['business code that imports sources', 'business/languages.ts', "import { attempt } from '../sources/attempt.ts';", /sideways/],
    ['a product that imports another', 'products/serp/view.ts', "import { viewAi } from '../ai/view.ts';", /sideways between products/],
    [
      'a folder of sources that imports another',
      'sources/models/chatgpt.ts',
      "import { textOf } from '../page/html.ts';",
      /sideways between sources/,
    ],
    ['an engine that imports another', 'sources/engines/bing/engine.ts', "import { google } from '../google/engine.ts';", /another engine/],
    [
      'an engine that imports parts of an unrelated one',
      'sources/engines/bing/engine.ts',
      "import { isGoogle } from '../google/links.ts';",
      /another engine/,
    ],
    [
      'a sandbox that imports an engine',
      'sources/sandbox/server.ts',
      "import { google } from '../engines/google/engine.ts';",
      /sideways between sources/,
    ],
    ['a circle', 'platform/db.ts', "import { migrate } from './migrate.ts';", /circle/],
    ['a folder with a name that says nothing', 'platform/utils/text.ts', '', /says nothing/],
  ];
  test.each(CASES)('%s', (_what, file, line, problem) => {
    expect(planted(file, line).join('\n')).toMatch(problem);
  });
});
