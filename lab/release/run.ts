// `npm run release -- --dry-run`: does everything that a release needs, except publishing it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { printLine, verdictOf } from '../report.ts';
import { createProject, installGlobally, runInstalled, searchInstalled, startInstalled } from './install.ts';
import { checkLicences } from './licences.ts';
import { copySource, type Packed, packAll } from './pack.ts';
import { buildWheel, canBuildPython, hasPythonPackage, installWheel } from './python.ts';
import { createSbom } from './sbom.ts';
import { changelogVersion, versionOf, versionProblems } from './versions.ts';

const OUT = path.join(ROOT, 'dist', 'release');
const SBOM = 'sbom.cdx.json';
const CHECKSUMS = 'SHA256SUMS';

const byHand = (version: string): string => `This command publishes nothing. It only checks a release: npm run release -- --dry-run

To publish version ${version} by hand, in a clean checkout of the commit that passed .ci/run:

  1. reserve the scope @sextant-serp of npm and the name sextant-serp of PyPI, if that was not done for an earlier version
  2. npm run release -- --dry-run            writes the tarballs, ${SBOM} and ${CHECKSUMS} into dist/release
  3. npm run lab -- compatibility --write    runs the packages on every supported Node
  4. git tag -s v${version}
  5. npm publish dist/release/sextant-serp-client-${version}.tgz, then the one of the server, with an account that owns the scope
  6. upload dist/release/*.whl with the usual tool for Python packages
  7. let the documentation install the packages by name: until then it installs files
  8. build and push the image, with ${version} as its tag, and attach ${SBOM} and ${CHECKSUMS} to the release page
`;

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

export async function runRelease(args: readonly string[]): Promise<number> {
  const unknown = args.filter((arg) => arg !== '--dry-run');
  if (!args.includes('--dry-run') || unknown.length > 0) {
    process.stderr.write(`${unknown.length > 0 ? `Unknown argument: ${unknown.join(' ')}.\n` : ''}${byHand(versionOf(ROOT))}`);
    return 2;
  }
  // Below the folder, PostgreSQL runs as another user if root runs this.
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-release-'));
  execFileSync('chmod', ['711', folder]);
  try {
    const problems = await checkRelease(folder);
    for (const problem of problems) printLine(`PROBLEM  ${problem}`);
    printLine(`RELEASE version=${versionOf(ROOT)} problems=${problems.length} ${verdictOf(problems)}, nothing was published`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkRelease(folder: string): Promise<string[]> {
  const version = versionOf(ROOT);
  const problems = [...versionProblems(ROOT)];
  if (changelogVersion(ROOT) !== version) problems.push(`CHANGELOG.md has no section "## ${version}" at its top.`);
  const { counts, problems: licenceProblems } = checkLicences(ROOT);
  problems.push(...licenceProblems);
  printLine(`licences  ${counts.map(({ licence, packages }) => `${licence} ${packages}`).join(', ')}`);
  if (execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }) !== '')
    printLine('remark    The working tree has changes. Release only what is committed.');

  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const [first, second] = ['first', 'second'].map((name) => path.join(folder, name)) as [string, string];
  copySource(first);
  cpSync(first, second, { recursive: true, verbatimSymlinks: true });
  const packed = packAll(first, path.join(folder, 'out'));
  packAll(second, path.join(folder, 'again'));
  for (const { name, file, bytes, unpackedBytes, contents } of packed) {
    printLine(`packed    ${name}: ${kilobytes(bytes)}, unpacked ${kilobytes(unpackedBytes)}, ${contents.length} files`);
    copyFileSync(file, path.join(OUT, path.basename(file)));
  }
  checkPython(first, second, folder, problems);
  problems.push(...differences(path.join(folder, 'out'), path.join(folder, 'again')));
  await tryPackages(packed, folder);
  const { text, components } = createSbom(first, packed[0]!.name);
  writeFileSync(path.join(OUT, SBOM), text);
  printLine(`SBOM      ${components} parts`);
  writeChecksums();
  return problems;
}

/** Builds, compares and installs the Python package, if this version has one. */
function checkPython(first: string, second: string, folder: string, problems: string[]): void {
  if (!hasPythonPackage(first)) return;
  if (!canBuildPython()) {
    problems.push(
      'The Python package was not built: build, setuptools, wheel or venv is missing (Debian: python3-build, python3-wheel, python3-venv).',
    );
    return;
  }
  const wheel = buildWheel(first, path.join(folder, 'out'));
  buildWheel(second, path.join(folder, 'again'));
  copyFileSync(wheel, path.join(OUT, path.basename(wheel)));
  const stated = installWheel(wheel, folder);
  if (stated !== versionOf(ROOT)) problems.push(`The installed Python package states version ${stated}.`);
  printLine(`packed    ${path.basename(wheel)}, installed as ${stated}`);
}

/** Two builds in different folders must give the same bytes. */
function differences(one: string, other: string): string[] {
  const names = readdirSync(one);
  const different = names.filter((name) => sha256(path.join(one, name)) !== sha256(path.join(other, name)));
  if (different.length === 0) printLine(`repeated  two builds gave the same bytes: ${names.join(', ')}`);
  return different.map((name) => `${name} differs between two builds of the same source.`);
}

async function tryPackages([server, client]: readonly Packed[], folder: string): Promise<void> {
  const command = installGlobally(server!.file, path.join(folder, 'prefix'));
  const home = path.join(folder, 'empty');
  mkdirSync(home);
  const version = runInstalled(command, ['--version'], home);
  if (version !== server!.version) throw new Error(`sextant --version printed ${version}.`);
  const project = createProject(path.join(folder, 'project'), client!.file);
  const service = await startInstalled(command, home);
  try {
    const address = { url: service.url, key: service.testKey! };
    searchInstalled(project, 'program.mjs', address);
    searchInstalled(project, 'program.cjs', address);
  } finally {
    await service.stop();
  }
  printLine(`installed sextant ${version} on Node ${process.versions.node}, started, searched with import and require`);
}

function writeChecksums(): void {
  const names = readdirSync(OUT).toSorted();
  writeFileSync(path.join(OUT, CHECKSUMS), names.map((name) => `${sha256(path.join(OUT, name))}  ${name}\n`).join(''));
  printLine(`written   dist/release: ${[...names, CHECKSUMS].join(', ')}`);
}
