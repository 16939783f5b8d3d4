// Builds the parse threads of a worker and the limit for pages that wait for them.
import type { Config } from '../config.ts';
import { type ByteBudget, createByteBudget } from '../platform/byte-budget.ts';
import { createThreads, type Threads } from '../platform/threads.ts';
import { PAGE_BYTES_MAX } from '../sources/transport/fetch.ts';
import { parseThreadsOf } from './process-counts.ts';

export interface PageParsing {
  readonly threads: Threads;
  /** Pages between request and parser, as they were sent. */
  readonly budget: ByteBudget;
}

const PROGRAM = new URL('../sources/parse-thread.js', import.meta.url);
const LIMITS = { heapMegabytes: 256, msMax: 10_000 };
const MEGABYTE = 1024 * 1024;

/** `workers` is the number of workers that share this machine. */
export function createPageParsing(config: Config, workers: number): PageParsing {
  const count = parseThreadsOf(config, workers);
  return { threads: createThreads({ program: PROGRAM, count, ...LIMITS }), budget: createByteBudget(waitingBytesMax(config, count)) };
}

/** Each thread may hold one decompressed page. The rest is for pages that are still compressed. */
export const waitingBytesMax = ({ PAGES_IN_FLIGHT_MB }: Pick<Config, 'PAGES_IN_FLIGHT_MB'>, threads: number): number =>
  Math.max(PAGE_BYTES_MAX, PAGES_IN_FLIGHT_MB * MEGABYTE - threads * PAGE_BYTES_MAX);
