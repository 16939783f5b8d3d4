// The next version of the service: a copy of this build with one more migration and edited files.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Edit, rewrite } from '../chaos/rewrite.ts';
import { ROOT } from '../paths.ts';

export interface NextVersion {
  /** The text of the migration. */
  readonly migration: string;
  /** Edits by file below `dist`. */
  readonly edits?: Readonly<Record<string, readonly Edit[]>>;
}

const MIGRATION = '9999_trial.sql';
/** The lab itself is built beside the service. */
const LAB = path.join(ROOT, 'dist', 'lab');

/** Returns the folder of the copy. */
export function buildNext(folder: string, { migration, edits = {} }: NextVersion): string {
  const root = path.join(folder, 'next');
  mkdirSync(root);
  for (const name of ['dist', 'sql', 'data'])
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true, filter: (file) => file !== LAB });
  cpSync(path.join(ROOT, 'package.json'), path.join(root, 'package.json'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'sql', 'migrations', MIGRATION), migration);
  for (const [file, list] of Object.entries(edits)) {
    const target = path.join(root, 'dist', file);
    writeFileSync(target, rewrite(readFileSync(target, 'utf8'), list, `dist/${file}`));
  }
  return root;
}
