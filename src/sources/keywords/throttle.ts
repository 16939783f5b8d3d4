// Throttles the calls to one provider. A keyword query can need dozens of calls, and each counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { unreachable } from '../adapter.ts';
import type { Source } from '../route.ts';

type FetchPage = Source<unknown, unknown>['fetch'];

/** A call that would wait longer is rejected, because its job has not that much time. The job is retried later. */
const WAIT_MS_MAX = 120_000;

/**
 * Calls above the rate wait for a slot. The state is local to the process, so the rates of several processes add up.
 */
export function withThrottle(fetch: FetchPage, perMinute: number, now: () => number = () => performance.now()): FetchPage {
  let nextSlot = 0;
  return async (request, context) => {
    const slot = Math.max(now(), nextSlot);
    if (slot - now() > WAIT_MS_MAX) throw unreachable('Too many queries are waiting for the keyword source.');
    nextSlot = slot + 60_000 / perMinute;
    try {
      await sleep(Math.max(0, slot - now()), undefined, context.signal ? { signal: context.signal } : {});
    } catch (error) {
      throw unreachable('aborted while waiting for a slot', error);
    }
    return fetch(request, context);
  };
}
