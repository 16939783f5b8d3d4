// `npm run drill`: loses a whole data folder on purpose, restores it from backup and archived log, and says what was lost and how long it took.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { runDrill } = await import(pathToFileURL(path.join(ROOT, 'drill', 'run.mjs')).href);
process.exitCode = await runDrill(process.argv.slice(2));
