// Joins calls that arrive together into one: what comes in while a call runs goes into the next one.
import { setImmediate as turn } from 'node:timers/promises';

export interface CoalesceSettings<In> {
  /** How much goes into one call. */
  readonly weightMax: number;
  readonly weightOf?: (item: In) => number;
  /** How many calls run side by side. */
  readonly callsMax: number;
  /** How much must have come together for a further call beside one that runs; half of a full call, if nothing is said. */
  readonly besideMin?: number;
  /**
   * Whether there is more to do than can be done. Then only few callers go on at once before others have their turn, for what one call
   * answers may be much work; and the next call waits a little for company, for each costs something whatever is in it.
   */
  readonly overloaded?: (() => boolean) | undefined;
  /** Says whether a failed call may be tried again item by item, so that one bad item does not fail its neighbours. */
  readonly separable: (error: unknown) => boolean;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly weight: number;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A second call beside the first pays only with enough in it: each costs a round trip and a commit, and calls for one account wait for
 * one another anyway. Less than this share of a full call stays and grows.
 */
const BESIDE_SHARE = 0.5;

/** Callers that go on at once; in a crowd fewer, and with some time from one call to the next. */
const ANSWERS_AT_ONCE = 64;
const OVERLOAD = { answersAtOnce: 32, apartMs: 80 };

/** `run` answers one result per item, in order. */
export function coalesce<In, Out>(run: (items: In[]) => Promise<Out[]>, settings: CoalesceSettings<In>): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = [];
  const weightOf = settings.weightOf ?? (() => 1);
  const overloaded = settings.overloaded ?? (() => false);
  const besideFull = settings.weightMax * BESIDE_SHARE;
  const besideMin = (): number => (overloaded() ? besideFull : (settings.besideMin ?? besideFull));
  let queued = 0;
  let running = 0;
  let scheduled = false;
  let startedAt = Number.NEGATIVE_INFINITY;

  const mayStart = (): boolean => queue.length > 0 && (running === 0 || (running < settings.callsMax && queued >= besideMin()));
  // After the sockets that are readable now were read: what lies there goes along.
  const startSoon = (): void => {
    if (scheduled || !mayStart()) return;
    scheduled = true;
    const apart = overloaded() ? startedAt + OVERLOAD.apartMs - performance.now() : 0;
    if (apart > 0) setTimeout(start, apart);
    else setImmediate(start);
  };
  const alone = async (waiting: Waiting<In, Out>): Promise<void> => {
    try {
      waiting.resolve((await run([waiting.item]))[0]!);
    } catch (error) {
      waiting.reject(error);
    }
  };
  const answer = async (batch: Waiting<In, Out>[], results: Out[]): Promise<void> => {
    for (const [index, waiting] of batch.entries()) {
      if (index > 0 && index % (overloaded() ? OVERLOAD.answersAtOnce : ANSWERS_AT_ONCE) === 0) await turn();
      waiting.resolve(results[index]!);
    }
  };
  const flush = async (batch: Waiting<In, Out>[]): Promise<void> => {
    try {
      // The next call waits for the last of these: what comes in meanwhile goes into it.
      await answer(batch, await run(batch.map((waiting) => waiting.item)));
    } catch (error) {
      if (batch.length > 1 && settings.separable(error)) for (const waiting of batch) await alone(waiting);
      else for (const waiting of batch) waiting.reject(error);
    }
    running--;
    startSoon();
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
      startSoon();
    });
}
