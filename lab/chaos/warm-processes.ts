// Processes that have already loaded the product, so that a killed node is replaced quickly on any machine.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { sleep } from '../wait.ts';
import type { Times } from './failpoints.ts';
import type { Timeline } from './nodes.ts';

const LOADING_MAX = 2;
const PRELOAD = new URL('./preload.js', import.meta.url).href;

type Warm = ChildProcessByStdio<Writable, Readable, null>;

/** The orders that turn a warm process into a node. */
export interface Orders extends Timeline {
  readonly node: string;
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The program, and the files for notes; known before the orders. */
export interface Given {
  readonly program: string;
  readonly notes: string;
  readonly hits: string;
  readonly times: Times;
}

export interface WarmProcesses {
  /** A process with these orders, as soon as one is ready. */
  take(ordersOf: () => Orders): Promise<Warm>;
  /** Waits until all processes are ready. */
  full(): Promise<void>;
  close(): void;
}

export function createWarmProcesses(environment: Given & { readonly folder: string }, count: number): WarmProcesses {
  const log = openSync(path.join(environment.folder, 'nodes.log'), 'a');
  const ready: Warm[] = [];
  const wanting: ((process: Warm) => void)[] = [];
  const loading = new Set<Warm>();
  let closed = false;

  /** At most two load at a time, because loading uses a whole core. */
  const fill = (): void => {
    while (ready.length > 0 && wanting.length > 0) wanting.shift()!(ready.shift()!);
    if (closed || loading.size >= LOADING_MAX || ready.length + loading.size >= count + wanting.length) return;
    const child = spawn(process.execPath, [environment.program, 'warm'], {
      stdio: ['pipe', 'pipe', log],
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--import=${PRELOAD}`,
        CHAOS: JSON.stringify({
          program: new URL('main-parts.js', `file://${path.dirname(environment.program)}/`).href,
          notes: environment.notes,
          hits: environment.hits,
          times: environment.times,
        } satisfies Given),
      },
    }) as Warm;
    loading.add(child);
    child.stdin.on('error', () => undefined);
    child.stdout.once('data', () => {
      loading.delete(child);
      child.stdout.resume();
      ready.push(child);
      fill();
    });
    child.once('exit', () => {
      if (loading.delete(child)) fill();
    });
    fill();
  };
  fill();
  return {
    take: async (ordersOf) => {
      const child = await new Promise<Warm>((resolve) => {
        wanting.push(resolve);
        fill();
      });
      child.stdin.write(`${JSON.stringify(ordersOf())}\n`);
      return child;
    },
    full: async () => {
      while (!closed && ready.length < count) await sleep(50);
    },
    close: () => {
      closed = true;
      for (const child of [...ready, ...loading]) child.kill('SIGKILL');
    },
  };
}
