// One running service in its own data folder, which can be destroyed without warning.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { callJson } from '../net.ts';
import { SEXTANT } from '../paths.ts';
import { exitOf, findPostmaster, killNow } from '../processes.ts';
import { isReady, sleep } from '../wait.ts';
import type { CallableNode } from './invariants.ts';

const READY_MS_MAX = 120_000;

export interface RestoreNode extends CallableNode {
  readonly url: string;
  /** Kills the service, its worker and its database at once. */
  destroy(): Promise<void>;
}

type NodeSettings = Readonly<Record<string, string>> & { readonly DATA_DIR: string };

/** `token` is the admin token; after a restore it is the one from before. */
export async function startNode(settings: NodeSettings, token = 'drill-operator-token'): Promise<RestoreNode> {
  const environment = { ...process.env, PORT: '0', ADMIN_TOKEN: token, LOG_LEVEL: 'warn', ...settings };
  const child = spawn(process.execPath, [SEXTANT, 'start'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  const ended = exitOf(child);
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the service did not start in time')), READY_MS_MAX);
    const poll = setInterval(() => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (!found && child.exitCode === null) return;
      clearTimeout(late);
      clearInterval(poll);
      if (found) resolve(found);
      else reject(new Error(`the service ended while starting: ${printed}`));
    }, 50);
  });
  for (let waited = 0; waited < READY_MS_MAX && !(await isReady(url)); waited += 100) await sleep(100);
  return {
    url,
    token,
    call: (method, route, key, body) => callJson(`${url}${route}`, method, key, body),
    destroy: async () => {
      killNow(-child.pid!);
      const database = findPostmaster(path.join(settings.DATA_DIR, 'postgres', 'cluster'));
      if (database) killNow(database);
      await Promise.race([ended, sleep(5000)]);
      await sleep(300);
    },
  };
}
