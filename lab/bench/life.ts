// Whole jobs: created over HTTP, collected in the sandbox, settled, delivered; compared with the sum of the baselines of the parts.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createEngineTable } from '#product/sources/catalogue.js';
import { startSandbox } from '#product/sources/sandbox/server.js';
import { SITES } from '#product/sources/sandbox-sites.js';
import { plainQuery } from '#product/sources/stored-page.js';
import { createSandboxFetch } from '#product/sources/transport/sandbox.js';
import { listen } from '../net.ts';
import { PROGRAM } from '../paths.ts';
import { exitOf } from '../processes.ts';
import { median } from '../report.ts';
import { callbacks } from './callbacks.ts';
import { type BenchResult, ingest, JSON_HEADERS, queue } from './cases.ts';
import type { BenchApi, BenchEnvironment, BenchSettings } from './environment.ts';

const JOBS = 2000;

/** Jobs per second from the first create to the last callback. */
async function oneLife(environment: BenchEnvironment, api: BenchApi): Promise<number> {
  const seen = new Set<string | undefined>();
  let all = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    all = resolve;
  });
  const receiver = createServer((request, response) => {
    seen.add(request.url);
    response.end('ok');
    request.resume();
    if (seen.size === JOBS) all();
  });
  const callback = `http://127.0.0.1:${await listen(receiver)}/{:id:}`;
  const batch = (from: number): string =>
    JSON.stringify(
      Array.from({ length: 500 }, (_, index) => ({ keyword: `tea ${from + index}`, region: 'US', searchEngine: 'bing', callback })),
    );
  const started = performance.now();
  for (let from = 0; from < JOBS; from += 500) {
    const response = await fetch(`${api.base}/serp/new/list`, {
      method: 'POST',
      headers: JSON_HEADERS(environment.key),
      body: batch(from),
    });
    if (!response.ok) throw new Error(`create answered ${response.status}`);
    await response.arrayBuffer();
  }
  await done;
  const rate = JOBS / ((performance.now() - started) / 1000);
  receiver.closeAllConnections();
  receiver.close();
  await environment.reset();
  return rate;
}

/** Pages per second that are fetched from the sandbox and parsed, without anything else. */
async function bareCollect(seconds: number): Promise<number> {
  const sandbox = await startSandbox(SITES);
  const fetchPage = createSandboxFetch(sandbox);
  const access = { apiKey: 'bench', model: 'bench', baseUrl: 'https://api.openai.com' };
  const engine = createEngineTable({ chatgpt: access, perplexity: access }).bing!;
  let pages = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const collector = async (number: number): Promise<void> => {
    while (performance.now() < end) {
      const query = plainQuery('bing', { keyword: `tea ${number} ${pages}` });
      engine.parse(await fetchPage(engine.start(query), { attempt: 1 }), query);
      pages++;
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => collector(number)));
  const rate = pages / ((performance.now() - started) / 1000);
  await fetchPage.close();
  await sandbox.close();
  return rate;
}

function startWorker(environment: BenchEnvironment): () => Promise<unknown> {
  const child = spawn(process.execPath, [PROGRAM, 'worker'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DATABASE_URL: environment.url, LOG_LEVEL: 'error', CALLBACK_CONCURRENCY: '200' },
  });
  const ended = exitOf(child);
  return () => {
    child.kill('SIGTERM');
    return ended;
  };
}

export async function life(environment: BenchEnvironment, settings: BenchSettings): Promise<BenchResult[]> {
  const few = { ...settings, roundCount: Math.min(settings.roundCount, 3) };
  const [placed] = await ingest(environment, few);
  const [settled] = await queue(environment, few);
  const [told] = await callbacks(environment, few);
  const collected = await bareCollect(settings.seconds);
  // The parts share the same cores, so their times add up.
  const limit = 1 / (1 / placed!.bare + 1 / collected + 1 / settled!.bare + 1 / told!.bare);
  const api = await environment.startApi();
  const stopWorker = startWorker(environment);
  const rates: number[] = [];
  for (let round = 0; round < settings.roundCount; round++) rates.push(await oneLife(environment, api));
  await stopWorker();
  await api.stop();
  return [
    {
      name: 'jobs/s from create to callback',
      ours: median(rates),
      bare: limit,
      limit: 'the bare limits of its four parts, added up',
      expected: 0.5,
    },
    { name: '– of which pages collected/s', ours: median(rates), bare: collected, limit: 'pages fetched and read in one process, alone' },
  ];
}
