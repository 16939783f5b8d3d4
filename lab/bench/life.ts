// A job's whole life: created over HTTP, collected in the test world, settled, called back; beside the sum of its parts' bare limits.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';
import { createEngineTable } from '#product/sources/catalogue.js';
import { startSandbox } from '#product/sources/sandbox/server.js';
import { SITES } from '#product/sources/sandbox/sites.js';
import { plainAsk } from '#product/sources/stored-page.js';
import { createSandboxFetch } from '#product/sources/transport/sandbox.js';
import { ROOT } from '../paths.ts';
import { callbacks } from './callbacks.ts';
import { ingest, JSON_HEADERS, median, queue } from './cases.ts';

const JOBS = 2000;

/** Jobs a second from the first create to the last callback. */
async function oneLife(stage, api) {
  const seen = new Set();
  let all;
  const done = new Promise((resolve) => {
    all = resolve;
  });
  const receiver = createServer((request, response) => {
    seen.add(request.url);
    response.end('ok');
    request.resume();
    if (seen.size === JOBS) all();
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const callback = `http://127.0.0.1:${receiver.address().port}/{:id:}`;
  const batch = (from) =>
    JSON.stringify(
      Array.from({ length: 500 }, (_, index) => ({ keyword: `tea ${from + index}`, region: 'US', searchEngine: 'bing', callback })),
    );
  const started = performance.now();
  for (let from = 0; from < JOBS; from += 500) {
    const answer = await fetch(`${api.base}/serp/new/list`, { method: 'POST', headers: JSON_HEADERS(stage.key), body: batch(from) });
    if (!answer.ok) throw new Error(`create answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  await done;
  const rate = JOBS / ((performance.now() - started) / 1000);
  receiver.closeAllConnections();
  receiver.close();
  await stage.reset();
  return rate;
}

/** Pages a second that are fetched from the test world and read, and nothing else. */
async function bareCollect(seconds) {
  const sandbox = await startSandbox(SITES);
  const fetchPage = createSandboxFetch(sandbox);
  const access = { apiKey: 'bench', model: 'bench', baseUrl: 'https://api.openai.com' };
  const engine = createEngineTable({ chatgpt: access, perplexity: access }).bing;
  let pages = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const collector = async (number) => {
    while (performance.now() < end) {
      const ask = plainAsk('bing', { keyword: `tea ${number} ${pages}` });
      engine.parse(await fetchPage(engine.start(ask), { attempt: 1 }), ask);
      pages++;
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => collector(number)));
  const rate = pages / ((performance.now() - started) / 1000);
  await fetchPage.close();
  await sandbox.close();
  return rate;
}

function startWorker(stage) {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'main.js'), 'work'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DATABASE_URL: stage.url, LOG_LEVEL: 'error', CALLBACK_CONCURRENCY: '200' },
  });
  return () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
}

export async function life(stage, settings) {
  const few = { ...settings, roundCount: Math.min(settings.roundCount, 3) };
  const [placed] = await ingest(stage, few);
  const [settled] = await queue(stage, few);
  const [told] = await callbacks(stage, few);
  const collected = await bareCollect(settings.seconds);
  // One after the other on the same cores: the times of the parts add up.
  const limit = 1 / (1 / placed.bare + 1 / collected + 1 / settled.bare + 1 / told.bare);
  const api = await stage.startApi();
  const stopWorker = startWorker(stage);
  const rates = [];
  for (let round = 0; round < settings.roundCount; round++) rates.push(await oneLife(stage, api));
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
