// Reads pages in other threads, so that a page that explodes takes a thread along and not the service.
import { ThreadLost, type Threads } from '../platform/threads.ts';
import { type Page, SourceError, unreadable } from './adapter.ts';
import type { ReadPage } from './collect.ts';

/** What a thread answers: errors travel as data, for their class would not survive the way. */
export type ThreadAnswer =
  | { readonly read: { readonly found: unknown; readonly next?: unknown } }
  | { readonly error: Pick<SourceError, 'outcome' | 'recovery' | 'message' | 'cooldownSeconds'> };

/** On the thread's side. */
export function answerTask(read: () => { readonly found: unknown; readonly next?: unknown }): ThreadAnswer {
  try {
    return { read: read() };
  } catch (error) {
    // An adapter that trips over a page has met one it does not know.
    const known = error instanceof SourceError ? error : new SourceError('unparsed', 'fail', 'the page could not be read');
    return { error: { outcome: known.outcome, recovery: known.recovery, message: known.message, cooldownSeconds: known.cooldownSeconds } };
  }
}

/** On the service's side; the task is what the thread's program takes. */
export function readInThread<Query, Parsed>(threads: Threads, taskOf: (page: Page, ask: Query) => unknown): ReadPage<Query, Parsed> {
  return async (page, ask) => {
    let answer: ThreadAnswer;
    try {
      answer = (await threads.run(taskOf(page, ask))) as ThreadAnswer;
    } catch (error) {
      throw error instanceof ThreadLost ? unreadable('the page is too large or too deep to be read') : error;
    }
    if ('error' in answer) {
      const { outcome, recovery, message, cooldownSeconds } = answer.error;
      throw new SourceError(outcome, recovery, message, cooldownSeconds);
    }
    return answer.read as Awaited<ReturnType<ReadPage<Query, Parsed>>>;
  };
}
