// Ten thousand idle connections: what each costs, and how they affect other clients.

import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openWithOneAccount } from '../environment.ts';
import { loadAtRate, withKey } from '../load.ts';
import { messageOf } from '../processes.ts';
import { brokenOf, round } from '../report.ts';
import { sleep } from '../wait.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const HERE = fileURLToPath(import.meta.url);
const WANTED = 10_000;
const CLIENTS = 2;
/** File descriptors that a process needs for itself. */
const SPARE = 500;

export async function trial({ say }: TrialSettings): Promise<TrialResult> {
  const most = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()) || Number.POSITIVE_INFINITY;
  const count = Math.min(WANTED, most - SPARE);
  const environment = await openWithOneAccount();
  const clients: ChildProcess[] = [];
  try {
    const api = await environment.start('api');
    const requests = withKey(environment.key, [{ path: '/user' }]);
    const others = () => loadAtRate({ origin: api.url, requests, rate: 50, seconds: 6 });
    await others();
    const calm = await others();
    const before = api.megabytes();
    const opened = await Promise.all(
      Array.from({ length: CLIENTS }, () => {
        const child = fork(HERE, ['--client'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
        clients.push(child);
        child.send({ port: Number(new URL(api.url).port), count: Math.floor(count / CLIENTS) });
        return messageOf<Opened>(child);
      }),
    );
    const open = opened.reduce((sum, { open: some }) => sum + some, 0);
    await sleep(1000);
    const megabytes = api.megabytes() - before;
    say(`${open} connections are open: ${round(megabytes)} MB more`);
    const meanwhile = await others();
    const kept = (await Promise.all(clients.map((child) => ask(child)))).reduce((sum, { open: some }) => sum + some, 0);
    const figures = {
      connections: open,
      keptOpen: kept,
      megabytes: round(megabytes),
      kilobytesEach: round((megabytes * 1024) / open, 1),
      p99CalmMs: round(calm.byStatus[200]?.p99 ?? 0),
      p99MeanwhileMs: round(meanwhile.byStatus[200]?.p99 ?? 0),
      othersFailed: meanwhile.due - (meanwhile.byStatus[200]?.count ?? 0),
    };
    return {
      figures,
      broken: brokenOf([
        ['10,000 idle connections are kept', open >= WANTED && kept === open],
        ['they cost at most 20 KB each', figures.kilobytesEach <= 20],
        ['they fail nobody else', figures.othersFailed === 0],
      ]),
    };
  } finally {
    for (const child of clients) child.kill('SIGKILL');
    await environment.close();
  }
}

interface Opened {
  readonly open: number;
}

function ask(child: ChildProcess): Promise<Opened> {
  const answer = messageOf<Opened>(child);
  child.send('count');
  return answer;
}

/** Each connection sends one request first, so that it counts as keep-alive. */
async function client({ port, count }: { port: number; count: number }): Promise<void> {
  let open = 0;
  const one = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /healthz HTTP/1.1\r\nhost: trial\r\n\r\n');
      socket.once('data', () => {
        open++;
        resolve();
      });
      socket.on('error', () => resolve());
      socket.on('close', () => {
        open--;
      });
    });
  for (let from = 0; from < count; from += 100) await Promise.all(Array.from({ length: Math.min(100, count - from) }, one));
  process.on('message', () => process.send!({ open }));
  process.send!({ open });
}

if (process.argv[2] === '--client') process.once('message', client);
