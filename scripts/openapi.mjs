// `npm run openapi`: writes docs/openapi.json from the routes. A test fails when it is stale.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { describeApi } = await import(pathToFileURL(path.join(ROOT, 'dist', 'api', 'describe.js')).href);
writeFileSync(path.join(ROOT, 'docs', 'openapi.json'), `${JSON.stringify(await describeApi(), null, 2)}\n`);
process.stdout.write('docs/openapi.json was written.\n');
