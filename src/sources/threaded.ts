// Parses pages in other threads, so that a hostile page can crash a thread but not the service.
import { ThreadExited, type Threads } from '../platform/threads.ts';
import { type Page, SourceError, unreadable } from './adapter.ts';
import type { ReadPage } from './collect.ts';
import { fetchedPage } from './fetched-page.ts';

/** The response of a thread. Errors are sent as plain data, because their class is lost between threads. */
export type ThreadResult =
  | { readonly read: ThreadRead }
  | { readonly error: Pick<SourceError, 'outcome' | 'recovery' | 'message' | 'cooldownSeconds'> };

interface ThreadRead {
  readonly found: unknown;
  readonly next?: unknown;
  readonly language?: string | null;
}

/** A page as a thread gets it: with the body as it was sent, or as text where only that exists. */
export type PostedPage = Omit<Page, 'body' | 'bytes'> & { readonly body?: string };

/** Runs in the service. Copies the compressed bytes, because the page itself may still be stored. */
export function postedPage(page: Page): PostedPage {
  const { request, url, status, headers, fetchTrace, content } = page;
  const known = { request, url, status, headers, ...(fetchTrace ? { fetchTrace } : {}) };
  return content ? { ...known, content: { ...content, bytes: new Uint8Array(content.bytes) } } : { ...known, body: page.body };
}

/** Runs in the thread. */
export const receivedPage = ({ content, body = '', ...known }: PostedPage): Page =>
  content ? fetchedPage({ ...known, content }) : { ...known, body };

/** Runs in the thread. */
export function runTask(read: () => ThreadRead): ThreadResult {
  try {
    return { read: read() };
  } catch (error) {
    // Any other exception means that the adapter does not know the page.
    const known = error instanceof SourceError ? error : new SourceError('unparsed', 'fail', 'the page could not be parsed');
    return { error: { outcome: known.outcome, recovery: known.recovery, message: known.message, cooldownSeconds: known.cooldownSeconds } };
  }
}

/** Runs in the service. `taskOf` builds the task for the thread's program. */
export function readInThread<Query, Parsed>(
  threads: Threads,
  taskOf: (page: PostedPage, query: Query) => { readonly page: PostedPage },
): ReadPage<Query, Parsed> {
  return async (page, query) => {
    let result: ThreadResult;
    try {
      const task = taskOf(postedPage(page), query);
      result = (await threads.run(task, task.page.content ? [task.page.content.bytes.buffer as ArrayBuffer] : [])) as ThreadResult;
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
