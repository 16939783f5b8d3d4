// Files of a backup: copies with checksums, flushed to the disk and verified before a restore.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, chown, mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RunAs } from './postgres-user.ts';

export interface CopiedFile {
  /** Relative to the folder, with forward slashes. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A running database removes files and folders at any time. The WAL has their content. */
const unlessGone = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Every file and folder below `root` that `accepts` accepts, including empty folders. A folder may be removed meanwhile. */
export async function* walk(
  root: string,
  accepts: (name: string) => boolean,
  below = '',
): AsyncGenerator<{ name: string; kind: 'file' | 'folder' }> {
  const entries = readdir(path.join(root, below), { withFileTypes: true });
  for (const entry of (await (below === '' ? entries : entries.catch(unlessGone))) ?? []) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!accepts(name)) continue;
    if (entry.isDirectory()) {
      yield { name, kind: 'folder' };
      yield* walk(root, accepts, name);
    } else if (entry.isFile()) yield { name, kind: 'file' };
  }
}

/** Copies one file. Returns null when it no longer exists. */
export async function copyFile(from: string, to: string, name: string): Promise<CopiedFile | null> {
  // An open file can be read to its end even after it was removed.
  const source = await open(path.join(from, name)).catch(unlessGone);
  if (source === null) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const target = await open(path.join(to, name), 'w', 0o600);
    try {
      for await (const chunk of source.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
        hash.update(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        await target.write(chunk as Buffer);
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** Changes the owner of a folder and everything in it to the user that runs PostgreSQL. */
export async function changeOwner(folder: string, user: RunAs | null): Promise<void> {
  if (user === null) return;
  await chown(folder, user.uid, user.gid);
  for await (const { name } of walk(folder, () => true)) await chown(path.join(folder, name), user.uid, user.gid);
}
