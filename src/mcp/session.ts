// What one session may spend, and the waiting for what was ordered: with signs of progress, until it is there, late or no longer wanted.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind, Lookup } from '../contract/vocabulary.ts';
import { type Backend, type Shown, ToolProblem } from './backend.ts';

export interface Session {
  /** Refuses what the session's budget does not cover; to be asked before anything is ordered. */
  allow(kind: Kind | Lookup, request: object, signal: AbortSignal): Promise<void>;
  spend(cost: number | null): void;
  /** Credits of an object that failed come back. */
  giveBack(cost: number | null): void;
  readonly left: number | null;
}

/** `budget` null means that nothing but the key bounds it. */
export function createSession(backend: Backend, budget: number | null): Session {
  let spent = 0;
  return {
    allow: async (kind, request, signal) => {
      if (budget === null) return;
      const price = spent < budget ? await backend.quote(kind, request, signal) : null;
      if (spent >= budget || (price !== null && spent + price > budget))
        throw new ToolProblem(
          402,
          `The session’s budget of ${budget} credits is spent: ${Math.max(0, budget - spent)} left${price === null ? '' : `, this costs ${price}`}.`,
          'Go on with what you have, or have the person who started this session raise --budget.',
        );
    },
    spend: (cost) => {
      spent += cost ?? 0;
    },
    giveBack: (cost) => {
      spent -= cost ?? 0;
    },
    get left() {
      return budget === null ? null : Math.max(0, budget - spent);
    },
  };
}

export interface Waiting {
  readonly signal: AbortSignal;
  readonly waitMs: number;
  /** The service is about to stop: whoever waits gets what there is. */
  readonly ending: () => boolean;
  /** Told now and then; seconds so far, and in all. */
  readonly progress: (seconds: number, total: number) => Promise<void>;
}

const PAUSES_MS = [100, 150, 250, 400, 600, 1000, 1500, 2000];

/** The object when it is finished, or as it is when the time is up; null when it is not there. */
export async function waitFor(
  backend: Backend,
  kind: Kind,
  id: string,
  { signal, waitMs, ending, progress }: Waiting,
): Promise<Shown | null> {
  const started = Date.now();
  for (let turn = 0; ; turn++) {
    const found = await backend.fetch(kind, id, signal);
    const passed = Date.now() - started;
    if (!found || found.ready || found.faulty || passed >= waitMs || ending()) return found;
    await progress(passed / 1000, waitMs / 1000);
    await sleep(Math.min(PAUSES_MS[Math.min(turn, PAUSES_MS.length - 1)]!, waitMs - passed), undefined, { signal });
  }
}
