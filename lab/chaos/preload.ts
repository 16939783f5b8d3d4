// Loaded before the product in every process of a run: waits for orders, dies or freezes at failpoints, and shifts the clock.
import { appendFileSync, readSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import type { Times } from './failpoints.ts';
import type { Armed } from './plan.ts';
import type { Given, Orders } from './warm-processes.ts';

/** The functions that the rewritten product calls. */
interface Hooks {
  readonly times: Pick<Times, 'lease' | 'holdSeconds'>;
  point(name: string): void;
  sent<T>(name: string, promise: Promise<T>): Promise<T>;
  answered<T>(name: string, promise: Promise<T>): Promise<T>;
  settled(ended: readonly { job: { id: string; attempt: number }; end: { outcome: string } }[], accepted: ReadonlySet<number>): void;
}

/** Null in children that the product starts itself, such as isolated jobs. They run without failpoints. */
const given: Given | null = isMainThread && process.env.CHAOS ? JSON.parse(process.env.CHAOS) : null;
let armed: readonly Armed[] = [];
let node: string | null = null;

const point = (name: string): void => {
  for (const one of armed) {
    if (one.point !== name || one.nth <= 0) continue;
    one.nth--;
    if (one.nth > 0) continue;
    appendFileSync(given!.hits, `${JSON.stringify({ failpoint: one.name, node })}\n`);
    if (one.pauseMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, one.pauseMs);
    else process.kill(process.pid, 'SIGKILL');
  }
};

const hooks: Hooks = {
  times: given?.times ?? { lease: { seconds: 20, heartbeatMs: 5000, reclaimMs: 5000 }, holdSeconds: 30 },
  point,
  sent: (name, promise) => {
    // A frozen process handles the rejection too late. That must not end it as an unhandled rejection.
    promise.catch(() => undefined);
    point(`${name}.sent`);
    return promise;
  },
  answered: async (name, promise) => {
    const result = await promise;
    point(`${name}.answered`);
    return result;
  },
  settled: (ended, accepted) => {
    const lines = ended
      .map(({ job, end }, index) => ({ job, end, accepted: accepted.has(index + 1) }))
      .filter(({ end }) => end.outcome !== 'again')
      .map(({ job, accepted }) => `${JSON.stringify({ settled: job.id, attempt: job.attempt, accepted, node })}\n`);
    appendFileSync(given!.notes, lines.join(''));
  },
};
Object.assign(globalThis, { chaos: hooks });

if (given) {
  // Loading is the slow part of a start, so it is done before the orders arrive.
  await import(given.program);
  writeSync(1, 'ready\n');
  const orders: Orders = JSON.parse(readLine());
  ({ node } = orders);
  armed = orders.failpoints ?? [];
  delete process.env.CHAOS;
  Object.assign(process.env, orders.environment);
  process.argv.splice(2, Number.POSITIVE_INFINITY, orders.command);
  if (orders.clockMs) shiftClock(orders.clockMs);
  // When the harness is killed, its nodes end too.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
  process.stdin.unref();
}

/** Blocks until a whole line was read. */
function readLine(): string {
  const byte = Buffer.alloc(65_536);
  let text = '';
  while (!text.includes('\n')) {
    try {
      const count = readSync(0, byte);
      if (count === 0) process.exit(0);
      text += byte.toString('utf8', 0, count);
    } catch (error) {
      // A package has made the input non-blocking.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return text;
}

function shiftClock(ms: number): void {
  const RealDate = Date;
  const now = (): number => RealDate.now() + ms;
  const Shifted = class extends RealDate {
    constructor(...parts: [] | ConstructorParameters<DateConstructor>) {
      super(...((parts.length === 0 ? [now()] : parts) as ConstructorParameters<DateConstructor>));
    }
    static override now(): number {
      return now();
    }
  };
  globalThis.Date = Shifted as DateConstructor;
}
