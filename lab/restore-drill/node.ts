// One running service in a data folder of its own, which can be destroyed without a word of warning.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEXTANT } from '../paths.ts';

const READY_MS_MAX = 120_000;

/** `token` is the operator's, known from before when the folder was restored. */
export async function startNode(settings, token = 'drill-operator-token') {
  const environment = { ...process.env, PORT: '0', ADMIN_TOKEN: token, LOG_LEVEL: 'warn', ...settings };
  const child = spawn(process.execPath, [SEXTANT, 'start'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the service did not start in time')), READY_MS_MAX);
    const look = setInterval(() => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (!found && child.exitCode === null) return;
      clearTimeout(late);
      clearInterval(look);
      if (found) resolve(found);
      else reject(new Error(`the service ended while starting: ${printed}`));
    }, 50);
  });
  for (let waited = 0; waited < READY_MS_MAX; waited += 100) {
    if (
      await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await sleep(100);
  }
  const call = async (method, route, key, body) => {
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${route}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
  };
  return {
    url,
    token,
    call,
    /** Everything of it at once: the service, its worker and its database. */
    destroy: async () => {
      kill(-child.pid);
      kill(databaseOf(environment.DATA_DIR));
      await Promise.race([ended, sleep(5000)]);
      await sleep(300);
    },
  };
}

function databaseOf(folder) {
  try {
    return Number(readFileSync(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

function kill(id) {
  if (!id) return;
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
