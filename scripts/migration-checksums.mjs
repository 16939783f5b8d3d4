// Checksums in sql/migrations/checksums.txt: an applied migration must not change.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NAMED = /^-- (run|dropped): (\S+)$/gm;

export const checksumsFile = (root) => path.join(root, 'migrations', 'checksums.txt');

const checksum = (file) => (existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'missing');

/**
 * Returns the current entries: one per migration, and one per file that it runs. A file belongs to the last migration
 * that names it; earlier entries are marked `replaced`.
 */
export function currentEntries(root) {
  const folder = path.join(root, 'migrations');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const entries = names.sort().flatMap((name) => [
    { subject: name, checksum: checksum(path.join(folder, name)) },
    ...[...readFileSync(path.join(folder, name), 'utf8').matchAll(NAMED)].map(([, verb, file]) => ({
      subject: `${name} ${file}`,
      file,
      dropped: verb === 'dropped',
      checksum: checksum(path.join(root, file)),
    })),
  ]);
  const lastOf = new Map(entries.map((entry) => [entry.file ?? entry.subject, entry]));
  return entries
    .map((entry) => ({ ...entry, replaced: lastOf.get(entry.file ?? entry.subject) !== entry }))
    .filter(({ dropped }) => !dropped);
}

/** Returns the frozen checksums by subject. */
export function frozenEntries(root) {
  const lines = existsSync(checksumsFile(root)) ? readFileSync(checksumsFile(root), 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Returns the differences from the frozen checksums, as text. */
export function changesOf(frozen, current) {
  const subjects = new Set(current.map(({ subject }) => subject));
  return [
    ...current
      .filter((entry) => !entry.replaced && frozen.has(entry.subject) && frozen.get(entry.subject) !== entry.checksum)
      .map(({ subject }) => `changed: ${subject}`),
    ...[...frozen.keys()].filter((subject) => !subjects.has(subject)).map((subject) => `missing: ${subject}`),
    ...current.filter(({ subject }) => !frozen.has(subject)).map(({ subject }) => `not frozen yet: ${subject}`),
  ];
}
