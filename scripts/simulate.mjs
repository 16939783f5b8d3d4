// `npm run simulate`: a simulated day of load, at several loads; `-- --sizing` prints the sizing table, `-- --measure` measures this machine.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

if (process.argv.includes('--measure')) await setUp(install, build);
const { runSimulation } = await import(pathToFileURL(path.join(ROOT, 'simulate', 'run.mjs')).href);
await runSimulation(process.argv.slice(2));
