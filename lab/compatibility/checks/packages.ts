// The npm packages: linted, installed into empty folders, started and used, on every supported Node.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createProject, installGlobally, runInstalled, searchInstalled, startInstalled } from '../../release/install.ts';
import { copySource, type Packed, packAll } from '../../release/pack.ts';
import { type CompatibilityCheck, Missing, type Site } from '../check.ts';
import { NODE_MAJORS, type NodeMajor, nodeProgram, nodeVersion } from '../nodes.ts';

interface Packages {
  readonly server: Packed;
  readonly client: Packed;
}

const packedIn = new Map<string, Packages>();

/** Packs once for all checks of a run. */
export function packagesOf({ folder }: Site): Packages {
  const home = path.dirname(folder);
  const known = packedIn.get(home);
  if (known) return known;
  const source = path.join(home, 'package-source');
  copySource(source);
  const [server, client] = packAll(source, path.join(home, 'packages'));
  const packages = { server: server!, client: client! };
  packedIn.set(home, packages);
  return packages;
}

/** Runs a program of the tools. Returns what it printed; throws if it fails. */
function runTool(site: Site, file: string, args: readonly string[], folder = site.folder): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [site.tool(file), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${file} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

const PROGRAM = `
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'key' });
export const first = async (): Promise<string> => {
  const serp: SERP = await client.serp.createAndWait({ keyword: 'tea', region: 'US' });
  return serp.id;
};
// @ts-expect-error: the types reject an unknown priority.
export const wrong = () => client.serp.create({ keyword: 'tea', priority: 'SOON' });
export const isOurs = (error: unknown): error is SextantError => error instanceof SextantError;
`;
const IMPORT = `import { createClient, type SERP, SextantError } from '@sextant-serp/client';${PROGRAM}`;
const REQUIRE = `import sextant = require('@sextant-serp/client');
import type { SERP } from '@sextant-serp/client';
const { createClient, SextantError } = sextant;
type SextantError = sextant.SextantError;${PROGRAM}`;
/** Module settings that projects use, each with a program. */
const PROJECTS: readonly (readonly [file: string, text: string, settings: Readonly<Record<string, string>>])[] = [
  ['esm.mts', IMPORT, { module: 'node16', moduleResolution: 'node16' }],
  ['from-cjs.cts', REQUIRE, { module: 'node16', moduleResolution: 'node16' }],
  ['esm.mts', IMPORT, { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['bundled.ts', IMPORT, { module: 'esnext', moduleResolution: 'bundler' }],
  ['classic.ts', IMPORT, { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '5.0' }],
];

async function compileProjects(site: Site): Promise<void> {
  const project = createProject(path.join(site.folder, 'project'), packagesOf(site).client.file);
  for (const [file, text, settings] of PROJECTS) {
    writeFileSync(path.join(project, file), text);
    const compilerOptions = { ...settings, target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, noEmit: true };
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    // Declarations are checked too: skipLibCheck is off.
    runTool(site, 'typescript/bin/tsc', ['-p', project]);
  }
}

async function installAndStart(site: Site, major: NodeMajor): Promise<void> {
  const node = nodeProgram(major);
  const { server, client } = packagesOf(site);
  const command = installGlobally(server.file, path.join(site.folder, 'prefix'), node);
  const home = path.join(site.folder, 'empty');
  mkdirSync(home);
  assert.equal(runInstalled(command, ['--version'], home, node), server.version);
  assert.equal(JSON.parse(runInstalled(command, ['version', '--json'], home, node)).node, nodeVersion(major));
  const project = createProject(path.join(site.folder, 'project'), client.file, node);
  const service = await startInstalled(command, home, node);
  try {
    assert.equal(service.dataFolder, path.join(home, '.data'));
    for (const page of ['/', '/docs/guide', '/docs', '/openapi.json', '/readyz'])
      assert.equal((await fetch(`${service.url}${page}`)).status, 200, page);
    const address = { url: service.url, key: service.testKey! };
    searchInstalled(project, 'program.mjs', address, node);
    searchInstalled(project, 'program.cjs', address, node);
  } finally {
    assert.equal(await service.stop(), 0);
  }
  // An update replaces the folder of the package. The data must still be there.
  installGlobally(server.file, path.join(site.folder, 'prefix'), node);
  const again = await startInstalled(command, home, node);
  assert.equal(await again.stop(), 0);
  assert.equal(again.testKey, undefined, 'The second start made a new account.');
}

const ORDINARY_USER = 65_534;

/** npm blocks install scripts, so the libraries of PostgreSQL lack their links, and an ordinary user cannot add them. */
async function startAsOrdinaryUser(site: Site): Promise<void> {
  if (process.getuid?.() !== 0) throw new Missing('Only root can install for another user.');
  const command = installGlobally(packagesOf(site).server.file, path.join(site.folder, 'prefix'));
  const home = path.join(site.folder, 'home');
  mkdirSync(home);
  chownSync(home, ORDINARY_USER, ORDINARY_USER);
  chmodSync(site.folder, 0o755);
  const service = await startInstalled(command, home, process.execPath, { uid: ORDINARY_USER, gid: ORDINARY_USER });
  try {
    const response = await fetch(`${service.url}/serp/new?apikey=${service.testKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"keyword":"tea","region":"US","asynchronous":false}',
    });
    assert.equal(response.status, 200, await response.text());
  } finally {
    assert.equal(await service.stop(), 0);
  }
}

export const PACKAGE_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'packages-publint',
    area: 'Packages',
    tool: 'publint',
    what: 'both packages, warnings count as errors',
    run: async (site) => {
      const { server, client } = packagesOf(site);
      for (const { file } of [server, client]) runTool(site, 'publint/src/cli.js', ['run', file, '--strict']);
      return { version: site.versionOf('publint') };
    },
  },
  {
    name: 'packages-attw',
    area: 'Packages',
    tool: '@arethetypeswrong/cli',
    what: 'the client, in all four resolution modes',
    run: async (site) => {
      const printed = runTool(site, '@arethetypeswrong/cli/dist/index.js', [packagesOf(site).client.file, '--format', 'json']);
      assert.deepEqual(JSON.parse(printed).problems ?? {}, {});
      return { version: site.versionOf('@arethetypeswrong/cli') };
    },
  },
  {
    name: 'packages-typescript',
    area: 'Packages',
    tool: 'TypeScript',
    what: 'programs that import the client, with node16, nodenext, bundler and node10 resolution',
    run: async (site) => {
      await compileProjects(site);
      return { version: site.versionOf('typescript') };
    },
  },
  ...NODE_MAJORS.map(
    (major): CompatibilityCheck => ({
      name: `packages-node-${major}`,
      area: 'Packages',
      tool: `npm and Node ${major}`,
      what: 'npm install -g, sextant start in an empty folder, a search through the client (ESM and CommonJS), update, start again',
      run: async (site) => {
        await installAndStart(site, major);
        return { version: nodeVersion(major) };
      },
    }),
  ),
  {
    name: 'packages-ordinary-user',
    area: 'Packages',
    tool: 'npm, installed by root',
    what: 'install scripts blocked, then sextant start by an ordinary user',
    run: async (site) => {
      await startAsOrdinaryUser(site);
      const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8' });
      return { version: stdout.trim() };
    },
  },
];
