// Parses pages in other threads, so that a hostile page can crash a thread but not the service.
import type { ByteBudget } from '../platform/byte-budget.ts';
import { type Compressed, compressSync } from '../platform/gzip.ts';
import { ThreadExited, type Threads } from '../platform/threads.ts';
import { type Page, type PageSigns, SourceError, type TextForm, unreadable } from './adapter.ts';
import { fetchedPage } from './fetched-page.ts';
import type { PageRead, PageReader } from './page-reader.ts';

/** The response of a thread. Errors are sent as plain data, because their class is lost between threads. */
export type ThreadResult<Read = unknown> =
  | { readonly read: Read }
  | {
      readonly error: Pick<SourceError, 'outcome' | 'recovery' | 'message' | 'cooldownSeconds'>;
      /** Signs of a page that could not be parsed. */
      readonly signs?: PageSigns | null;
    };

/** Compresses the text of a page for storage. */
export interface CompressTask {
  readonly page: PostedPage;
  readonly form: TextForm;
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
export const compressTask = ({ page, form }: CompressTask): ThreadResult<Compressed> =>
  runTask(() => {
    const { body } = receivedPage(page);
    return compressSync(form === 'json' ? JSON.stringify(body) : body.slice(0, form.charactersMax));
  });

/** Runs in the thread. `signs` are read when the page could not be parsed. */
export function runTask<Read>(read: () => Read, signs?: () => PageSigns | null): ThreadResult<Read> {
  try {
    return { read: read() };
  } catch (error) {
    // Any other exception means that the adapter does not know the page.
    const known = error instanceof SourceError ? error : new SourceError('unparsed', 'fail', 'the page could not be parsed');
    const { outcome, recovery, message, cooldownSeconds } = known;
    return { error: { outcome, recovery, message, cooldownSeconds }, ...(outcome === 'unparsed' && signs ? { signs: signs() } : {}) };
  }
}

/** `compressesText` says that the thread's program also runs a `CompressTask`. */
export interface ThreadReaderOptions {
  readonly budget?: ByteBudget;
  readonly compressesText?: boolean;
}

/** Runs in the service. `taskOf` builds the task for the thread's program. */
export function createThreadReader<Query, Parsed>(
  threads: Threads,
  taskOf: (page: PostedPage, query: Query) => { readonly page: PostedPage },
  { budget, compressesText }: ThreadReaderOptions = {},
): PageReader<Query, Parsed> {
  return {
    parse: async (page, query) => {
      const result = await runInThread(threads, page, (posted) => taskOf(posted, query));
      return result.read as PageRead<Parsed>;
    },
    ...(compressesText
      ? {
          compressText: async (page, form) => {
            const { bytes, ...digest } = (await runInThread(threads, page, (posted): CompressTask => ({ page: posted, form })))
              .read as Compressed;
            return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ...digest };
          },
        }
      : {}),
    ...(budget ? { budget } : {}),
  };
}

async function runInThread(
  threads: Threads,
  page: Page,
  taskOf: (page: PostedPage) => { readonly page: PostedPage },
): Promise<{ readonly read: unknown }> {
  let result: ThreadResult;
  try {
    result = (await threads.post(() => {
      const task = taskOf(postedPage(page));
      return { task, transfer: task.page.content ? [task.page.content.bytes.buffer as ArrayBuffer] : [] };
    })) as ThreadResult;
  } catch (error) {
    throw error instanceof ThreadExited ? unreadable('the page is too large or too deep to parse') : error;
  }
  if ('read' in result) return result;
  if (result.signs !== undefined) page.signs = result.signs;
  const { outcome, recovery, message, cooldownSeconds } = result.error;
  throw new SourceError(outcome, recovery, message, cooldownSeconds);
}
