// The Python client: built and installed with the standard tools, on each CPython of this machine, with httpx, pandas and mypy.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../paths.ts';
import { type CompatibilityCheck, Missing, type Site } from '../check.ts';

const CLIENT = path.join(ROOT, 'clients', 'python');
const SOURCE = path.join(CLIENT, 'src');
const RECIPE = path.join(ROOT, 'docs', 'guide', 'recipe-dataframe.md');
const MINUTES_MAX = 20;
/** Resident memory of a program with 5,000 result pages, in KiB. All of them at once would need several times as much. */
const MEMORY_MAX = 250_000;

const SEARCH = `
import os, sextant_serp
with sextant_serp.Client(os.environ["BASE_URL"], os.environ["KEY"]) as client:
    serp = client.serp.create_and_wait({"keyword": "red shoes", "region": "US"})
    assert serp["ready"] and len(serp["data"]["organic"]) > 5, serp
print(sextant_serp.__version__, sextant_serp.__file__)
`;

const BATCH = `
import os, resource, sextant_serp
COUNT = 5000
def requests():
    for number in range(COUNT):
        yield {"keyword": f"word {number}", "region": "US", "searchEngine": "duckduckgo"}
with sextant_serp.Client(os.environ["BASE_URL"], os.environ["KEY"]) as client:
    number = 0
    for serp in client.serp.create_many_and_wait(requests(), journal="run.journal"):
        assert serp["ready"] and serp["keyword"] == f"word {number}", serp
        number += 1
assert number == COUNT, number
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
`;

const execute = promisify(execFile);

