// Joins concurrent calls into batches: items that arrive while a call runs go into the next one.
import { setImmediate as turn } from 'node:timers/promises';

export interface CoalesceSettings<In> {
  /** Maximum total weight of one call. */
  readonly weightMax: number;
  readonly weightOf?: (item: In) => number;
  /** Maximum number of concurrent calls. */
  readonly callsMax: number;
  /** Weight that must be queued for a further concurrent call. Default: half of a full call. */
  readonly concurrentMin?: number;
  /**
   * True under overload. Then fewer callers are resumed per tick, because each may have much work to do, and the next
   * call waits a little for more items, because every call has a fixed cost.
   */
  readonly overloaded?: (() => boolean) | undefined;
  /** True when a failed call may be retried item by item, so that one bad item does not fail the others. */
  readonly separable: (error: unknown) => boolean;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly weight: number;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A concurrent call pays off only with enough items: each costs a round trip and a commit, and calls for one account
 * wait for one another anyway. Smaller batches wait and grow.
 */
const CONCURRENT_SHARE = 0.5;

/** Callers resumed per tick. Under overload there are fewer, with a minimum interval between calls. */
const RESUMED_PER_TICK = 64;
const OVERLOAD = { answersAtOnce: 32, apartMs: 80 };

/** `run` returns one result per item, in order. */
export function coalesce<In, Out>(run: (items: In[]) => Promise<Out[]>, settings: CoalesceSettings<In>): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = [];
  const weightOf = settings.weightOf ?? (() => 1);
  const overloaded = settings.overloaded ?? (() => false);
  const concurrentFull = settings.weightMax * CONCURRENT_SHARE;
  const concurrentMin = (): number => (overloaded() ? concurrentFull : (settings.concurrentMin ?? concurrentFull));
  let queued = 0;
  let running = 0;
  let scheduled = false;
  let startedAt = Number.NEGATIVE_INFINITY;

  const mayStart = (): boolean => queue.length > 0 && (running === 0 || (running < settings.callsMax && queued >= concurrentMin()));
  // Start after all readable sockets were read, so that their items go into the same call.
  const scheduleStart = (): void => {
    if (scheduled || !mayStart()) return;
    scheduled = true;
    const delayMs = overloaded() ? startedAt + OVERLOAD.apartMs - performance.now() : 0;
    if (delayMs > 0) setTimeout(start, delayMs);
    else setImmediate(start);
  };
  const runSingle = async (waiting: Waiting<In, Out>): Promise<void> => {
    try {
      waiting.resolve((await run([waiting.item]))[0]!);
    } catch (error) {
      waiting.reject(error);
    }
  };
  const resumeCallers = async (batch: Waiting<In, Out>[], results: Out[]): Promise<void> => {
    for (const [index, waiting] of batch.entries()) {
      if (index > 0 && index % (overloaded() ? OVERLOAD.answersAtOnce : RESUMED_PER_TICK) === 0) await turn();
      waiting.resolve(results[index]!);
    }
  };
  const flush = async (batch: Waiting<In, Out>[]): Promise<void> => {
    try {
      // The next call starts after the last caller is resumed, so items that arrive meanwhile go into it.
      await resumeCallers(batch, await run(batch.map((waiting) => waiting.item)));
    } catch (error) {
      if (batch.length > 1 && settings.separable(error)) for (const waiting of batch) await runSingle(waiting);
      else for (const waiting of batch) waiting.reject(error);
    }
    running--;
    scheduleStart();
  };
  const start = (): void => {
    scheduled = false;
    startedAt = performance.now();
    while (mayStart()) {
      let weight = 0;
      let count = 0;
      while (count < queue.length && (count === 0 || weight + queue[count]!.weight <= settings.weightMax)) weight += queue[count++]!.weight;
      running++;
      queued -= weight;
      void flush(queue.splice(0, count));
    }
  };

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      const weight = weightOf(item);
      queue.push({ item, weight, resolve, reject });
      queued += weight;
      scheduleStart();
    });
}
