// Every place that states the version of a release. package.json decides; all others must agree.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface StatedVersion {
  /** File below the root, with a remark if it states several. */
  readonly place: string;
  readonly version: string;
}

interface Place {
  readonly folder: string;
  /** Name of the file; it is searched for in all folders below. */
  readonly name: string;
  /** The first group is the version. A file without a match states none. */
  readonly patterns: readonly RegExp[];
}

const PLACES: readonly Place[] = [
  { folder: 'deploy', name: 'Chart.yaml', patterns: [/^version: *"?([^"\s]+)/m, /^appVersion: *"?([^"\s]+)/m] },
  { folder: 'clients', name: 'pyproject.toml', patterns: [/^version = "([^"]+)"/m] },
  { folder: 'clients', name: 'version.py', patterns: [/^__version__ = "([^"]+)"/m] },
  { folder: '.', name: 'Dockerfile', patterns: [/org\.opencontainers\.image\.version="?(\d[^"\s]*)/, /^ARG VERSION="?(\d[^"\s]*)/m] },
];
/** Folders with files of others. */
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'build', '.data']);

function filesNamed(folder: string, name: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesNamed(file, name);
    return entry.name === name ? [file] : [];
  });
}

const readJson = (root: string, file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** The version of the release. */
export const versionOf = (root: string): string => readJson(root, 'package.json').version;

/** The version of the newest section that is not "Unreleased", or null. */
export const changelogVersion = (root: string): string | null =>
  /^## \[?(\d+\.\d+\.\d+[^\]\s]*)/m.exec(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'))?.[1] ?? null;

export function statedVersions(root: string): StatedVersion[] {
  const lock = readJson(root, 'package-lock.json');
  const found = PLACES.flatMap(({ folder, name, patterns }) =>
    filesNamed(path.join(root, folder), name).flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return patterns.flatMap((pattern) => {
        const version = pattern.exec(text)?.[1];
        return version === undefined ? [] : [{ place: path.relative(root, file), version }];
      });
    }),
  );
  return [
    { place: 'client/package.json', version: readJson(root, 'client/package.json').version },
    { place: 'package-lock.json', version: lock.version },
    { place: 'package-lock.json, the service', version: lock.packages[''].version },
    { place: 'package-lock.json, the client', version: lock.packages.client.version },
    ...found,
  ];
}

/** Returns one sentence per place that states another version. */
export function versionProblems(root: string): string[] {
  const version = versionOf(root);
  const problems = statedVersions(root)
    .filter((stated) => stated.version !== version)
    .map((stated) => `${stated.place} states version ${stated.version}, package.json ${version}.`);
  // The contract has its own version, of two numbers. It changes with the first two of ours.
  const contract: string = readJson(root, 'docs/openapi.json').info.version;
  if (contract !== version && !version.startsWith(`${contract}.`))
    problems.push(`docs/openapi.json states version ${contract}, package.json ${version}.`);
  return problems;
}
