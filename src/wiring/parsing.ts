// Builds the parse threads of a worker and the limit for pages that wait for them.
import type { Config } from '../config.ts';
import { type ByteBudget, createByteBudget } from '../platform/byte-budget.ts';
import { availableCores } from '../platform/cores.ts';
import { createThreads, type Threads } from '../platform/threads.ts';
import { PAGE_BYTES_MAX } from '../sources/transport/fetch.ts';

export interface PageParsing {
  readonly threads: Threads;
  /** Pages between request and parser, as they were sent. */
  readonly budget: ByteBudget;
}

const PROGRAM = new URL('../sources/parse-thread.js', import.meta.url);
const LIMITS = { heapMegabytes: 256, msMax: 10_000 };
const MEGABYTE = 1024 * 1024;
/** The main thread of a worker serves about this many parse threads. More would wait for it. */
const THREADS_UNASKED_MAX = 8;

/** `workers` is the number of workers that share this machine. */
export function createPageParsing(config: Config, workers: number): PageParsing {
  const count = parseThreadsOf(config, workers);
  return { threads: createThreads({ program: PROGRAM, count, ...LIMITS }), budget: createByteBudget(waitingBytesMax(config, count)) };
}

/** Each thread may hold one decompressed page. The rest is for pages that are still compressed. */
export const waitingBytesMax = ({ PAGES_IN_FLIGHT_MB }: Pick<Config, 'PAGES_IN_FLIGHT_MB'>, threads: number): number =>
  Math.max(PAGE_BYTES_MAX, PAGES_IN_FLIGHT_MB * MEGABYTE - threads * PAGE_BYTES_MAX);

/**
 * Returns the number of parse threads of one worker. The workers of one start share the cores. One core stays free for
 * the rest of the service, except on two cores, where the rest needs far less than one.
 */
export function parseThreadsOf(config: Config, workers: number, cores = availableCores()): number {
  const shared = Math.max(Math.min(cores, 2), cores - 1);
  return config.PARSE_THREADS || Math.min(Math.ceil(shared / Math.max(1, workers)), THREADS_UNASKED_MAX);
}
