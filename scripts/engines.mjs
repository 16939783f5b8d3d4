// `npm run engines`: writes the list of engine folders and the engine tables of docs/engines.md. Tests fail when they are stale.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

const FOLDER = path.join(ROOT, 'src', 'sources', 'engines');
const LIST = path.join(FOLDER, 'list.ts');
const PAGE = path.join(ROOT, 'docs', 'engines.md');

const names = readdirSync(FOLDER).filter((name) => existsSync(path.join(FOLDER, name, 'index.ts')));
const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const lines = [
  '// Written by `npm run engines` from the folders beside it. Do not edit.',
  "import type { EngineName } from '../../contract/vocabulary.ts';",
  "import type { EngineDefinition } from './definition.ts';",
  ...names.map((name) => `import { definition as ${camelCase(name)} } from './${name}/index.ts';`),
  '',
  'export const DEFINITIONS: Readonly<Record<EngineName, EngineDefinition>> = {',
  ...names.map((name) => (camelCase(name) === name ? `  ${name},` : `  '${name}': ${camelCase(name)},`)),
  '};',
];
writeFileSync(LIST, `${lines.join('\n')}\n`);
const biome = path.join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
await setUp(install);
spawnSync(process.execPath, [biome, 'check', '--write', LIST], { cwd: ROOT, stdio: 'inherit' });

await setUp(build);
const { withEngines } = await import(pathToFileURL(path.join(ROOT, 'dist', 'wiring', 'engines-page.js')).href);
writeFileSync(PAGE, withEngines(readFileSync(PAGE, 'utf8')));
