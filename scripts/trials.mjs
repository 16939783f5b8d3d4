// `npm run trials`: puts the service under more than it can bear, restarts it and its database under load, and says what became of the promises.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { runTrials } = await import(pathToFileURL(path.join(ROOT, 'trials', 'run.mjs')).href);
process.exitCode = await runTrials(process.argv.slice(2));
