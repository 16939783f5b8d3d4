// Server-sent events: counted, kept alive by a heartbeat, cut off when nobody reads them, ended all together when the service stops.
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { errors } from '../contract/errors.ts';

export interface EventStream {
  send(event: string, data: unknown, id?: string): void;
  /** Ends the answer; the client may connect again. */
  end(): void;
  /** Called once, whoever ended it. */
  onClose(listener: () => void): void;
  readonly closed: boolean;
}

export interface EventStreams {
  /** Answers with a stream, or throws 429 when there are too many of this account or of all. */
  open(reply: FastifyReply, account: string): EventStream;
  readonly count: number;
  /** Ends all of them, and from now on every new one after its first event; clients find another process. */
  endAll(): void;
}

export interface EventStreamSettings {
  readonly streamsMax: number;
  readonly perAccountMax: number;
  readonly heartbeatMs: number;
  /** Then the client has to come again, and shows its key again. */
  readonly lifeMs: number;
}

export const EVENT_STREAMS: Omit<EventStreamSettings, 'streamsMax' | 'perAccountMax'> = { heartbeatMs: 15_000, lifeMs: 900_000 };
/** Unread bytes; whoever leaves more than that lying is cut off. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;
const RETRY_MS = 1000;
const RETRY_SECONDS = 5;

export function createEventStreams(settings: EventStreamSettings): EventStreams {
  const open = new Set<EventStream>();
  const accounts = new Map<string, number>();
  let ending = false;

  const count = (account: string, by: number): void => {
    const left = (accounts.get(account) ?? 0) + by;
    if (left > 0) accounts.set(account, left);
    else accounts.delete(account);
  };
  return {
    open: (reply, account) => {
      if (open.size >= settings.streamsMax || (accounts.get(account) ?? 0) >= settings.perAccountMax) {
        throw errors.tooManyStreams(RETRY_SECONDS);
      }
      const body = new PassThrough();
      const write = (text: string): void => {
        if (body.destroyed || body.writableEnded) return;
        body.write(text);
        if (body.writableLength + body.readableLength > UNREAD_BYTES_MAX) body.destroy();
      };
      const heartbeat = setInterval(() => write(': still here\n\n'), settings.heartbeatMs);
      const life = setTimeout(() => stream.end(), settings.lifeMs);
      for (const timer of [heartbeat, life]) timer.unref();
      const stream: EventStream = {
        send: (event, data, id) => {
          write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
          if (ending) stream.end();
        },
        end: () => void (body.writableEnded || body.end()),
        onClose: (listener) => void body.once('close', listener),
        get closed() {
          return body.destroyed || body.writableEnded;
        },
      };
      open.add(stream);
      count(account, 1);
      stream.onClose(() => {
        clearInterval(heartbeat);
        clearTimeout(life);
        open.delete(stream);
        count(account, -1);
      });
      write(`retry: ${RETRY_MS}\n\n`);
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      void reply.send(body);
      return stream;
    },
    get count() {
      return open.size;
    },
    endAll: () => {
      ending = true;
      for (const stream of [...open]) stream.end();
    },
  };
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
