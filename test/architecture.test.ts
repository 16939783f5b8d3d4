import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importsOf, problemsOf, readTree } from './architecture.ts';

const SRC = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src');
const tree = readTree(SRC);

describe('the house as it stands', () => {
  test('no import goes up, sideways or in a circle', () => {
    expect(problemsOf(tree)).toEqual([]);
  });
  test('only the settings read the environment', () => {
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

describe('the picture test itself fails when somebody plants', () => {
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
    ['a door that knows another door', 'api/server.ts', "import { startLoop } from '../worker/loop.ts';", /sideways/],
    ['neighbours that know each other', 'business/languages.ts', "import { attempt } from '../sources/attempt.ts';", /sideways/],
    ['a product that knows another', 'products/serp/view.ts', "import { viewAi } from '../ai/view.ts';", /sideways between products/],
    [
      'a source room that knows another',
      'sources/models/chatgpt.ts',
      "import { textOf } from '../page/html.ts';",
      /sideways between sources/,
    ],
    ['an engine that knows another', 'sources/engines/bing/engine.ts', "import { google } from '../google/engine.ts';", /another engine/],
    [
      'an engine that knows the parts of a foreign one',
      'sources/engines/bing/engine.ts',
      "import { isGoogle } from '../google/links.ts';",
      /another engine/,
    ],
    [
      'a sandbox that knows an engine',
      'sources/sandbox/server.ts',
      "import { google } from '../engines/google/engine.ts';",
      /sideways between sources/,
    ],
    ['a circle', 'platform/db.ts', "import { migrate } from './migrate.ts';", /circle/],
    ['a folder of odds and ends', 'platform/utils/text.ts', '', /says nothing/],
  ];
  test.each(CASES)('%s', (_what, file, line, problem) => {
    expect(planted(file, line).join('\n')).toMatch(problem);
  });
});
