// `npm run lab -- <instrument> [arguments]`: builds the service and the lab, then runs one instrument.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, buildLab, install, ROOT, setUp } from './setup.mjs';

const args = process.argv.slice(2);
// The simulation uses recorded figures. It needs the service only to measure them.
const needsService = args[0] !== 'simulate' || args.includes('--measure');
await setUp(install, ...(needsService ? [build] : []), buildLab);
const { runLab } = await import(pathToFileURL(path.join(ROOT, 'dist', 'lab', 'command.js')).href);
process.exitCode = await runLab(args);
