// Containers of the simulation: events by time, waiting jobs by arrival, percentiles, servers.

type Act = (now: number) => void;

export interface Events {
  readonly size: number;
  add(time: number, act: Act): void;
  /** The earliest; only while there are any. */
  take(): [time: number, act: Act];
}

/** A binary heap over times; equal times come out in any order. */
export function createEvents(): Events {
  const times: number[] = [];
  const acts: Act[] = [];
  const swap = (a: number, b: number): void => {
    [times[a], times[b]] = [times[b]!, times[a]!];
    [acts[a], acts[b]] = [acts[b]!, acts[a]!];
  };
  return {
    get size() {
      return times.length;
    },
    add: (time, act) => {
      let at = times.length;
      times.push(time);
      acts.push(act);
      while (at > 0 && times[(at - 1) >> 1]! > times[at]!) {
        swap(at, (at - 1) >> 1);
        at = (at - 1) >> 1;
      }
    },
    take: () => {
      const first: [number, Act] = [times[0]!, acts[0]!];
      const [time, act] = [times.pop()!, acts.pop()!];
      if (times.length > 0) {
        times[0] = time;
        acts[0] = act;
        for (let at = 0; ; ) {
          const left = 2 * at + 1;
          if (left >= times.length) break;
          const least = left + 1 < times.length && times[left + 1]! < times[left]! ? left + 1 : left;
          if (times[least]! >= times[at]!) break;
          swap(at, least);
          at = least;
        }
      }
      return first;
    },
  };
}

export interface Line<T> {
  readonly length: number;
  add(item: T): void;
  /** The oldest; only while there are any. */
  take(): T;
}

export function createLine<T>(): Line<T> {
  let items: T[] = [];
  let from = 0;
  return {
    get length() {
      return items.length - from;
    },
    add: (item) => void items.push(item),
    take: () => {
      const item = items[from++]!;
      if (from > 10_000 && from * 2 > items.length) {
        items = items.slice(from);
        from = 0;
      }
      return item;
    },
  };
}

export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export interface Server {
  /** Returns the time at which work that arrives now is done. */
  serve(now: number, work: number): number;
  use(): number[];
}

/** A machine that does `speed` seconds of work per second, one job after the other, and records how busy it was. */
export function createServer(speed: number, bucketSeconds: number, buckets: number): Server {
  let free = 0;
  const busy = new Float64Array(buckets + 1);
  return {
    serve: (now, work) => {
      free = Math.max(free, now) + work / speed;
      busy[Math.min(buckets, Math.floor(now / bucketSeconds))]! += work;
      return free;
    },
    use: () => Array.from(busy.subarray(0, buckets), (work) => work / (speed * bucketSeconds)),
  };
}
