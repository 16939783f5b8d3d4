// Whole jobs with real pages: created over HTTP, collected from REPLAY_DIR, parsed, settled and delivered.
import { createServer } from 'node:http';
import path from 'node:path';
import { createEngineTable } from '#product/sources/catalogue.js';
import { readStored } from '#product/sources/stored-page.js';
import { listen } from '../net.ts';
import { median, quantile } from '../report.ts';
import { sleep } from '../wait.ts';
import { loadAlternative } from './alternative.ts';
import { type BenchResult, JSON_HEADERS, rounds } from './cases.ts';
import { withCpu } from './cpu.ts';
import type { BenchEnvironment, BenchSettings } from './environment.ts';
import { bareJobs } from './real-life-bare.ts';
import { REAL_ENGINES, type RealPage, writeRealPages } from './real-pages.ts';

/** Jobs in progress. Each client creates its next job when the callback of the last one has arrived. */
const CLIENTS = 24;
const CALLBACK_MS_MAX = 60_000;

interface Round {
  readonly rate: number;
  readonly operations: number;
  readonly pages: number;
  readonly p50: number;
  readonly p99: number;
}

export async function realLife(environment: BenchEnvironment, settings: BenchSettings): Promise<BenchResult[]> {
  const folder = path.join(environment.folder, 'real-pages');
  const { pages: candidates, isCaptured } = writeRealPages(folder);
  const receiver = await startReceiver();
  const api = await environment.start('api', { REPLAY_DIR: folder, DRAIN_SECONDS: '0' });
  const worker = await environment.start('worker', { REPLAY_DIR: folder });
  const groups = { api: api.pid, worker: worker.pid, database: environment.databasePid() };
  const results: BenchResult[] = [];
  try {
    const pages = await usable(environment, api.url, candidates);
    const source = isCaptured ? 'captured' : 'generated, because SEXTANT_CORPUS is not set';
    settings.say(`  ${pages.length} pages of ${candidates.length}, ${source}\n`);
    await jobs(environment, api.url, receiver, pages, 2);
    for (const set of [...REAL_ENGINES, 'mix'] as const) {
      const own = set === 'mix' ? mixed(pages) : pages.filter(({ engine }) => engine === set);
      if (own.length === 0) continue;
      const measured: Round[] = [];
      const figures = await rounds(
        settings.roundCount,
        () =>
          withCpu(groups, async () => {
            const round = await jobs(environment, api.url, receiver, own, settings.seconds);
            measured.push(round);
            return round;
          }),
        async () => {
          const rate = await bareJobs(environment, own, settings.seconds);
          await environment.reset();
          return rate;
        },
      );
      const middle = measured.find(({ rate }) => rate === median(measured.map((round) => round.rate)))!;
      const bytes = own.reduce((sum, page) => sum + page.bytes.length, 0) / own.length;
      const pagesAJob = middle.pages / middle.operations;
      const name = `${set} jobs/s (${Math.round(bytes / 1000)} KB, ${pagesAJob.toFixed(2)} pages a job, ${((figures.ours * pagesAJob * bytes) / 1e6).toFixed(1)} MB/s, to callback p50 ${middle.p50.toFixed(0)} ms, p99 ${middle.p99.toFixed(0)} ms)`;
      results.push({ name, ...figures, limit: 'decompress, scan, and the same statements', digits: 1 });
      const beside = besideCheerio(own, settings.seconds);
      if (beside) results.push(beside);
    }
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    receiver.close();
  }
  return results;
}

/** Runs every page once. Only those with a valid result are used: some captured pages do not fit a request from the United States. */
async function usable(environment: BenchEnvironment, url: string, pages: readonly RealPage[]): Promise<RealPage[]> {
  const response = await fetch(`${url}/serp/new/list`, {
    method: 'POST',
    headers: JSON_HEADERS(environment.liveKey),
    body: JSON.stringify(pages.map(requestOf)),
  });
  if (!response.ok) throw new Error(`the create answered ${response.status}: ${await response.text()}`);
  const ids = ((await response.json()) as { id: string }[]).map(({ id }) => id);
  for (const started = performance.now(); ; await sleep(100)) {
    const rows = await environment.db.query<{ id: string; verdict: string | null }>({
      name: 'verdicts',
      text: 'select id, verdict from results',
    });
    if (rows.length < ids.length && performance.now() - started < CALLBACK_MS_MAX) continue;
    const valid = new Set(rows.filter(({ verdict }) => verdict === 'valid').map(({ id }) => id));
    await environment.reset();
    return pages.filter((_, index) => valid.has(ids[index]!));
  }
}

