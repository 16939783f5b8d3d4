// The budget of a session, and waiting for results with progress messages.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind, Lookup } from '../contract/vocabulary.ts';
import { type ApiObject, type Backend, ToolProblem } from './backend.ts';

/** The budget of a session, in memory or in the database. */
export interface SessionBudget {
  readonly budget: number;
  /** The remaining credits at the last check. */
  readonly left: number;
  /**
   * Reserves credits before they are spent. Returns false when the budget does not cover them. `force` reserves them
   * anyway, because they were already spent.
   */
  reserve(credits: number, force?: boolean): Promise<boolean>;
  release(credits: number): Promise<void>;
}

/** The budget of a process that serves one agent, in memory. */
export function createSessionBudget(budget: number): SessionBudget {
  let spent = 0;
  return {
    budget,
    get left() {
      return Math.max(0, budget - spent);
    },
    reserve: async (credits, force = false) => {
      if (!force && spent + credits > budget) return false;
      spent += credits;
      return true;
    },
    release: async (credits) => {
      spent = Math.max(0, spent - credits);
    },
  };
}

export interface Session {
  /** Runs `work`, which costs credits. Throws a `ToolProblem` when the session's budget does not cover it. */
  pay<T extends { readonly cost: number | null }>(
    kind: Kind | Lookup,
    request: object,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T>;
  /** Returns the credits of a failed object to the budget. */
  release(cost: number | null): Promise<void>;
  readonly left: number | null;
}

/** Without a session budget, only the key's budget applies. */
export function createSession(backend: Backend, budget: SessionBudget | null): Session {
  if (!budget) return { pay: (_kind, _request, _signal, work) => work(), release: async () => undefined, left: null };
  return {
    pay: async (kind, request, signal, work) => {
      const price = (await backend.quote(kind, request, signal))?.cost ?? null;
      // A repeated call is free. Its result is there even if the first call spent the rest of the budget.
      const isSpent = budget.left <= 0 && price !== 0;
      // Reserve first, so that concurrent tools cannot spend the same credits.
      if (isSpent || !(await budget.reserve(price ?? 0)))
        throw new ToolProblem(
          402,
          `The session’s budget of ${budget.budget} credits is spent: ${budget.left} left${isSpent || price === null ? '' : `, this costs ${price}`}.`,
          'Continue with the results you have, or ask the user of this session to raise its budget.',
        );
      const done = await work().catch(async (error) => {
        // An aborted call may already have placed its order.
        if (!signal.aborted) await budget.release(price ?? 0);
        throw error;
      });
      const more = (done.cost ?? price ?? 0) - (price ?? 0);
      if (more > 0) await budget.reserve(more, true);
      else if (more < 0) await budget.release(-more);
      return done;
    },
    release: (cost) => budget.release(cost ?? 0),
    get left() {
      return budget.left;
    },
  };
}

export interface Waiting {
  readonly signal: AbortSignal;
  readonly waitMs: number;
  /** The service is shutting down. Waiting tools return the current state. */
  readonly ending: () => boolean;
  /** Called between polls with the elapsed and the total seconds. */
  readonly progress: (seconds: number, total: number) => Promise<void>;
}

const PAUSES_MS = [100, 150, 250, 400, 600, 1000, 1500, 2000];

/** Returns the object when it is finished or the time is up. Returns null when it does not exist. */
export async function waitFor(
  backend: Backend,
  kind: Kind,
  id: string,
  { signal, waitMs, ending, progress }: Waiting,
): Promise<ApiObject | null> {
  const started = Date.now();
  for (let poll = 0; ; poll++) {
    const found = await backend.fetch(kind, id, signal);
    const passed = Date.now() - started;
    if (!found || found.ready || found.faulty || passed >= waitMs || ending()) return found;
    await progress(passed / 1000, waitMs / 1000);
    await sleep(Math.min(PAUSES_MS[Math.min(poll, PAUSES_MS.length - 1)]!, waitMs - passed), undefined, { signal });
  }
}
