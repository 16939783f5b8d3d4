// What one session may spend, and the waiting for what was ordered: with signs of progress, until it is there, late or no longer wanted.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind, Lookup } from '../contract/vocabulary.ts';
import { type Backend, type Shown, ToolProblem } from './backend.ts';

/** The budget of a session, wherever it is kept. */
export interface SessionBudget {
  readonly budget: number;
  /** As it stood when it was last looked at. */
  readonly left: number;
  /** Takes credits before they are spent; false when they are not there. With `force` also what is not there, for it was spent. */
  take(credits: number, force?: boolean): Promise<boolean>;
  giveBack(credits: number): Promise<void>;
}

/** Kept by the process that speaks with one agent alone. */
export function createSessionBudget(budget: number): SessionBudget {
  let spent = 0;
  return {
    budget,
    get left() {
      return Math.max(0, budget - spent);
    },
    take: async (credits, force = false) => {
      if (!force && spent + credits > budget) return false;
      spent += credits;
      return true;
    },
    giveBack: async (credits) => {
      spent = Math.max(0, spent - credits);
    },
  };
}

export interface Session {
  /** Does what costs credits, unless the session's budget does not cover it. */
  pay<T extends { readonly cost: number | null }>(
    kind: Kind | Lookup,
    request: object,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T>;
  /** Credits of an object that failed come back. */
  giveBack(cost: number | null): Promise<void>;
  readonly left: number | null;
}

/** Without a purse nothing but the key bounds it. */
export function createSession(backend: Backend, budget: SessionBudget | null): Session {
  if (!budget) return { pay: (_kind, _request, _signal, work) => work(), giveBack: async () => undefined, left: null };
  return {
    pay: async (kind, request, signal, work) => {
      const price = budget.left > 0 ? await backend.quote(kind, request, signal) : null;
      // Taken first, so that tools that run side by side cannot spend the same credits.
      if (budget.left <= 0 || !(await budget.take(price ?? 0)))
        throw new ToolProblem(
          402,
          `The session’s budget of ${budget.budget} credits is spent: ${budget.left} left${price === null ? '' : `, this costs ${price}`}.`,
          'Go on with what you have, or have the person who started this session raise its budget.',
        );
      const done = await work().catch(async (error) => {
        // What was given up may have been ordered already.
        if (!signal.aborted) await budget.giveBack(price ?? 0);
        throw error;
      });
      const more = (done.cost ?? price ?? 0) - (price ?? 0);
      if (more > 0) await budget.take(more, true);
      else if (more < 0) await budget.giveBack(-more);
      return done;
    },
    giveBack: (cost) => budget.giveBack(cost ?? 0),
    get left() {
      return budget.left;
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
