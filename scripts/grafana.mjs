// `npm run grafana`: writes the Grafana dashboard from the metric table. A test fails when it is stale.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { grafanaDashboard } from './grafana/dashboard.mjs';
import { build, install, ROOT, setUp } from './setup.mjs';

await setUp(install, build);
const { METRICS } = await import(pathToFileURL(path.join(ROOT, 'dist', 'platform', 'metric-table.js')).href);
writeFileSync(path.join(ROOT, 'deploy', 'grafana', 'sextant.json'), grafanaDashboard(METRICS));
