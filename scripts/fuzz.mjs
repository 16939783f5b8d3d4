// `npm run fuzz`: attacks a service of its own from a seed and says what gave way.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { runFuzz } = await import(pathToFileURL(path.join(ROOT, 'fuzz', 'run.mjs')).href);
process.exitCode = await runFuzz(process.argv.slice(2));
