// Writes docs/command-line.md from the table of commands. A test fails when it is stale.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { commandLinePage } = await import(pathToFileURL(path.join(ROOT, 'dist', 'cli', 'page.js')).href);
writeFileSync(path.join(ROOT, 'docs', 'command-line.md'), commandLinePage());
