// Builds a clean copy of the source and packs it, as a release would be published.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { runNpm } from './npm.ts';

export interface Packed {
  readonly name: string;
  readonly version: string;
  /** Path of the tarball. */
  readonly file: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  /** Paths inside of the package. */
  readonly contents: readonly string[];
}

/** Packages of npm, each with its folder below the root. */
const PACKAGES = ['.', 'client'];

/** Copies the files of the repository without those that git ignores. The packages of the checkout are used, not copied. */
export function copySource(target: string): void {
  mkdirSync(target, { recursive: true });
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of new Set(list.split('\0').filter(Boolean))) {
    const source = path.join(ROOT, file);
    // Deleted, but not yet committed.
    if (!existsSync(source)) continue;
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    cpSync(source, path.join(target, file), { verbatimSymlinks: true });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(target, 'node_modules'));
}

/** Builds a copy of the source in its own folder and writes the tarballs into `out`. */
export function packAll(folder: string, out: string): Packed[] {
  mkdirSync(out, { recursive: true });
  runNpm(['run', 'build'], folder);
  return PACKAGES.map((each) => pack(path.join(folder, each), out));
}

function pack(folder: string, out: string): Packed {
  // The build has been done. The script that npm runs before packing would repeat it.
  const [made] = JSON.parse(runNpm(['pack', '--json', '--ignore-scripts', '--pack-destination', out], folder));
  const { name, version, filename, size, unpackedSize, files } = made;
  return {
    name,
    version,
    file: path.join(out, filename),
    bytes: size,
    unpackedBytes: unpackedSize,
    contents: files.map((file: { path: string }) => file.path),
  };
}
