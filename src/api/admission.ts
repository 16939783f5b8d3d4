// Admission control: detects overload by the number of running requests and the event loop lag.

export interface OverloadSettings {
  /** Maximum running requests during overload. The same number applies to lookups, which wait for sources. */
  readonly requestsMax: number;
  /** Maximum running requests in a short burst. Only sustained load is overload. */
  readonly burstMax: number;
  readonly lagMsMax: number;
}

/** Held by an admitted request until its response is ready. */
export interface Slot {
  release(): void;
}

export interface Overload {
  /** Returns null when no slot is free. `isArrived` returns whether the request's body is complete. */
  acquire(lookup: boolean, isArrived: () => boolean): Slot | null;
  /** Like `acquire`, but does not take a slot. */
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

interface Held extends Slot {
  readonly since: number;
  readonly isArrived: () => boolean;
}

const CHECK_MS = 50;
/** A body that takes longer is due to a slow client and does not count as load. */
const ARRIVAL_MS = 1000;
/** Too many requests or too much lag for this long is overload. */
const OVERLOAD_MS = 500;
/** Overload ends after this time without a rejection. If it ended sooner, the next wave would be admitted in full. */
const CALM_MS = 1000;

export function createOverload(settings: OverloadSettings, { idle, now = () => performance.now() }: OverloadParts): Overload {
  const slots = { lookup: new Set<Held>(), other: new Set<Held>() };
  let checkedAt = now();
  let overloadedSince: number | null = null;
  let overloaded = false;
  let rejectedAt = Number.NEGATIVE_INFINITY;
  /** Requests whose bodies were incomplete at the last check. They cannot be processed yet. */
  let arriving = 0;
  const working = (): number => slots.other.size - idle() - arriving;

  const check = setInterval(() => {
    const at = now();
    const lateMs = at - checkedAt - CHECK_MS;
    checkedAt = at;
    arriving = 0;
    for (const held of [...slots.other]) {
      if (held.isArrived()) continue;
      if (at - held.since >= ARRIVAL_MS) held.release();
      else arriving++;
    }
    const most = Math.max(working(), slots.lookup.size);
    if (most >= settings.requestsMax || (lateMs > settings.lagMsMax && most >= settings.requestsMax / 2)) overloadedSince ??= at;
    else if (!overloaded || at - rejectedAt >= CALM_MS) overloadedSince = null;
    overloaded = overloadedSince !== null && (overloaded || at - overloadedSince >= OVERLOAD_MS);
  }, CHECK_MS);
  check.unref();

  const rejects = (lookup: boolean): boolean => {
    const used = lookup ? slots.lookup.size : working();
    if (used < (overloaded ? settings.requestsMax : settings.burstMax)) return false;
    rejectedAt = now();
    return true;
  };

  return {
    rejects,
    acquire: (lookup, isArrived) => {
      if (rejects(lookup)) return null;
      const set = lookup ? slots.lookup : slots.other;
      const held: Held = { since: now(), isArrived, release: () => void set.delete(held) };
      set.add(held);
      return held;
    },
    get working() {
      return working() + slots.lookup.size;
    },
    get overloaded() {
      return overloaded;
    },
    close: () => clearInterval(check),
  };
}
