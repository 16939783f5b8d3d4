// `npm run chaos -- [--seed 1] [--seeds 10] [--time 60] [--profile full|short] [--mutants]`: breaks the service on purpose and checks what is left.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { runChaos } = await import(pathToFileURL(path.join(ROOT, 'chaos', 'command.mjs')).href);
process.exit(await runChaos(process.argv.slice(2)));
