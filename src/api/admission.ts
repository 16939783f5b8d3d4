// Says when there is more to do than can be done: by the requests in work, and by how late the event loop is.

export interface OverloadSettings {
  /** Requests in work at once while there is a crowd; as many lookups again, for these wait for the outside. */
  readonly requestsMax: number;
  /** As many for a moment: many at once are no overload yet, only many that stay. */
  readonly burstMax: number;
  readonly lagMsMax: number;
}

/** A request that was let in holds one until its answer is ready. */
export interface Place {
  leave(): void;
}

export interface Overload {
  /** Null: there is no place left. `isArrived` tells whether the request's body is complete. */
  enter(lookup: boolean, isArrived: () => boolean): Place | null;
  /** The same question by one who would not come in. */
  rejects(lookup: boolean): boolean;
  readonly working: number;
  /** More keep coming than can be worked on. */
  readonly overloaded: boolean;
  close(): void;
}

export interface OverloadParts {
  /** Requests that only wait for their object; they cost nothing meanwhile and hold no place. */
  readonly idle: () => number;
  readonly now?: () => number;
}

interface Held extends Place {
  readonly since: number;
  readonly isArrived: () => boolean;
}

const LOOK_MS = 50;
/** A body that takes longer is the client's slowness, not our work. */
const ARRIVAL_MS = 1000;
/** Too many, or too late, for this long is a crowd. */
const OVERLOAD_MS = 500;
/** It is over when nobody had to be turned away for so long; sooner, the next wave would be let in whole. */
const CALM_MS = 1000;

export function createOverload(settings: OverloadSettings, { idle, now = () => performance.now() }: OverloadParts): Overload {
  const places = { lookup: new Set<Held>(), other: new Set<Held>() };
  let lookedAt = now();
  let overloadedSince: number | null = null;
  let overloaded = false;
  let rejectedAt = Number.NEGATIVE_INFINITY;
  /** Requests whose bodies were still on their way at the last look: nothing can be done for them yet. */
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
