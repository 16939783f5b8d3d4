// Results that need several requests, such as polls or separate details.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Adapter, type Page, type PageRequest, unreachable } from './adapter.ts';
import type { FetchPage } from './transport/fetch.ts';

/** A request that completes the page before it. Plain data, like every request. */
export interface StepRequest extends PageRequest {
  readonly step: true;
  /** Delay before the request is sent. */
  readonly afterSeconds: number;
  /** Data of the adapter from earlier steps. It is never sent. */
  readonly carried: unknown;
}

export const isStep = (request: PageRequest | undefined): request is StepRequest => request !== undefined && 'step' in request;

/** Returns the data that the adapter stored in the step. */
export const carriedBy = (page: Page): unknown => (isStep(page.request) ? page.request.carried : undefined);

/** Adapters have their own limits. This one ends endless loops. */
const STEPS_MAX = 1000;

/** Runs the steps inside one fetch, so that the loop over result pages sees only complete pages. */
export function withSteps<Query, Parsed>(
  adapter: Adapter<Query, Parsed>,
  fetch: FetchPage,
): { readonly adapter: Adapter<Query, Parsed>; readonly fetch: FetchPage } {
  const queries = new WeakMap<PageRequest, Query>();
  return {
    adapter: {
      start(query) {
        const request = adapter.start(query);
        queries.set(request, query);
        return request;
      },
      parse(page, query) {
        const read = adapter.parse(page, query);
        if (read.next) queries.set(read.next, query);
        return read;
      },
    },
    fetch: async (request, context) => {
      const query = queries.get(request);
      let page = await fetch(request, context);
      for (let steps = 0; query !== undefined && steps < STEPS_MAX; steps++) {
        const step = stepAfter(adapter, page, query);
        if (!step) return page;
        await pause(step.afterSeconds, context.signal);
        page = await fetch(step, context);
      }
      if (query === undefined) return page;
      throw unreachable('too many steps');
    },
  };
}

/** A page that cannot be parsed is returned unchanged: the loop parses it once more and stores it with the reason. */
function stepAfter<Query, Parsed>(adapter: Adapter<Query, Parsed>, page: Page, query: Query): StepRequest | null {
  try {
    const { next } = adapter.parse(page, query);
    return isStep(next) ? next : null;
  } catch {
    return null;
  }
}

async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(seconds * 1000, undefined, signal ? { signal } : {});
  } catch (error) {
    throw unreachable('aborted while waiting', error);
  }
}
