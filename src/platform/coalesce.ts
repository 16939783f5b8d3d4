// Joins calls that arrive together into one: what comes in while a call runs goes into the next one.

export interface CoalesceSettings<In> {
  /** How much goes into one call. */
  readonly weightMax: number;
  readonly weightOf?: (item: In) => number;
  /** How many calls run side by side. */
  readonly callsMax: number;
  /** Says whether a failed call may be tried again item by item, so that one bad item does not fail its neighbours. */
  readonly separable: (error: unknown) => boolean;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly weight: number;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** `run` answers one result per item, in order. */
export function coalesce<In, Out>(run: (items: In[]) => Promise<Out[]>, settings: CoalesceSettings<In>): (item: In) => Promise<Out> {
  const queue: Waiting<In, Out>[] = [];
  const weightOf = settings.weightOf ?? (() => 1);
  let running = 0;
  let scheduled = false;

  const flush = async (batch: Waiting<In, Out>[]): Promise<void> => {
    try {
      const results = await run(batch.map((waiting) => waiting.item));
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index]!);
    } catch (error) {
      if (batch.length > 1 && settings.separable(error)) {
        for (const waiting of batch) await flush([waiting]);
        return;
      }
      for (const waiting of batch) waiting.reject(error);
    }
  };

  const start = (): void => {
    scheduled = false;
    while (running < settings.callsMax && queue.length > 0) {
      let weight = 0;
      let count = 0;
      while (count < queue.length && (count === 0 || weight + queue[count]!.weight <= settings.weightMax)) weight += queue[count++]!.weight;
      running++;
      void flush(queue.splice(0, count)).finally(() => {
        running--;
        start();
      });
    }
  };

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, weight: weightOf(item), resolve, reject });
      if (!scheduled && running < settings.callsMax) {
        scheduled = true;
        setImmediate(start);
      }
    });
}
