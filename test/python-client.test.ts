// The Python client: its tests run against a real service, and its generated files and documentation are true.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, runNode, runProgram, samplesOf } from './doc-samples.ts';
import { startTestService, type TestService } from './service.ts';

const FOLDER = path.join(ROOT, 'clients', 'python');
const SOURCES = path.join(FOLDER, 'src', 'sextant_serp');
const RECIPE = 'docs/guide/recipe-dataframe.md';
const read = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');
const pythonFiles = (folder: string): string[] => readdirSync(path.join(SOURCES, folder)).filter((name) => name.endsWith('.py'));

let service: TestService;
let python: string | undefined;
/** Optional packages that it has. */
let modules: readonly string[];
let environment: Record<string, string>;
let folder: string;
let account: { test: string; webhookSecret: string };

/** Python 3.9 or newer, with httpx and pandas if one of the interpreters has them. */
async function findPython(): Promise<string | undefined> {
  const asks = [
    'import sys, http.client, httpx, pandas; sys.exit(sys.version_info < (3, 9))',
    'import sys; sys.exit(sys.version_info < (3, 9))',
  ];
  for (const ask of asks) {
    for (const program of ['python3', '/usr/bin/python3']) {
      if ((await runProgram(program, ['-c', ask])).status === 0) return program;
    }
  }
  return undefined;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant-python-'));
  python = await findPython();
  const optional = ['httpx', 'pandas'];
  const present = await Promise.all(optional.map((name) => python && runProgram(python, ['-c', `import ${name}`])));
  modules = optional.filter((_, index) => present[index] && present[index].status === 0);
  service = await startTestService({ SOURCE_RETRY_SECONDS: '0.1', AI_RATE_SECONDS: '0', SYNC_WAIT_SECONDS: '30' });
  const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
  account = await service.account({ credits: 10_000 });
  environment = {
    BASE_URL: baseUrl,
    KEY: account.test,
    WEBHOOK_SECRET: account.webhookSecret,
    PYTHONPATH: path.join(FOLDER, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service?.stop();
});

describe('the files of the Python client', () => {
  const files = ['.', '_async', '_sync'].flatMap((name) => pythonFiles(name).map((file) => `src/sextant_serp/${name}/${file}`));
  test('have the version of the service and the types of docs/openapi.json, and the blocking modules equal the asynchronous ones', async () => {
    expect(await runNode(['scripts/python.mjs', '--check'])).toMatchObject({ status: 0, complaint: '' });
  });
  test('have at most 250 lines each, except for the generated types', () => {
    const long = files.filter((file) => !file.endsWith('/types.py') && read(file).split('\n').length > 251);
    expect(long).toEqual([]);
  });
  test('import only the standard library, except for httpx and pandas where they are needed', () => {
    const standard =
      /^(?:__future__|asyncio|base64|binascii|collections|concurrent|dataclasses|datetime|fcntl|hashlib|hmac|http|io|json|math|os|random|re|secrets|selectors|socket|ssl|threading|time|typing|urllib|weakref|zlib)(?:\.|$)/;
    const imports = files.flatMap((file) =>
      [...read(file).matchAll(/^ *(?:from|import) ([\w.]+)/gm)]
        .map(([, name]) => name!)
        .filter((name) => !name.startsWith('.') && !standard.test(name))
        .map((name) => `${path.posix.basename(file)}: ${name}`),
    );
    expect([...new Set(imports)].sort()).toEqual(['rows.py: pandas', 'transport.py: httpx']);
  });
  test('call every operation for customers, and no other', () => {
    const { paths } = JSON.parse(readFileSync(path.join(ROOT, 'docs', 'openapi.json'), 'utf8')) as { paths: Record<string, object> };
    const known = Object.entries(paths).flatMap(([address, methods]) =>
      Object.keys(methods).map((one) => `${one.toUpperCase()} ${address}`),
    );
    const texts = pythonFiles('_async').map((file) => read(`src/sextant_serp/_async/${file}`));
    const called = new Set(
      texts.flatMap((text) => [...text.matchAll(/"((?:GET|POST|PUT|PATCH|DELETE) \/[^"]*)"/g)].map((match) => match[1]!)),
    );
    expect([...called].filter((operation) => !known.includes(operation))).toEqual([]);
    const products = /^\w+ \/(?:serp|keyword|ai|whois|technologies|user|objects|ranks|usage|quote|events|tracking|projects|region)(?:\/|$)/;
    // Streams that never end are left out: programs in Python poll GET /events.
    const left = ['GET /objects/{id}/stream', 'GET /events/stream'];
    expect(known.filter((operation) => products.test(operation) && !called.has(operation)).sort()).toEqual(left.sort());
  });
});

describe('with Python', () => {
  test('the tests of the client pass against a real service', async ({ skip }) => {
    skip(python === undefined, 'no Python 3.9 or newer');
    const args = ['-W', 'error', '-m', 'unittest', 'discover', '-b', '-t', '.', '-s', 'tests'];
    const { status, complaint } = await runProgram(python!, args, environment, '', FOLDER, 300_000);
    expect([status, status === 0 ? '' : complaint]).toEqual([0, '']);
    expect(complaint).toMatch(/^OK(?: \(skipped=\d+\))?$/m);
  }, 330_000);

  test.for(['docs/python.md', 'clients/python/README.md', RECIPE])('the samples of %s run', async (file, { skip }) => {
    skip(python === undefined, 'no Python 3.9 or newer');
    const samples = samplesOf(file).filter(({ language }) => language === 'python');
    expect(samples.length).toBeGreaterThan(0);
    // The cells of a notebook share their variables.
    const programs = file === RECIPE ? [samples.map(({ text }) => text).join('\n')] : samples.map(({ text }) => text);
    // Samples leave journals behind, which belong to their requests.
    const own = mkdtempSync(path.join(folder, 'page-'));
    for (const [number, text] of programs.entries()) {
      if ((text.includes('AsyncClient') && !modules.includes('httpx')) || (/dataframe/.test(text) && !modules.includes('pandas'))) continue;
      const program = path.join(own, `sample-${number}.py`);
      writeFileSync(program, text);
      const { status, output, complaint } = await runProgram(python!, [program], { ...environment, KEYWORDS: '20' }, '', own, 120_000);
      expect([file, number, status, status === 0 ? '' : complaint]).toEqual([file, number, 0, '']);
      expect(output).not.toBe('');
    }
  });
});
