// Keeps one receiver from taking the places of all others: a line per host, and few places for hosts that are slow.

export interface GateSettings {
  /** Sent to one host at once: as many as the client has connections for. More would wait inside the client, with the clock running. */
  readonly perHostMax: number;
  /** Places in all. */
  readonly atOnceMax: number;
}

export interface Gates {
  /** Takes a place for one more callback of the host; false when it has to be put back. */
  enter(host: string): boolean;
  /** Does the work when it is the host's turn; null when the host turned out to be slow before that, and the callback is to be put back. */
  through<T>(host: string, work: () => Promise<T>): Promise<T | null>;
  leave(host: string): void;
  /** How many more may be taken for hosts that may not have every place. */
  rooms(): { readonly hosts: string[]; readonly rooms: number[] };
  /** Places that slow hosts have at this moment. */
  readonly slowPlaces: number;
  /** Whoever stands in a line is sent back. */
  close(): void;
}

interface Host {
  places: number;
  placesMax: number;
  sending: number;
  slow: boolean;
  /** There was more for it than it had places. */
  wantsMore: boolean;
  readonly line: { readonly since: number; readonly call: (turn: boolean) => void }[];
}

/** A host that leaves something unanswered for this long is slow until it answers something sooner. */
const QUICK_MS = 1000;
/** Who stands longer is put back: what is held for it would run out before its answer is there. */
const LINE_MS_MAX = 10_000;
/** All slow hosts together have this share of the places. */
const SLOW_SHARE = 0.5;
const REFILL_SHARE = 0.5;
const HOSTS_MAX = 1000;

/** `onRoom` hears when a host that had more to be sent has places again. */
export function createGates(settings: GateSettings, onRoom: () => void): Gates {
  const { perHostMax, atOnceMax } = settings;
  const slowPlacesMax = Math.max(1, Math.floor(atOnceMax * SLOW_SHARE));
  const hosts = new Map<string, Host>();
  let slowPlaces = 0;
  let closed = false;

  const forgetIdle = (): void => {
    for (const [name, { places }] of hosts) if (places === 0) hosts.delete(name);
  };
  const hostOf = (name: string): Host => {
    let host = hosts.get(name);
    if (host) return host;
    if (hosts.size >= HOSTS_MAX) forgetIdle();
    host = { places: 0, placesMax: atOnceMax, sending: 0, slow: false, wantsMore: false, line: [] };
    hosts.set(name, host);
    return host;
  };
  const roomOf = ({ places, placesMax, slow }: Host): number =>
    Math.max(0, Math.min(placesMax - places, slow ? slowPlacesMax - slowPlaces : placesMax));
  const sendBack = (host: Host): void => {
    for (const { call } of host.line.splice(0)) call(false);
  };
  const slowDown = (host: Host): void => {
    if (!host.slow) slowPlaces += host.places;
    host.slow = true;
    host.placesMax = Math.min(perHostMax, atOnceMax);
    if (host.line.length > 0) host.wantsMore = true;
    sendBack(host);
  };
  const speedUp = (host: Host): void => {
    if (host.slow) slowPlaces -= host.places;
    host.slow = false;
    host.placesMax = Math.min(host.placesMax + 1, atOnceMax);
  };
  const callNext = (host: Host): void => {
    while (host.sending < perHostMax && host.line.length > 0) {
      const { since, call } = host.line.shift()!;
      const turn = performance.now() - since <= LINE_MS_MAX;
      if (turn) host.sending++;
      call(turn);
    }
  };
  const turnOf = (host: Host): Promise<boolean> | boolean => {
    if (host.sending < perHostMax) {
      host.sending++;
      return true;
    }
    if (host.slow || closed) return false;
    return new Promise((call) => host.line.push({ since: performance.now(), call }));
  };

  return {
    enter: (name) => {
      const host = hostOf(name);
      const free = roomOf(host) > 0;
      if (free) {
        host.places++;
        if (host.slow) slowPlaces++;
      }
      host.wantsMore ||= roomOf(host) === 0;
      return free;
    },
    through: async (name, work) => {
      const host = hostOf(name);
      if (!(await turnOf(host))) return null;
      let quick = true;
      const timer = setTimeout(() => {
        quick = false;
        slowDown(host);
      }, QUICK_MS);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        host.sending--;
        if (quick) speedUp(host);
        callNext(host);
      }
    },
    leave: (name) => {
      const host = hostOf(name);
      host.places--;
      if (host.slow) slowPlaces--;
      if (host.places === 0 && !host.slow && host.placesMax >= atOnceMax) hosts.delete(name);
      if (!host.wantsMore || !(host.slow || host.places <= host.placesMax * REFILL_SHARE)) return;
      host.wantsMore = false;
      onRoom();
    },
    rooms: () => {
      const bounded = [...hosts].filter(([, { placesMax }]) => placesMax < atOnceMax);
      return { hosts: bounded.map(([name]) => name), rooms: bounded.map(([, host]) => roomOf(host)) };
    },
    get slowPlaces() {
      return slowPlaces;
    },
    close: () => {
      closed = true;
      for (const host of hosts.values()) sendBack(host);
    },
  };
}
