// `npm run bench -- [ingest] [queue] [fetch] [parse] [technologies] [keywords] [whois]`: measures each case beside its bare limit in the same run.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { runBench } = await import(pathToFileURL(path.join(ROOT, 'bench', 'run.mjs')).href);
await runBench(process.argv.slice(2));
