// A feed as server-sent events: what is there, then what comes, with a sign of life in between.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface StreamSource {
  /** What comes after the cursor, each piece with its own; none when there is nothing yet. */
  readonly read: (cursor: number) => Promise<readonly { readonly cursor: string; readonly data: string }[]>;
  /** Ends when there may be something, or after that time. */
  readonly until: (cursor: number, msMax: number, hungUp: AbortSignal) => Promise<void>;
  /** Throws when the caller may listen no longer; asked with every sign of life. */
  readonly check: () => Promise<unknown>;
  readonly ended: () => boolean;
}

const BEAT_MS = 15_000;
const RETRY_MS = 2000;

/** Nothing is sent before the first read has succeeded, so that its errors are answered as errors. */
export async function sendStream(request: FastifyRequest, reply: FastifyReply, from: number, source: StreamSource): Promise<FastifyReply> {
  const first = await source.read(from);
  const hungUp = new AbortController();
  request.raw.socket.once('close', () => hungUp.abort());
  reply.raw.once('close', () => hungUp.abort());
  // One answer is all that such a connection carries: when it ends, nobody waits for it to become idle.
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').header('connection', 'close');
  return reply.send(Readable.from(piecesOf(first, from, source, hungUp.signal), { objectMode: false }));
}

async function* piecesOf(
  first: Awaited<ReturnType<StreamSource['read']>>,
  from: number,
  source: StreamSource,
  hungUp: AbortSignal,
): AsyncIterable<Buffer> {
  let cursor = from;
  let items = first;
  // An id without data: who is cut off before anything came goes on from here, too.
  yield Buffer.from(`retry: ${RETRY_MS}\nid: ${from}\n\n`);
  try {
    for (;;) {
      for (const item of items) yield Buffer.from(`id: ${item.cursor}\nevent: finished\ndata: ${item.data}\n\n`);
      cursor = Number(items.at(-1)?.cursor ?? cursor);
      if (hungUp.aborted || source.ended()) return;
      if (items.length === 0) {
        const since = performance.now();
        await source.until(cursor, BEAT_MS, hungUp);
        if (hungUp.aborted || source.ended()) return;
        if (performance.now() - since >= BEAT_MS - 1) {
          await source.check();
          yield Buffer.from(': still here\n\n');
        }
      }
      items = await source.read(cursor);
    }
  } catch {
    // The key is gone, or the database is away: the client comes again with its last id and hears why.
  }
}