const requestOf = ({ engine, keyword }: RealPage): object => ({ keyword, searchEngine: engine, region: 'United States' });

/** As many jobs for each engine. */
function mixed(pages: readonly RealPage[]): RealPage[] {
  const byEngine = REAL_ENGINES.map((name) => pages.filter(({ engine }) => engine === name)).filter(({ length }) => length > 0);
  const most = Math.max(...byEngine.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => byEngine.map((own) => own[index % own.length]!)).flat();
}

interface Receiver {
  /** The callback URL of one job. `arrived` resolves when it is called. */
  next(): { readonly url: string; readonly arrived: Promise<void> };
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const waiting = new Map<string, () => void>();
  const server = createServer((request, response) => {
    request.resume();
    response.end('ok');
    waiting.get(request.url!)?.();
    waiting.delete(request.url!);
  });
  const base = `http://127.0.0.1:${await listen(server)}`;
  let number = 0;
  return {
    next: () => {
      const route = `/${++number}`;
      const arrived = new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('a callback did not arrive in 60 seconds')), CALLBACK_MS_MAX);
        waiting.set(route, () => {
          clearTimeout(late);
          resolve();
        });
      });
      return { url: base + route, arrived };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Keeps jobs in progress for the given time. Throws when one of them does not end as valid. */
async function jobs(
  environment: BenchEnvironment,
  url: string,
  receiver: Receiver,
  pages: readonly RealPage[],
  seconds: number,
): Promise<Round> {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      const page = pages[next++ % pages.length]!;
      const callback = receiver.next();
      const created = performance.now();
      const body = JSON.stringify({ ...requestOf(page), callback: callback.url });
      const response = await fetch(`${url}/serp/new`, { method: 'POST', headers: JSON_HEADERS(environment.liveKey), body });
      const text = await response.text();
      if (!response.ok) throw new Error(`the create answered ${response.status}: ${text}`);
      await callback.arrived;
      times.push(performance.now() - created);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const rate = times.length / ((performance.now() - started) / 1000);
  times.sort((a, b) => a - b);
  const settled = await environment.db.query<{ verdict: string | null; count: number; pages: number; attempts: string }>({
    name: 'settled',
    text: `select verdict, count(*)::integer as count, sum((detail->>'pages')::integer)::integer as pages, min(attempts::text) as attempts
           from results group by verdict`,
  });
  await environment.reset();
  const valid = settled.find(({ verdict }) => verdict === 'valid');
  if (settled.length !== 1 || !valid) throw new Error(`not all jobs are valid: ${JSON.stringify(settled)}`);
  return { rate, operations: times.length, pages: valid.pages, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Pages per second of CPU time: our parser with all fields, and cheerio with title, link and text of each result. */
function besideCheerio(pages: readonly RealPage[], seconds: number): BenchResult | null {
  const cheerio = loadAlternative('cheerio', '1.2.0')?.package ?? null;
  if (!cheerio) return null;
  const engines = createEngineTable({});
  const rate = (work: (page: RealPage) => unknown): number => {
    let count = 0;
    const before = process.cpuUsage();
    for (const started = performance.now(); performance.now() - started < seconds * 500; count++) work(pages[count % pages.length]!);
    const { user, system } = process.cpuUsage(before);
    return count / ((user + system) / 1e6);
  };
  const bare = rate(({ engine, bytes }) => {
    const $ = cheerio.load(bytes.toString());
    if (engine === 'youtube')
      return JSON.parse(/ytInitialData = (\{.*\});/s.exec($('script:contains("ytInitialData = ")').text())?.[1] ?? '{}');
    return $('a h3, h2 a, h3 a')
      .toArray()
      .map((title: unknown) => ({
        title: $(title).text(),
        link: $(title).closest('a').attr('href'),
        text: $(title).parent().parent().parent().text(),
      }));
  });
  const ours = rate(({ engine, bytes, keyword }) => readStored(engine, bytes, engines, { query: { keyword } }));
  return { name: '– pages parsed per second of CPU', ours, bare, limit: 'cheerio: title, link and text only', digits: 1 };
}