/** Returns what the program prints. Throws with its complaint if it fails. */
async function run(program: string, args: readonly string[], cwd: string, environment: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, PYTHONDONTWRITEBYTECODE: '1', ...environment };
  try {
    const { stdout } = await execute(program, [...args], { cwd, env, timeout: MINUTES_MAX * 60_000, maxBuffer: 2 ** 26 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${program} ${args.slice(0, 3).join(' ')}: ${(stderr || stdout || message).trim().slice(-1500)}`);
  }
}

const versionOf = async (program: string, cwd: string): Promise<string> =>
  (await run(program, ['-c', 'import platform; print(platform.python_version())'], cwd)).trim();

/** The Python of the system comes first: the packages of its distribution belong to it. */
async function pythonWith(modules: readonly string[], cwd: string): Promise<string> {
  for (const program of ['/usr/bin/python3', 'python3']) {
    try {
      await run(program, ['-c', ['sys', ...modules].map((name) => `import ${name}`).join('\n')], cwd);
      return program;
    } catch {
      // The next one may have them.
    }
  }
  throw new Missing(`No Python with ${modules.join(', ') || 'its standard library'} is installed.`);
}

/** Returns one interpreter for each version from 3.9 on: of the system, of the path, and of pyenv. */
async function everyPython(cwd: string): Promise<ReadonlyMap<string, string>> {
  const versions = path.join(process.env.PYENV_ROOT ?? path.join(homedir(), '.pyenv'), 'versions');
  const own = existsSync(versions) ? readdirSync(versions).map((name) => path.join(versions, name, 'bin', 'python3')) : [];
  const numbered = Array.from({ length: 12 }, (_, index) => `python3.${index + 9}`);
  const found = new Map<string, string>();
  for (const program of ['/usr/bin/python3', ...numbered, ...own]) {
    const version = await versionOf(program, cwd).catch(() => '');
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const known = [...found.keys()].some((other) => other.startsWith(`${major}.${minor}.`));
    if (major === 3 && minor >= 9 && !known) found.set(version, program);
  }
  return new Map([...found].sort(([a], [b]) => Number(a.split('.')[1]) - Number(b.split('.')[1])));
}

const service = ({ url, key }: Site): Record<string, string> => ({ BASE_URL: url, KEY: key });

/** Builds both packages from a copy, so that nothing is written into the checkout. */
async function buildPackages(python: string, folder: string): Promise<{ readonly wheel: string; readonly sdist: string }> {
  const copy = path.join(folder, 'client');
  const skipped = /(?:__pycache__|\.egg-info|\.mypy_cache|[\\/]build|[\\/]dist)$/;
  cpSync(CLIENT, copy, { recursive: true, filter: (file) => !skipped.test(file) });
  const out = path.join(folder, 'dist');
  await run(python, ['-m', 'build', '--no-isolation', '--outdir', out, copy], folder, { SOURCE_DATE_EPOCH: '1700000000' });
  const names = readdirSync(out);
  const nameOf = (ending: string): string => path.join(out, names.find((name) => name.endsWith(ending)) ?? `no ${ending}`);
  return { wheel: nameOf('.whl'), sdist: nameOf('.tar.gz') };
}

const LIST = `
import sys, tarfile, zipfile
open_file = zipfile.ZipFile(sys.argv[1]) if sys.argv[1].endswith(".whl") else tarfile.open(sys.argv[1])
print("\\n".join(open_file.namelist() if sys.argv[1].endswith(".whl") else open_file.getnames()))
`;

async function checkPackages(site: Site): Promise<{ version: string }> {
  const { folder } = site;
  const python = await pythonWith(['build', 'setuptools', 'wheel', 'venv', 'ensurepip'], folder);
  const { wheel, sdist } = await buildPackages(python, folder);
  const inWheel = (await run(python, ['-c', LIST, wheel], folder)).trim().split('\n');
  assert.ok(inWheel.includes('sextant_serp/py.typed') && inWheel.includes('sextant_serp/_sync/client.py'), inWheel.join(' '));
  assert.ok(
    inWheel.every((name) => /^sextant_serp(?:-[\w.]+\.dist-info)?\//.test(name)),
    inWheel.join(' '),
  );
  assert.ok(
    inWheel.some((name) => name.endsWith('/LICENSE')),
    inWheel.join(' '),
  );
  assert.match(await run(python, ['-c', LIST, sdist], folder), /\/src\/sextant_serp\/py\.typed\n/);

  for (const [name, file, options] of [
    ['wheel', wheel, []],
    ['sdist', sdist, ['--no-build-isolation']],
  ] as const) {
    const venv = path.join(folder, `venv-${name}`);
    await run(python, ['-m', 'venv', ...(name === 'sdist' ? ['--system-site-packages'] : []), venv], folder);
    const own = path.join(venv, 'bin', 'python');
    await run(own, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', ...options, file], folder);
    const printed = await run(own, ['-c', SEARCH], folder, service(site));
    assert.ok(printed.includes(venv), printed);
  }
  // A release that can be repeated: the same sources give the same bytes.
  const again = path.join(folder, 'again');
  mkdirSync(again);
  const second = await buildPackages(python, again);
  assert.deepEqual(readFileSync(second.wheel), readFileSync(wheel));
  const versions = await run(
    python,
    ['-c', 'import build, setuptools, wheel; print(build.__version__, setuptools.__version__, wheel.__version__)'],
    folder,
  );
  return { version: versions.trim().replaceAll(' ', ', ') };
}

/** Runs the client's own tests, as far as they are named. */
async function runTests(python: string, site: Site, names: readonly string[]): Promise<void> {
  const environment = { ...service(site), PYTHONPATH: SOURCE, TMPDIR: site.folder };
  await run(python, ['-W', 'error', '-m', 'unittest', '-b', ...names.map((name) => `tests.${name}`)], CLIENT, environment);
}

export const PYTHON_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'python-packages',
    area: 'Python',
    tool: 'build, setuptools, wheel',
    what: 'build wheel and sdist, install each into an empty venv without an index, search; the wheel is repeatable',
    run: checkPackages,
  },
  {
    name: 'python-versions',
    area: 'Python',
    tool: 'CPython',
    what: 'the tests of the client and a search with each version',
    run: async (site) => {
      const found = await everyPython(site.folder);
      if (found.size === 0) throw new Missing('No Python 3.9 or newer is installed.');
      for (const python of found.values()) {
        await runTests(python, site, ['test_parts', 'test_transport', 'test_service.Batches']);
        await run(python, ['-W', 'error', '-c', SEARCH], site.folder, { ...service(site), PYTHONPATH: SOURCE });
      }
      return { version: [...found.keys()].join(', ') };
    },
  },
  {
    name: 'python-httpx',
    area: 'Python',
    tool: 'httpx',
    what: 'the asynchronous client: batches, downloads, tracking, cancelled calls, servers that misbehave',
    run: async (site) => {
      const python = await pythonWith(['httpx'], site.folder);
      await runTests(python, site, ['test_async']);
      return { version: (await run(python, ['-c', 'import httpx; print(httpx.__version__)'], site.folder)).trim() };
    },
  },
  {
    name: 'python-pandas',
    area: 'Python',
    tool: 'pandas',
    what: 'the recipe: 1,000 keywords in a DataFrame, with search volumes',
    run: async (site) => {
      const python = await pythonWith(['pandas'], site.folder);
      const cells = [...readFileSync(RECIPE, 'utf8').matchAll(/^```python\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
      writeFileSync(path.join(site.folder, 'recipe.py'), cells.join('\n'));
      const printed = await run(python, ['-W', 'error', 'recipe.py'], site.folder, { ...service(site), PYTHONPATH: SOURCE });
      assert.match(printed, /1000 of 1000 finished, 0 failed/);
      assert.match(printed, /report\.csv has 1000 rows/);
      return { version: (await run(python, ['-c', 'import pandas; print(pandas.__version__)'], site.folder)).trim() };
    },
  },
  {
    name: 'python-batch',
    area: 'Python',
    tool: 'CPython (batch)',
    what: '5,000 searches in one batch: in order, with a journal and bounded memory',
    run: async (site) => {
      const python = await pythonWith([], site.folder);
      const printed = await run(python, ['-c', BATCH], site.folder, { ...service(site), PYTHONPATH: SOURCE });
      const kib = Number(printed.trim());
      assert.ok(kib > 0 && kib < MEMORY_MAX, `${kib} KiB`);
      return { version: await versionOf(python, site.folder), remark: `${Math.round(kib / 1024)} MiB` };
    },
  },
  {
    name: 'python-mypy',
    area: 'Python',
    tool: 'mypy',
    what: 'strict types of the client, and of a program with one mistake',
    run: async (site) => {
      const python = await pythonWith(['mypy'], site.folder);
      const cache = ['--cache-dir', path.join(site.folder, 'cache'), '--config-file', path.join(CLIENT, 'pyproject.toml')];
      await run(python, ['-m', 'mypy', ...cache, SOURCE], CLIENT);
      const program = [
        'from sextant_serp import Client',
        'with Client("http://x", "k") as client:',
        '    serp = client.serp.create_and_wait({"keyword": "tea", "region": "US", "priority": "LOW"})',
        '    name: str = serp["region"]["name"]',
        '    wrong: int = serp["keyword"]',
      ];
      writeFileSync(path.join(site.folder, 'program.py'), program.join('\n'));
      const complaint = await run(python, ['-m', 'mypy', ...cache, 'program.py'], site.folder, { MYPYPATH: SOURCE }).then(
        () => '',
        (error: Error) => error.message,
      );
      assert.match(complaint, /program\.py:5: error: [^\n]+\nFound 1 error in 1 file/);
      return { version: (await run(python, ['-m', 'mypy', '--version'], site.folder)).split(' ')[1]!.trim() };
    },
  },
];
