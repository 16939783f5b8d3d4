// `npm run build:client`: builds the package in client/, as ES modules in client/dist and as CommonJS in client/dist/cjs.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const CLIENT = path.join(ROOT, 'client');
const COMPILER = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const FORMATS = [
  { settings: 'tsconfig.json', folder: path.join(CLIENT, 'dist'), others: ['cjs'] },
  { settings: 'tsconfig.cjs.json', folder: path.join(CLIENT, 'dist', 'cjs'), others: ['package.json'] },
];

/** The compiler keeps `.ts` in the imports of declarations. Compilers before 5.7 resolve only `.js` there. */
function fixImports(folder) {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.d.ts')) continue;
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    const fixed = text.replace(/((?:from|import\() ?'\.\/[a-z]+)\.ts'/g, "$1.js'");
    if (fixed !== text) writeFileSync(file, fixed);
  }
}

const sources = readdirSync(CLIENT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
const built = new Set(sources.flatMap((name) => [name.replace(/\.ts$/, '.js'), name.replace(/\.ts$/, '.d.ts')]));
for (const { settings, folder, others } of FORMATS) {
  try {
    execFileSync(process.execPath, [COMPILER, '-p', path.join(CLIENT, settings)], { encoding: 'utf8' });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? error.message}`);
    process.exit(1);
  }
  fixImports(folder);
  // Files of an earlier build would be packed too.
  for (const name of readdirSync(folder))
    if (!built.has(name) && !others.includes(name)) rmSync(path.join(folder, name), { recursive: true });
}
writeFileSync(path.join(CLIENT, 'dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
