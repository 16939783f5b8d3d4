// Folders and programs of this checkout that the instruments use.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Lab files run from `dist/lab`, and from `lab` under Vitest, so the root is searched for and not counted in levels. */
function findRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('No package.json above the lab: run it from a checkout.');
    folder = parent;
  }
  return folder;
}

export const ROOT = findRoot();
/** The service as it is built. */
export const PROGRAM = path.join(ROOT, 'dist', 'main.js');
/** The `sextant` command. */
export const SEXTANT = path.join(ROOT, 'bin', 'sextant.mjs');
