// Pages of the browser route per second and per second of CPU, compared with a bare tab and, with --before, another build.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../paths.ts';
import { exitOf, statOf } from '../processes.ts';
import { median } from '../report.ts';
import type { SideOrder, SideResult } from './browser-side.ts';
import type { BenchResult } from './cases.ts';
import { treeMs } from './cpu.ts';
import type { BenchSettings } from './environment.ts';
import { ITEMS, LATE_ITEMS, openResultSite, type ResultSite } from './result-site.ts';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SIDE_PROGRAM = fileURLToPath(new URL('browser-side.js', import.meta.url));
const AT_ONCE = 2;
/** One reading of a document is too short to be measured. */
const READS = 11;
/** A context that was closed uses some CPU afterwards. */
const QUIET_MS = 500;
const KINDS = ['empty', 'document', 'page'] as const;
type Kind = (typeof KINDS)[number];

/** Pages per second, and ms of CPU of one page. */
interface Measured {
  readonly rate: number;
  readonly node: number;
  readonly chromium: number;
}
interface Side {
  readonly child: ChildProcess;
  /** CPU ms from the start of the process to the end of its first page. */
  readonly startMs: number;
  readonly rounds: Record<Kind, Measured[]>;
}

const nodeMs = (pid: number): number => statOf(pid)?.ms ?? 0;

async function openSide(build: string, browser: string, site: ResultSite): Promise<Side> {
  const child = fork(SIDE_PROGRAM, [build, browser]);
  await nextMessage(child);
  const before = treeMs(child.pid!);
  await order(child, { url: site.empty, atOnce: 1, seconds: 0 });
  await sleep(QUIET_MS);
  return { child, startMs: treeMs(child.pid!) - before, rounds: { empty: [], document: [], page: [] } };
}

/** Fails when the process ends instead. */
async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const answered = new AbortController();
  const ended = once(child, 'exit', answered).then(() => {
    throw new Error('one side of the comparison ended');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', answered), ended]);
    return message;
  } finally {
    ended.catch(() => undefined);
    answered.abort();
  }
}

function order(child: ChildProcess, work: SideOrder): Promise<SideResult> {
  const result = nextMessage<SideResult>(child);
  child.send(work);
  return result;
}

async function measure({ child }: Side, url: string, seconds: number, reads = 1): Promise<Measured & { body: string }> {
  const [tree, node] = [treeMs(child.pid!), nodeMs(child.pid!)];
  const { pages, ms, body } = await order(child, { url, atOnce: AT_ONCE, seconds, reads });
  await sleep(QUIET_MS);
  const ownMs = nodeMs(child.pid!) - node;
  return { rate: pages / (ms / 1000), node: ownMs / pages, chromium: (treeMs(child.pid!) - tree - ownMs) / pages, body };
}

const cpuOf = ({ node, chromium }: Measured): number => node + chromium;
const middle = (measured: readonly Measured[], value: (one: Measured) => number): number => median(measured.map(value));

/** Where the CPU time of a page goes, as differences between pages that have more and more of it. */
function breakdown(name: string, { startMs, rounds }: Side): string {
  const [empty, document, page] = KINDS.map((kind) => middle(rounds[kind], cpuOf)) as [number, number, number];
  const parts = { start: startMs - empty, context: empty, document: document - empty, resources: page - document, page };
  const texts = Object.entries(parts).map(([part, ms]) => `${part} ${Math.round(ms)}`);
  return `  ${name.padEnd(8)} ms of CPU: ${texts.join(', ')}\n`;
}

function compare(name: string, limit: string, ours: Side, other: readonly Measured[]): BenchResult[] {
  const page = ours.rounds.page;
  const rates = {
    name: `${name}, ${AT_ONCE} at once`,
    ours: middle(page, ({ rate }) => rate),
    bare: middle(other, ({ rate }) => rate),
    limit,
    digits: 2,
  };
  if (process.platform !== 'linux') return [rates];
  const perCpu = (one: Measured): number => 1000 / cpuOf(one);
  const cpuMs = { service: middle(page, ({ node }) => node), chromium: middle(page, ({ chromium }) => chromium) };
  return [
    { ...rates, all: { ours: page.map(({ rate }) => rate), bare: other.map(({ rate }) => rate) } },
    { name: '– for each second of CPU', ours: middle(page, perCpu), bare: middle(other, perCpu), limit, digits: 2, cpuMs },
  ];
}

/** `before` is the `dist` folder of another build of the service. */
export async function browser({ roundCount, seconds, before, say }: BenchSettings): Promise<BenchResult[]> {
  const program = PROGRAMS.find((file) => existsSync(file));
  if (program === undefined) {
    say('  skipped: there is no Chromium on this machine\n');
    return [];
  }
  if (process.platform !== 'linux') say('  CPU time is measured only on Linux\n');
  const site = await openResultSite();
  const builds = { ours: path.dirname(PROGRAM), ...(before === undefined ? {} : { before: path.resolve(before) }), bare: 'bare' };
  const sides = new Map<string, Side>();
  const reading: Measured[] = [];
  try {
    for (const [name, build] of Object.entries(builds)) sides.set(name, await openSide(build, program, site));
    for (let round = 0; round < roundCount; round++)
      for (const kind of KINDS)
        for (const [name, side] of sides) {
          const { body, ...measured } = await measure(side, site[kind], seconds);
          const items = body.split('<div class="g ').length - 1;
          if (kind === 'page' && name !== 'bare' && items !== ITEMS + LATE_ITEMS) throw new Error(`${name} returned ${items} results`);
          side.rounds[kind].push(measured);
        }
    for (let round = 0; round < roundCount; round++) reading.push(await measure(sides.get('bare')!, site.document, seconds, READS));
  } finally {
    for (const { child } of sides.values()) {
      const ended = exitOf(child);
      child.disconnect();
      await ended;
    }
    await site.close();
  }
  if (process.platform === 'linux') for (const [name, side] of sides) say(breakdown(name, side));
  const [ours, old, bare] = [sides.get('ours')!, sides.get('before'), sides.get('bare')!];
  const readMs = (middle(reading, cpuOf) - middle(bare.rounds.document, cpuOf)) / (READS - 1);
  if (process.platform === 'linux') say(`  reading the document once: ${readMs.toFixed(1)} ms of CPU, part of each page\n\n`);
  return [
    ...compare('result pages/s', 'a bare tab, the document alone', ours, bare.rounds.document),
    ...(old ? compare('result pages/s beside the build before', 'the build before', ours, old.rounds.page) : []),
  ];
}
