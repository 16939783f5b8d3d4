// Creates the network and the CPU groups, starts the database and the trial on their hosts, and removes everything at the end.
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cgroupObstacle, openCpuGroup, removeCpuGroup } from '../cgroup.ts';
import { exitOf, messageOf } from '../processes.ts';
import { numberOption, printLine } from '../report.ts';
import { groupName } from './cluster.ts';
import { layNetwork, NETWORK, obstacle, spawnOn, tearNetwork } from './network.ts';
import type { TrialPlan } from './trial.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const HOSTS = ['db', 'load', 'a1', 'a2', 'w1', 'w2', 'w3'];

export async function runNodes(args: readonly string[]): Promise<number> {
  const reason = obstacle() ?? (await cgroupObstacle());
  if (reason) {
    printLine(`NODES skipped: ${reason}`);
    return 0;
  }
  const seconds = numberOption(args, 'seconds', 40);
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-nodes-'));
  chmodSync(folder, 0o711);
  const addresses = layNetwork(HOSTS);
  let database: ChildProcess | undefined;
  try {
    const program = [process.execPath, path.join(HERE, 'database.js'), folder, addresses.db!, NETWORK];
    database = spawnOn('db', openCpuGroup(groupName('db')).command(program), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const { url } = await messageOf<{ url: string }>(database);
    const plan: TrialPlan = { addresses, folder, databaseUrl: url, seconds, json: args.includes('--json') };
    const trial = spawnOn('load', [process.execPath, path.join(HERE, 'trial.js'), JSON.stringify(plan)], { stdio: 'inherit' });
    const code = await exitOf(trial);
    return typeof code === 'number' ? code : 1;
  } finally {
    if (database?.connected) {
      const gone = exitOf(database);
      database.disconnect();
      await gone;
    }
    for (const host of HOSTS) await removeCpuGroup(groupName(host));
    tearNetwork(HOSTS);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
