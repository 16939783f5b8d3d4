// The end of load and faults: a run goes on until it has seen everything that it must see.
import { sleep } from '../wait.ts';
import type { FaultKind, Plan } from './plan.ts';
import type { Profile } from './profiles.ts';

const LOOK_MS = 200;

/** What the run must see and has not seen yet. */
export interface Missing {
  readonly faults: readonly FaultKind[];
  readonly others: readonly string[];
}

interface ExtendParts {
  readonly plan: Pick<Plan, 'events'>;
  readonly profile: Pick<Profile, 'moreSeconds' | 'faultEverySeconds' | 'everyFault'>;
  readonly missing: () => Promise<Missing>;
  readonly apply: (kind: FaultKind) => Promise<void>;
  /** Milliseconds that only rise. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Returns as soon as nothing is missing. The time limit only matters on a machine that is too slow.
 * Meanwhile faults continue: those that are missing first, then the plan again from its start.
 */
export async function extend({ plan, profile, missing, apply, now = () => performance.now(), wait = sleep }: ExtendParts): Promise<void> {
  const end = now() + profile.moreSeconds * 1000;
  let faultAt = now();
  for (let repeated = 0; ; await wait(LOOK_MS)) {
    const { faults, others } = await missing();
    if ((faults.length === 0 && others.length === 0) || now() >= end) return;
    if (!profile.everyFault || now() < faultAt) continue;
    faultAt = now() + profile.faultEverySeconds * 1000;
    const kind = faults[0] ?? plan.events[repeated++ % plan.events.length]?.kind;
    if (kind) await apply(kind);
  }
}
