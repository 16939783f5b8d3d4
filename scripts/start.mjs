// `npm start`: prepares the checkout, then runs the service in this process, with arguments after `--`.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
process.argv.splice(2, 0, 'start');
await import(pathToFileURL(path.join(ROOT, 'dist', 'main.js')).href);
