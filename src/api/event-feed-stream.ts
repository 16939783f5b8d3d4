// The event feed as server-sent events: stored events, then new ones, with heartbeats.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lapse } from '../business/accounts/credential-watch.ts';
import { endOnLapse, LAPSE_MESSAGES, type StreamCredentialParts } from './stream-credential.ts';
import { whenClosed } from './when-closed.ts';

export interface StreamPage {
  /** Empty when there are none yet. */
  readonly items: readonly { readonly cursor: string; readonly data: string }[];
  /** Where to continue. Events of types that the client did not ask for may be before it. */
  readonly next: number;
}

export interface StreamSource {
  /** Returns the events after the cursor, each with its own cursor. */
  readonly read: (cursor: number) => Promise<StreamPage>;
  /** Resolves when there may be new events, or after that time. */
  readonly until: (cursor: number, msMax: number, disconnected: AbortSignal) => Promise<void>;
  readonly ended: () => boolean;
}

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2000;

/** Sends nothing before the first read has succeeded, so that its errors become error responses. */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  from: number,
  source: StreamSource,
  parts: StreamCredentialParts,
): Promise<FastifyReply> {
  const first = await source.read(from);
  const disconnected = new AbortController();
  const lapsed: Lapsed = { lapse: null };
  endOnLapse(request, reply, parts, (lapse) => {
    lapsed.lapse = lapse;
    disconnected.abort();
  });
  whenClosed(reply.raw, () => disconnected.abort());
  // The connection is not reused after the stream, so shutdown does not have to wait for it to become idle.
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').header('connection', 'close');
  return reply.send(Readable.from(chunksOf(first, from, source, disconnected.signal, lapsed), { objectMode: false }));
}

/** Set when the stream's credential is no longer accepted. */
interface Lapsed {
  lapse: Lapse | null;
}

async function* chunksOf(
  first: StreamPage,
  from: number,
  source: StreamSource,
  disconnected: AbortSignal,
  lapsed: Lapsed,
): AsyncIterable<Buffer> {
  let cursor = from;
  let page = first;
  // An id without data: a client that is disconnected before the first event continues from here, too.
  yield Buffer.from(`retry: ${RETRY_MS}\nid: ${from}\n\n`);
  try {
    for (;;) {
      for (const item of page.items) {
        if (disconnected.aborted) break;
        yield Buffer.from(`id: ${item.cursor}\nevent: finished\ndata: ${item.data}\n\n`);
      }
      cursor = page.next;
      if (disconnected.aborted || source.ended()) break;
      if (page.items.length === 0) {
        const since = performance.now();
        await source.until(cursor, HEARTBEAT_MS, disconnected);
        if (disconnected.aborted || source.ended()) break;
        if (performance.now() - since >= HEARTBEAT_MS - 1) yield Buffer.from(': still here\n\n');
      }
      page = await source.read(cursor);
    }
  } catch {
    // The database is unavailable. The client reconnects with its last id and gets the error.
  }
  const { lapse } = lapsed;
  if (lapse !== null) yield Buffer.from(`event: end\ndata: ${JSON.stringify({ reason: lapse, message: LAPSE_MESSAGES[lapse] })}\n\n`);
}
