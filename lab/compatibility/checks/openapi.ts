// Linters and generators of clients read the OpenAPI document, and a fuzzer compares the service with it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../paths.ts';
import type { CompatibilityCheck, Site } from '../check.ts';
import { fuzzContract } from '../contract-fuzz.ts';
import { nodeProgram } from '../nodes.ts';
import { packageVersion } from '../tools.ts';
import { HEY_API_PROGRAM, OPENAPI_TYPESCRIPT_PROGRAM } from './openapi-programs.ts';

const run = promisify(execFile);
const BYTES_MAX = 64 * 1024 * 1024;

/** Runs a program of a package. Rejects with what it printed if it fails. */
async function runTool(site: Site, file: string, args: readonly string[], cwd: string, node = process.execPath): Promise<string> {
  const options = { cwd, maxBuffer: BYTES_MAX, env: { PATH: process.env.PATH ?? '', HOME: site.folder, URL: site.url, KEY: site.key } };
  try {
    return (await run(node, [file, ...args], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${path.basename(file)}: ${stderr}${stdout}`.slice(0, 4000), { cause: error });
  }
}

/** Stores the document of the running service, as a user would. */
async function download({ url, folder }: Site): Promise<string> {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, await (await fetch(`${url}/openapi.json`)).text());
  return file;
}

/** Compiles the program under strict, then runs it against the service. */
async function compileAndRun(site: Site, folder: string, program: string): Promise<void> {
  writeFileSync(path.join(folder, 'main.ts'), program);
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'commonjs',
    moduleResolution: 'node10',
    ignoreDeprecations: '5.0',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    outDir: 'js',
  };
  // A package.json in a folder above must not turn the program into an ES module.
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await runTool(site, site.tool('typescript/bin/tsc'), ['-p', '.'], folder);
  assert.match(await runTool(site, path.join(folder, 'js', 'main.js'), [], folder), /^PASS\n$/);
}

export const OPENAPI_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'openapi-redocly',
    area: 'OpenAPI',
    tool: 'Redocly CLI',
    what: 'lint docs/openapi.json with redocly.yaml: no error, no warning',
    run: async (site) => {
      const args = ['lint', '--format=json', '--max-problems=1000'];
      const { totals, problems } = JSON.parse(await runTool(site, site.tool('@redocly/cli/bin/cli.js'), args, ROOT));
      const open = (problems as { ignored?: boolean; message: string }[]).filter(({ ignored }) => !ignored);
      assert.deepEqual([totals.errors, totals.warnings, open.map(({ message }) => message)], [0, 0, []]);
      return { version: site.versionOf('@redocly/cli') };
    },
  },
  {
    name: 'openapi-spectral',
    area: 'OpenAPI',
    tool: 'Spectral CLI',
    what: 'lint docs/openapi.json with .spectral.yaml: no error, no warning',
    run: async (site) => {
      const program = site.tool('@stoplight/spectral-cli/dist/index.js');
      const args = ['lint', 'docs/openapi.json', '--ruleset', '.spectral.yaml', '--format', 'json', '--fail-severity', 'hint', '--quiet'];
      assert.deepEqual(JSON.parse(await runTool(site, program, args, ROOT)), []);
      return { version: site.versionOf('@stoplight/spectral-cli') };
    },
  },
  {
    name: 'openapi-typescript',
    area: 'OpenAPI',
    tool: 'openapi-typescript (npm)',
    what: 'types that compile under tsc strict, used against the service',
    run: async (site) => {
      const file = await download(site);
      const folder = path.join(site.folder, 'types');
      mkdirSync(folder);
      // Without this option, fields of requests that have a default are required.
      const args = [file, '-o', path.join(folder, 'types.ts'), '--default-non-nullable=false'];
      await runTool(site, site.tool('openapi-typescript/bin/cli.js'), args, site.folder);
      await compileAndRun(site, folder, OPENAPI_TYPESCRIPT_PROGRAM);
      return { version: site.versionOf('openapi-typescript'), remark: 'with `--default-non-nullable=false`' };
    },
  },
  {
    name: 'openapi-hey-api',
    area: 'OpenAPI',
    tool: '@hey-api/openapi-ts (npm)',
    what: 'a client that compiles under tsc strict, used against the service',
    run: async (site) => {
      const file = await download(site);
      const folder = path.join(site.folder, 'client');
      mkdirSync(folder);
      const program = site.tool('@hey-api/openapi-ts/bin/run.js');
      await runTool(site, program, ['-i', file, '-o', path.join(folder, 'api'), '--no-log-file'], site.folder, nodeProgram(22));
      await compileAndRun(site, folder, HEY_API_PROGRAM);
      return { version: site.versionOf('@hey-api/openapi-ts') };
    },
  },
  {
    name: 'openapi-contract-fuzz',
    area: 'OpenAPI',
    tool: 'fast-check and Ajv',
    what: 'valid and damaged requests to every operation: no 500, no undocumented status, all bodies match their schemas',
    short: true,
    run: async (site) => {
      const perOperation = site.isShort ? 2 : 20;
      const { requests, statuses, rejectedByRate, findings } = await fuzzContract(site, { seed: 1, perOperation });
      assert.equal(findings.length, 0, findings.slice(0, 10).join('\n'));
      assert.ok(rejectedByRate < requests / 20, `${rejectedByRate} of ${requests} requests were only limited by rate`);
      return { version: packageVersion('fast-check'), remark: `${requests} requests, statuses ${statuses}` };
    },
  },
];
