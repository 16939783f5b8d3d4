// `npm start`: makes the checkout ready, then runs the whole service in this process.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
process.argv.splice(2, Number.POSITIVE_INFINITY, 'start');
await import(pathToFileURL(path.join(ROOT, 'dist', 'main.js')).href);
