// The built files of the dashboard, read once at the start and held in memory.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { etagOf } from '../platform/compression.ts';

export interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  /** By content encoding. `identity` always exists. */
  readonly bytes: ReadonlyMap<Encoding, Buffer>;
}

export type Encoding = 'br' | 'gzip' | 'identity';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Returns the files by their path in the folder, such as `assets/index-1a2b3c4d.js`. Empty without a build. */
export function readFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  if (!existsSync(path.join(folder, 'index.html'))) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const full = path.join(entry.parentPath, entry.name);
    const plain = readFileSync(full);
    const bytes = new Map<Encoding, Buffer>([['identity', plain]]);
    if (existsSync(`${full}.br`)) bytes.set('br', readFileSync(`${full}.br`));
    if (existsSync(`${full}.gz`)) bytes.set('gzip', readFileSync(`${full}.gz`));
    files.set(path.relative(folder, full).split(path.sep).join('/'), { type, etag: etagOf(plain), bytes });
  }
  return files;
}

/** Returns a page for a service below a path: its links contain the path, and its scripts read it from the root element. */
export function withBasePath(page: BuiltFile, basePath: string): BuiltFile {
  if (basePath === '') return page;
  const text = page.bytes.get('identity')!.toString();
  const plain = Buffer.from(text.replace('<html ', `<html data-base-path="${basePath}" `).replace(/ (href|src)="\//g, ` $1="${basePath}/`));
  const bytes = new Map<Encoding, Buffer>([
    ['identity', plain],
    ['br', brotliCompressSync(plain)],
    ['gzip', gzipSync(plain)],
  ]);
  return { ...page, etag: etagOf(plain), bytes };
}

/** Returns the best encoding that the client accepts and the file has. */
export function encodingOf(file: BuiltFile, accepted: string | undefined): Encoding {
  const acceptedEncodings = new Set(
    (accepted ?? '')
      .split(',', 20)
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim().toLowerCase()),
  );
  return (['br', 'gzip'] as const).find((encoding) => acceptedEncodings.has(encoding) && file.bytes.has(encoding)) ?? 'identity';
}
