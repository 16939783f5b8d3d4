import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { isReachable, postgresFiles } from './postgres-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-programs-'));
chmodSync(folder, 0o755);
afterAll(() => {
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (name.isDirectory()) chmodSync(path.join(name.parentPath, name.name), 0o755);
  rmSync(folder, { recursive: true, force: true });
});

/** A package as npm unpacks it: the list of links, but not the links. */
function unpacked(name: string): string {
  const native = path.join(folder, name, 'native');
  for (const part of ['bin', 'lib']) mkdirSync(path.join(native, part), { recursive: true });
  for (const program of ['initdb', 'postgres']) writeFileSync(path.join(native, 'bin', program), '', { mode: 0o644 });
  writeFileSync(path.join(native, 'lib', 'libpq.so.5.18'), 'library');
  writeFileSync(
    path.join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  return native;
}
const isComplete = (programs: string): boolean =>
  readlinkSync(path.join(programs, 'lib', 'libpq.so.5')) === 'libpq.so.5.18' &&
  (statSync(path.join(programs, 'bin', 'postgres')).mode & 0o111) !== 0;

describe('the PostgreSQL programs', () => {
  test('are completed where they are installed', () => {
    const native = unpacked('own');
    expect(postgresFiles(null, path.join(folder, 'data'), native)).toBe(native);
    expect(isComplete(native)).toBe(true);
  });

  test('are copied and completed beside the data if an ordinary user cannot change the installation', ({ skip }) => {
    const built = fileURLToPath(new URL('../../dist/platform/postgres-files.js', import.meta.url));
    skip(!existsSync(built), 'the service is not built');
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    skip(
      isRoot && !(isReachable(path.dirname(built)) && isReachable(path.dirname(realpathSync(process.execPath)))),
      'no other user can read this checkout',
    );
    const native = unpacked('of-root');
    for (const part of ['bin', 'lib', '.']) chmodSync(path.join(native, part), 0o555);
    const data = path.join(folder, 'data-of-user');
    mkdirSync(data);
    chmodSync(data, 0o777);
    const program = `import { postgresFiles } from ${JSON.stringify(built)}; console.log(postgresFiles(null, ${JSON.stringify(data)}, ${JSON.stringify(native)}));`;
    const run = () =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', cwd: folder, ...user }).trim();
    const copy = path.join(data, 'programs');
    expect([run(), run()]).toEqual([copy, copy]);
    expect(isComplete(copy)).toBe(true);
    expect(lstatSync(path.join(native, 'lib', 'libpq.so.5'), { throwIfNoEntry: false })).toBeUndefined();
  });

  test('are copied again when the package has another version, and only then', ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root needs another user for the database');
    const native = unpacked('updated');
    const data = path.join(folder, 'data-updated');
    const installed = (version: string): void => {
      writeFileSync(path.join(native, '..', 'package.json'), JSON.stringify({ version }));
      writeFileSync(path.join(native, 'lib', 'libpq.so.5.18'), `library of ${version}`);
    };
    // No other user can enter the folder, so a copy is needed.
    chmodSync(path.join(native, '..'), 0o700);
    const library = (): string =>
      readFileSync(path.join(postgresFiles({ uid: 65_534, gid: 65_534 }, data, native), 'lib', 'libpq.so.5'), 'utf8');
    installed('18.4.0');
    expect(library()).toBe('library of 18.4.0');
    const mark = path.join(data, 'programs', 'mark');
    writeFileSync(mark, '');
    expect([library(), existsSync(mark)]).toEqual(['library of 18.4.0', true]);
    installed('18.5.0');
    expect([library(), existsSync(mark)]).toEqual(['library of 18.5.0', false]);
  });
});
