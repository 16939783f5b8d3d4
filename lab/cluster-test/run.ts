// Lays the network, starts the database on its host and the trial on the load's, and takes everything away again.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { layNetwork, NETWORK, obstacle, spawnOn, tearNetwork } from './network.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const HOSTS = ['db', 'load', 'a1', 'a2', 'w1', 'w2', 'w3'];

export async function runNodes(words) {
  const reason = obstacle();
  if (reason) {
    process.stdout.write(`NODES skipped: ${reason}\n`);
    return 0;
  }
  const seconds = Number(words.find((word) => word.startsWith('--seconds='))?.split('=')[1] ?? 40);
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-nodes-'));
  chmodSync(folder, 0o711);
  const addresses = layNetwork(HOSTS);
  let database;
  try {
    database = spawnOn('db', [process.execPath, path.join(HERE, 'database.js'), folder, addresses.db, NETWORK], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { url } = await new Promise((resolve, reject) => {
      database.once('message', resolve);
      database.once('exit', () => reject(new Error('the database did not start')));
    });
    const plan = { addresses, folder, databaseUrl: url, seconds, json: words.includes('--json') };
    const trial = spawnOn('load', [process.execPath, path.join(HERE, 'trial.js'), JSON.stringify(plan)], { stdio: 'inherit' });
    return await new Promise((resolve) => trial.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    if (database?.connected) {
      const gone = new Promise((resolve) => database.once('exit', resolve));
      database.disconnect();
      await gone;
    }
    tearNetwork(HOSTS);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
