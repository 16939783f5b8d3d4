// `npm run nodes`: two API and three worker nodes on hosts of their own, one cut off, some killed, one slow; says what was lost.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { runNodes } = await import(pathToFileURL(path.join(ROOT, 'nodes', 'run.mjs')).href);
process.exitCode = await runNodes(process.argv.slice(2));
