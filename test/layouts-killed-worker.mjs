// A process with the layouts of a worker. It writes its counts, then stops before it keeps the first sample page, and says so.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , dist, databaseUrl, given] = process.argv;
const load = (file) => import(pathToFileURL(path.join(dist, file)).href);
const { createDb } = await load('platform/db.js');
const { compress } = await load('platform/gzip.js');
const { createLayoutTable } = await load('business/layouts/table.js');
const { slots, objectIds, lostPages } = JSON.parse(given);

const db = createDb({ url: databaseUrl, connectionsMax: 2, queryMsMax: 20_000, connectMsMax: 60_000 });
const sketches = { shapes: Uint16Array.from(slots), names: Uint16Array.from(slots) };
const page = {
  engine: 'bing',
  device: 'desktop',
  sketches,
  outcome: 'valid',
  isFirst: true,
  requested: 10,
  found: { organic: { length: 3 } },
};
let built = 0;
const sampleOf = (objectId) => async () => {
  const body = await compress('<title>clay pots</title>');
  built++;
  const region = { canonicalName: 'United States', countryCode: 'US', type: 'country', latitude: 39, longitude: -95 };
  const query = { engine: 'bing', keyword: 'clay pots', region, language: 'en', isMobile: false, maxResults: 10 };
  return { objectId, query, contentType: 'text/html', status: 200, outcome: 'valid', reason: null, found: {}, body };
};

const table = createLayoutTable({
  db: {
    query: (statement, values) => {
      if (statement.name !== 'keep_case_page') return db.query(statement, values);
      // The counts are written. These pages arrive afterwards.
      for (let n = 0; n < lostPages; n++) table.observe(page);
      process.stdout.write('keeping\n');
      return new Promise(() => undefined);
    },
  },
  samplesMax: 3,
  retentionDays: 7,
  onUnknown: () => undefined,
  onError: (error) => {
    throw error;
  },
  intervalMs: 0,
});
await table.load();
for (const objectId of objectIds) table.observe({ ...page, sample: sampleOf(objectId) });
while (built < objectIds.length) await new Promise((resolve) => setImmediate(resolve));
// A sample waits for the next write after its promise has resolved.
await new Promise((resolve) => setImmediate(resolve));
setInterval(() => undefined, 60_000);
await table.write();
process.stdout.write('written\n');
