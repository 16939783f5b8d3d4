// The plan of a run, drawn from its seed before anything starts: faults with their times, and the order of failpoints.
import type { Random } from '../random.ts';
import { FAILPOINTS, type Failpoint, type Times, USUAL_FAILPOINTS } from './failpoints.ts';
import type { Role } from './nodes.ts';
import type { Profile } from './profiles.ts';

/** Kinds of faults with their weights. */
export const FAULTS = {
  killWorker: 5,
  killApi: 4,
  killPostgres: 1,
  killPostgresAtAck: 1,
  killApiAtAck: 1,
  terminateBackend: 3,
  stopWorker: 3,
  pauseWorker: 2,
  pauseApi: 2,
  cut: 3,
  swallow: 4,
  silence: 1,
  fillDisk: 1,
};

export type FaultKind = keyof typeof FAULTS;

export interface Plan {
  readonly events: readonly { readonly kind: FaultKind; readonly atMs: number }[];
  readonly failpoints: readonly string[];
  readonly seconds: number;
  readonly always: boolean;
}

/** A failpoint of one process, and what happens there: it is killed, or frozen for `pauseMs`. */
export interface Armed {
  readonly name: string;
  readonly point: string;
  nth: number;
  readonly pauseMs?: number;
  readonly signal?: NodeJS.Signals;
}

const failpointOf = (name: string): Failpoint => {
  const failpoint = FAILPOINTS[name];
  if (!failpoint) throw new Error(`Unknown failpoint ${name}.`);
  return failpoint;
};

export const faultsOf = (profile: Profile): readonly FaultKind[] => profile.faults ?? (Object.keys(FAULTS) as FaultKind[]);

export function planOf(random: Random, profile: Profile): Plan {
  const wanted = faultsOf(profile);
  const weighted = wanted.flatMap((kind) => Array<FaultKind>(FAULTS[kind]).fill(kind));
  const count = Math.max(profile.everyFault ? wanted.length : 0, Math.floor(profile.seconds / profile.faultEverySeconds));
  const kinds = random.shuffle([
    ...(profile.everyFault ? wanted : []),
    ...Array.from({ length: Math.max(0, count - (profile.everyFault ? wanted.length : 0)) }, () => random.pick(weighted)),
  ]);
  const stepMs = (profile.seconds * 1000 - 2000) / Math.max(1, kinds.length);
  const events = kinds.map((kind, index) => ({ kind, atMs: Math.round(1000 + stepMs * (index + random.between(0.1, 0.9))) }));
  const names = profile.failpoints ?? USUAL_FAILPOINTS;
  return { events, failpoints: random.shuffle(names), seconds: profile.seconds, always: profile.armAll === true };
}

export interface Armoury {
  next(role: Role): Armed[];
  /** From now on the first pass of a failpoint counts, so that the missing ones are hit soon. */
  armNearest(): void;
}

/** Arms a process with every failpoint of its role that was not hit yet; the first one it passes ends it. Later with one, or none. */
export function createArmoury(plan: Plan, random: Random, times: Times, hitsOf: () => ReadonlySet<string>): Armoury {
  const pauseMs = Math.round(times.lease.seconds * 1600);
  let nearest = false;
  const armed = (name: string): Armed => {
    const { hits = 1, after } = failpointOf(name);
    const [point, way] = name.split('/') as [string, string?];
    return {
      name,
      point,
      nth: 1 + random.below(nearest ? 1 : hits),
      ...(way === 'pause' ? { pauseMs } : {}),
      ...(after ? { signal: after } : {}),
    };
  };
  return {
    armNearest: () => {
      nearest = true;
    },
    next: (role) => {
      const hit = hitsOf();
      const ours = plan.failpoints.filter((name) => failpointOf(name).role === role);
      const waiting = ours.filter((name) => !hit.has(name));
      const needed = waiting.flatMap((name) => failpointOf(name).needs ?? []).filter((name) => !waiting.includes(name));
      if (waiting.length > 0) return [...waiting, ...new Set(needed)].map(armed);
      return ours.length > 0 && (plan.always || random.chance(0.6)) ? [armed(random.pick(ours))] : [];
    },
  };
}
