// Makes an edited copy of the built product for one run. The build itself is not changed.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { EDITS } from './failpoints.ts';
import { mutantOf } from './mutants.ts';
import { type Edit, rewrite } from './rewrite.ts';

/** The lab itself, which is built beside the product. */
const LAB = path.join(ROOT, 'dist', 'lab');

/** Mutants come first, because they are written against the unedited product. */
export function editsOf(mutant: string | null): Record<string, Edit[]> {
  const edits: Record<string, Edit[]> = {};
  for (const table of [mutant === null ? {} : (mutantOf(mutant).js ?? {}), EDITS])
    for (const [file, list] of Object.entries(table)) edits[file] = [...(edits[file] ?? []), ...list];
  return edits;
}

/** Returns the program of the copy. */
export function buildCopy(folder: string, mutant: string | null): string {
  const app = path.join(folder, 'app');
  mkdirSync(app, { recursive: true });
  cpSync(path.join(ROOT, 'dist'), path.join(app, 'dist'), { recursive: true, filter: (file) => !file.endsWith('.map') && file !== LAB });
  for (const [file, edits] of Object.entries(editsOf(mutant))) {
    const target = path.join(app, 'dist', file);
    writeFileSync(target, rewrite(readFileSync(target, 'utf8'), edits, `dist/${file}`));
  }
  // The modules that a process loads before it has its orders.
  const parts = ['runners', 'wiring/start', 'wiring/api-process', 'wiring/worker-process', 'wiring/isolated-process'];
  writeFileSync(path.join(app, 'dist', 'main-parts.js'), parts.map((part) => `import './${part}.js';\n`).join(''));
  for (const name of ['node_modules', 'sql', 'data', 'package.json']) symlinkSync(path.join(ROOT, name), path.join(app, name));
  return path.join(app, 'dist', 'main.js');
}
