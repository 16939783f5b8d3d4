// Keeps the calls to one provider apart: some keyword questions take dozens of calls, and providers count each.
import { setTimeout as sleep } from 'node:timers/promises';
import { unreachable } from '../adapter.ts';
import type { Source } from '../route.ts';

type FetchPage = Source<unknown, unknown>['fetch'];

/** A question that would wait longer comes again later; its job has not that much time. */
const WAIT_MS_MAX = 120_000;

/** Calls that come faster wait for their turn. Known to one process; several together go so many times as fast. */
export function withPace(fetch: FetchPage, perMinute: number, now: () => number = () => performance.now()): FetchPage {
  let nextTurn = 0;
  return async (request, context) => {
    const turn = Math.max(now(), nextTurn);
    if (turn - now() > WAIT_MS_MAX) throw unreachable('Too many questions wait for the keyword source.');
    nextTurn = turn + 60_000 / perMinute;
    try {
      await sleep(Math.max(0, turn - now()), undefined, context.signal ? { signal: context.signal } : {});
    } catch (error) {
      throw unreachable('given up while waiting for a turn', error);
    }
    return fetch(request, context);
  };
}
