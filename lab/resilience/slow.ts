// Clients that send headers or bodies, or read responses, as slowly as they can: what they cost, and when they are cut off.

import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openWithOneAccount } from '../environment.ts';
import { loadAtRate, withKey } from '../load.ts';
import { callerOf } from '../net.ts';
import { messageOf, sendLast } from '../processes.ts';
import { brokenOf, round } from '../report.ts';
import { sleep } from '../wait.ts';
import type { TrialResult, TrialSettings } from './trial.ts';

const HERE = fileURLToPath(import.meta.url);
const COUNTS = { headers: 500, bodies: 300, readers: 30 };
/** Longer than the largest response may take. A smaller response would fit into the buffers of the kernel. */
const SECONDS = 150;

export async function trial({ say }: TrialSettings): Promise<TrialResult> {
  const environment = await openWithOneAccount();
  try {
    const api = await environment.start('api');
    const worker = await environment.start('worker');
    const call = callerOf(api.url, environment.key);
    const made = await call(
      'POST',
      '/serp/new/list',
      Array.from({ length: 1000 }, (_, index) => ({ keyword: `slow ${index}`, region: 'US', maxResults: 20 })),
    );
    const ids: string[] = made.json.map(({ id }: { id: string }) => id);
    for (let ready = 0; ready < ids.length; await sleep(300))
      ready = (await call('POST', '/serp/list', ids)).json.filter((serp: { ready: boolean }) => serp.ready).length;
    await worker.stop();
    const bytes = JSON.stringify((await call('POST', '/serp/list', ids)).json).length;
    const requests = withKey(environment.key, [{ path: `/serp/${ids[0]}` }]);
    const others = (seconds: number) => loadAtRate({ origin: api.url, requests, rate: 50, seconds });
    const calm = await others(5);
    const calmP99 = calm.byStatus[200]?.p99 ?? 0;
    const before = api.megabytes();
    const megabytes = [before];
    say(`calm: p99 ${round(calmP99)} ms, ${round(before)} MB; the slow readers' answer has ${round(bytes / 1e6, 1)} MB`);
    const overload = fork(HERE, ['--crowd'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const cutAfter = messageOf<Endured>(overload);
    overload.send({ port: Number(new URL(api.url).port), key: environment.key, ids });
    const look = setInterval(() => megabytes.push(api.megabytes()), 250);
    const meanwhile = await others(SECONDS - 10);
    const cut = await cutAfter;
    clearInterval(look);
    const good = meanwhile.byStatus[200]?.count ?? 0;
    const figures = {
      ...COUNTS,
      answerMB: round(bytes / 1e6, 1),
      p99CalmMs: round(calmP99),
      p99MeanwhileMs: round(meanwhile.byStatus[200]?.p99 ?? 0),
      othersFailed: meanwhile.due - good,
      megabytesMore: round(Math.max(...megabytes) - before),
      headersCutSeconds: cut.headers,
      bodiesCutSeconds: cut.bodies,
      readersCutSeconds: cut.readers,
      left: cut.left,
    };
    return {
      figures,
      broken: brokenOf([
        ['slow clients fail nobody else', figures.othersFailed === 0],
        ['slow headers are cut within 15 s', cut.headers !== null && cut.headers <= 15],
        ['slow bodies are cut within 35 s', cut.bodies !== null && cut.bodies <= 35],
        ['slow readers are cut within 10 s and one for every 128 KB', cut.readers !== null && cut.readers <= 10 + bytes / 128_000 + 3],
        ['memory stays within 512 MB more', figures.megabytesMore <= 512],
        ['none is left', cut.left === 0],
      ]),
    };
  } finally {
    await environment.close();
  }
}

type Kind = keyof typeof COUNTS;
/** Seconds until the last client of each kind was cut off, and the clients that are still connected. */
type Endured = Record<Kind, number | null> & { readonly left: number };

/** Runs in its own process. */
async function overload({ port, key, ids }: { port: number; key: string; ids: readonly string[] }): Promise<void> {
  const longest: Record<Kind, number | null> = { headers: null, bodies: null, readers: null };
  let left = 0;
  const open = (kind: Kind, first: string, drip: string): void => {
    const socket = connect(port, '127.0.0.1');
    const opened = performance.now();
    // The time of a slow reader counts from the beginning of its response.
    let begun: number | null = null;
    left++;
    socket.on('error', () => undefined);
    socket.write(first);
    // A client that does not read notices a closed connection only when it writes. HTTP ignores an empty line.
    if (kind === 'readers')
      socket.on('readable', () => {
        begun ??= performance.now();
      });
    else socket.resume();
    const timer = setInterval(() => {
      if (kind === 'readers') socket.read(1);
      socket.write(drip);
    }, 1000);
    socket.on('close', () => {
      clearInterval(timer);
      left--;
      longest[kind] = Math.max(longest[kind] ?? 0, Math.round((performance.now() - (begun ?? opened)) / 100) / 10);
    });
  };
  const head = `host: trial\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const asked = JSON.stringify(ids);
  for (let number = 0; number < COUNTS.headers; number++) open('headers', 'GET /user HTTP/1.1\r\nhost: trial\r\nx-slow: ', 'a');
  for (let number = 0; number < COUNTS.bodies; number++)
    open('bodies', `POST /serp/new HTTP/1.1\r\n${head}content-length: 100000\r\n\r\n{`, ' ');
  for (let number = 0; number < COUNTS.readers; number++, await sleep(200))
    open('readers', `POST /serp/list HTTP/1.1\r\n${head}content-length: ${asked.length}\r\n\r\n${asked}`, '\r\n');
  for (let waited = 0; left > 0 && waited < SECONDS * 1000; waited += 200) await sleep(200);
  sendLast({ ...longest, left } satisfies Endured);
}

if (process.argv[2] === '--crowd') process.once('message', overload);
