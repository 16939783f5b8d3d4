// The database host: a PostgreSQL that listens on the given address until its IPC channel closes.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '#product/platform/postgres.js';

const [folder, address, network] = process.argv.slice(2) as [string, string, string];
const home = path.join(folder, 'postgres');
// The first start creates the cluster. Network access is configured before the second.
await (await startPostgres(home)).stop();
appendFileSync(path.join(home, 'cluster', 'pg_hba.conf'), `host all all ${network} scram-sha-256\n`);
const postgres = await startPostgres(home, { listen_addresses: address, max_connections: '300' });
const url = `postgres://sextant:${readFileSync(path.join(home, 'password'), 'utf8').trim()}@${address}:5432/sextant`;
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.end();
process.send!({ url });
process.once('disconnect', async () => {
  await postgres.stop();
  process.exit(0);
});
