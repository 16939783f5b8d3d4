// Admission control: detects overload by the number of running requests and the event loop lag.

export interface OverloadSettings {
  /** Maximum running requests during overload. The same number applies to lookups, which wait for sources. */
  readonly requestsMax: number;
  /** Maximum running requests in a short burst. Only sustained load is overload. */
  readonly burstMax: number;
  readonly lagMsMax: number;
}

/** Held by an admitted request until its response is ready. */
export interface Place {
  leave(): void;
}

export interface Overload {
  /** Returns null when no slot is free. `isArrived` returns whether the request's body is complete. */
  enter(lookup: boolean, isArrived: () => boolean): Place | null;
  /** Like `enter`, but does not take a slot. */
  rejects(lookup: boolean): boolean;
  readonly working: number;
  /** More requests arrive than can be processed. */
  readonly overloaded: boolean;
  close(): void;
}

export interface OverloadParts {
  /** Requests that only wait for their object. They cost nothing meanwhile and hold no slot. */
  readonly idle: () => number;
  readonly now?: () => number;
}

interface Held extends Place {
  readonly since: number;
  readonly isArrived: () => boolean;
}

const LOOK_MS = 50;
/** A body that takes longer is due to a slow client and does not count as load. */
const ARRIVAL_MS = 1000;
/** Too many requests or too much lag for this long is overload. */
const OVERLOAD_MS = 500;
/** Overload ends after this time without a rejection. If it ended sooner, the next wave would be admitted in full. */
const CALM_MS = 1000;

export function createOverload(settings: OverloadSettings, { idle, now = () => performance.now() }: OverloadParts): Overload {
  const places = { lookup: new Set<Held>(), other: new Set<Held>() };
  let lookedAt = now();
  let overloadedSince: number | null = null;
  let overloaded = false;
  let rejectedAt = Number.NEGATIVE_INFINITY;
  /** Requests whose bodies were incomplete at the last check. They cannot be processed yet. */
  let arriving = 0;
  const working = (): number => places.other.size - idle() - arriving;

  const look = setInterval(() => {
    const at = now();
    const lateMs = at - lookedAt - LOOK_MS;
    lookedAt = at;
    arriving = 0;
    for (const held of [...places.other]) {
      if (held.isArrived()) continue;
      if (at - held.since >= ARRIVAL_MS) held.leave();
      else arriving++;
    }
    const most = Math.max(working(), places.lookup.size);
    if (most >= settings.requestsMax || (lateMs > settings.lagMsMax && most >= settings.requestsMax / 2)) overloadedSince ??= at;
    else if (!overloaded || at - rejectedAt >= CALM_MS) overloadedSince = null;
    overloaded = overloadedSince !== null && (overloaded || at - overloadedSince >= OVERLOAD_MS);
  }, LOOK_MS);
  look.unref();

  const rejects = (lookup: boolean): boolean => {
    const taken = lookup ? places.lookup.size : working();
    if (taken < (overloaded ? settings.requestsMax : settings.burstMax)) return false;
    rejectedAt = now();
    return true;
  };

  return {
    rejects,
    enter: (lookup, isArrived) => {
      if (rejects(lookup)) return null;
      const set = lookup ? places.lookup : places.other;
      const held: Held = { since: now(), isArrived, leave: () => void set.delete(held) };
      set.add(held);
      return held;
    },
    get working() {
      return working() + places.lookup.size;
    },
    get overloaded() {
      return overloaded;
    },
    close: () => clearInterval(look),
  };
}
