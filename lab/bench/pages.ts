// Live Google pages from request to compressed result: CPU of the worker's main thread, and memory with 100 pages in flight.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createEngineTable } from '#product/sources/catalogue.js';
import { WORKER_FLAGS } from '#product/wiring/processes.js';
import { type BenchResult, rounds } from './cases.ts';
import type { BenchSettings } from './environment.ts';
import { corpusEntries, readEntry, sandboxPage } from './page-sources.ts';
import type { PageRun, PagesMeasured } from './pages-worker.ts';

const PROGRAM = fileURLToPath(new URL('./pages-worker.js', import.meta.url));
const PAGE_BYTES = 1_000_000;
const PAGES_MAX = 20;
const IN_FLIGHT = 100;
const MEGABYTES_MAX = 600;
const KEYWORD = 'red shoes';

/** Real pages of about 1 MB when SEXTANT_CORPUS names the folder, else a sandbox page with a script of that length. */
function googlePages(): Buffer[] {
  const corpus = process.env.SEXTANT_CORPUS;
  if (!corpus) return [generatedPage()];
  return corpusEntries(corpus)
    .filter(({ engine }) => engine === 'google')
    .map((entry) => readEntry(corpus, entry))
    .filter(({ length }) => length > 0.7 * PAGE_BYTES && length < 1.4 * PAGE_BYTES)
    .slice(0, PAGES_MAX);
}

function generatedPage(): Buffer {
  const body = sandboxPage(createEngineTable({}).google!, KEYWORD);
  const words = Array.from({ length: PAGE_BYTES / 8 }, (_, index) => ((index * 2_654_435_761) % 2 ** 32).toString(36)).join(' ');
  return Buffer.from(body.replace('</head>', `<script>/* ${words.slice(0, PAGE_BYTES - body.length)} */</script></head>`));
}

async function servePages(pages: readonly Buffer[]): Promise<{ port: number; stop(): void }> {
  const bodies = pages.map((page) => gzipSync(page));
  let count = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
    response.end(bodies[count++ % bodies.length]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

function measure(run: PageRun): Promise<PagesMeasured> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [], { execArgv: WORKER_FLAGS, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', (measured) => resolve(measured as PagesMeasured));
    child.once('exit', (code) => reject(new Error(`the worker under test exited with ${code}`)));
    child.send(run);
  });
}

export async function pages({ roundCount, seconds, say }: BenchSettings): Promise<BenchResult[]> {
  if (process.platform !== 'linux') {
    say('Only Linux counts the CPU time of each thread.\n');
    return [];
  }
  const all = googlePages();
  const bytes = all.reduce((sum, page) => sum + page.length, 0) / all.length;
  say(`${all.length} ${process.env.SEXTANT_CORPUS ? 'captured' : 'generated'} pages, ${Math.round(bytes / 1000)} KB on average\n`);
  const server = await servePages(all);
  let [peak, threads] = [0, 0];
  const side = (parse: boolean) => async () => {
    const measured = await measure({ port: server.port, seconds, atOnce: IN_FLIGHT, parse });
    if (parse) [peak, threads] = [Math.max(peak, measured.peakMegabytes), measured.threads];
    return { rate: 1000 / measured.cpuMs['main thread']!, cpuMs: measured.cpuMs };
  };
  const rates = await rounds(roundCount, side(true), side(false));
  server.stop();
  return [
    { name: 'pages per CPU second, main thread', ...rates, limit: 'receiving the same bytes and no more' },
    { name: `MB with ${IN_FLIGHT} pages, ${threads} threads`, ours: peak, bare: MEGABYTES_MAX, limit: 'the most that is accepted' },
  ];
}
