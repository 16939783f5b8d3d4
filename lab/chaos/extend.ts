// The end of load and faults: a run goes on until it has seen everything that it must see.
import { sleep } from '../wait.ts';
import type { FaultKind, Plan } from './plan.ts';
import type { Profile } from './profiles.ts';

const LOOK_MS = 200;

/** What the run must see and has not seen yet. */
export interface Missing {
  readonly faults: readonly FaultKind[];
  readonly failpoints: readonly string[];
  readonly others: readonly string[];
}

interface ExtendParts {
  readonly plan: Pick<Plan, 'events'>;
  readonly profile: Pick<Profile, 'moreSeconds' | 'faultEverySeconds' | 'everyFault'>;
  readonly missing: () => Promise<Missing>;
  readonly apply: (kind: FaultKind) => Promise<void>;
  /** Makes sure that a process is armed with these failpoints. */
  readonly rearm: (failpoints: readonly string[]) => void;
  /** Milliseconds that only rise. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Returns as soon as nothing is missing. The time limit only matters on a machine that is too slow.
 * Meanwhile faults that are missing are repeated. While failpoints are missing there are no others: on a slow machine they would end
 * processes before these pass a failpoint. When only sights are missing, the plan starts again.
 */
export async function extend({
  plan,
  profile,
  missing,
  apply,
  rearm,
  now = () => performance.now(),
  wait = sleep,
}: ExtendParts): Promise<void> {
  const end = now() + profile.moreSeconds * 1000;
  let faultAt = now();
  for (let repeated = 0; ; await wait(LOOK_MS)) {
    const { faults, failpoints, others } = await missing();
    if (faults.length + failpoints.length + others.length === 0 || now() >= end) return;
    if (faults.length === 0 && failpoints.length > 0) {
      rearm(failpoints);
      continue;
    }
    if (!profile.everyFault || now() < faultAt) continue;
    faultAt = now() + profile.faultEverySeconds * 1000;
    const kind = faults[0] ?? plan.events[repeated++ % plan.events.length]?.kind;
    if (kind) await apply(kind);
  }
}
