// Parses pages in other threads, so that a hostile page can crash a thread but not the service.
import { ThreadExited, type Threads } from '../platform/threads.ts';
import { type Page, SourceError, unreadable } from './adapter.ts';
import type { ReadPage } from './collect.ts';

/** The response of a thread. Errors are sent as plain data, because their class is lost between threads. */
export type ThreadResult =
  | { readonly read: { readonly found: unknown; readonly next?: unknown } }
  | { readonly error: Pick<SourceError, 'outcome' | 'recovery' | 'message' | 'cooldownSeconds'> };

/** Runs in the thread. */
export function runTask(read: () => { readonly found: unknown; readonly next?: unknown }): ThreadResult {
  try {
    return { read: read() };
  } catch (error) {
    // Any other exception means that the adapter does not know the page.
    const known = error instanceof SourceError ? error : new SourceError('unparsed', 'fail', 'the page could not be parsed');
    return { error: { outcome: known.outcome, recovery: known.recovery, message: known.message, cooldownSeconds: known.cooldownSeconds } };
  }
}

/** Runs in the service. `taskOf` builds the task for the thread's program. */
export function readInThread<Query, Parsed>(threads: Threads, taskOf: (page: Page, query: Query) => unknown): ReadPage<Query, Parsed> {
  return async (page, query) => {
    let result: ThreadResult;
    try {
      result = (await threads.run(taskOf(page, query))) as ThreadResult;
    } catch (error) {
      throw error instanceof ThreadExited ? unreadable('the page is too large or too deep to parse') : error;
    }
    if ('error' in result) {
      const { outcome, recovery, message, cooldownSeconds } = result.error;
      throw new SourceError(outcome, recovery, message, cooldownSeconds);
    }
    return result.read as Awaited<ReturnType<ReadPage<Query, Parsed>>>;
  };
}
