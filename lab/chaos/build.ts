// Makes a rewritten copy of the built product for one run; the product's own build stays as it is.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';
import { MUTANTS } from './mutants.ts';
import { PLACES } from './places.ts';
import { rewrite } from './rewrite.ts';

/** The harness itself, which is built beside the product. */
const LAB = path.join(ROOT, 'dist', 'lab');

/** Mutants first: they are written against the plain product. */
export function editsOf(mutant) {
  const edits = {};
  for (const table of [mutant === null ? {} : (MUTANTS[mutant].js ?? {}), PLACES])
    for (const [file, list] of Object.entries(table)) edits[file] = [...(edits[file] ?? []), ...list];
  return edits;
}

/** The program of the copy. */
export function buildCopy(folder, mutant) {
  const app = path.join(folder, 'app');
  mkdirSync(app, { recursive: true });
  cpSync(path.join(ROOT, 'dist'), path.join(app, 'dist'), { recursive: true, filter: (file) => !file.endsWith('.map') && file !== LAB });
  for (const [file, edits] of Object.entries(editsOf(mutant))) {
    const target = path.join(app, 'dist', file);
    writeFileSync(target, rewrite(readFileSync(target, 'utf8'), edits, `dist/${file}`));
  }
  // What a process can load before it knows what it will be.
  writeFileSync(path.join(app, 'dist', 'main-parts.js'), "import './runners.js';\n");
  for (const name of ['node_modules', 'sql', 'data', 'package.json']) symlinkSync(path.join(ROOT, name), path.join(app, name));
  return path.join(app, 'dist', 'main.js');
}
