// Says when there is more to do than can be done: by the requests in work, and by how late the event loop is.

export interface OverloadSettings {
  /** Requests in work at once; as many lookups again, for these wait for the outside. */
  readonly requestsMax: number;
  readonly lagMsMax: number;
}

/** A request that was let in holds one until its answer is ready. */
export interface Place {
  leave(): void;
}

export interface Overload {
  /** Null: there is no place left. `isArrived` tells whether the request's body is complete. */
  enter(lookup: boolean, isArrived: () => boolean): Place | null;
  readonly working: number;
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
/** So few can be served however late the loop is; else a pause of the whole machine would look like a crowd. */
const ALWAYS = 8;

export function createOverload(settings: OverloadSettings, { idle, now = () => performance.now() }: OverloadParts): Overload {
  const places = { lookup: new Set<Held>(), other: new Set<Held>() };
  let lagMs = 0;
  let lookedAt = now();

  const look = setInterval(() => {
    const at = now();
    lagMs = Math.max(at - lookedAt - LOOK_MS, lagMs / 2);
    lookedAt = at;
    // Held in order of arrival, so the first young one ends the search.
    for (const held of [...places.other]) {
      if (at - held.since < ARRIVAL_MS) break;
      if (!held.isArrived()) held.leave();
    }
  }, LOOK_MS);
  look.unref();

  return {
    enter: (lookup, isArrived) => {
      const set = lookup ? places.lookup : places.other;
      const working = lookup ? set.size : set.size - idle();
      if (working >= settings.requestsMax || (working >= ALWAYS && lagMs > settings.lagMsMax)) return null;
      const held: Held = { since: now(), isArrived, leave: () => void set.delete(held) };
      set.add(held);
      return held;
    },
    get working() {
      return places.other.size - idle() + places.lookup.size;
    },
    close: () => clearInterval(look),
  };
}
