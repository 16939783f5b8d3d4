// Server-sent events: counted, kept alive by a heartbeat, cut off when nobody reads them, ended all together when the service stops.
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { createShares, type ShareSettings } from './stream-limits.ts';

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

export interface EventStreamSettings extends ShareSettings {
  readonly heartbeatMs: number;
  /** Then the client has to come again, and shows its key again. */
  readonly lifeMs: number;
}

export const EVENT_STREAMS: Omit<EventStreamSettings, keyof ShareSettings> = { heartbeatMs: 15_000, lifeMs: 900_000 };
/** Unread bytes; whoever leaves more than that lying is cut off. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;
const RETRY_MS = 1000;

export function createEventStreams(settings: EventStreamSettings): EventStreams {
  const open = new Set<EventStream>();
  const shares = createShares(settings);
  let ending = false;

  return {
    open: (reply, account) => {
      const leave = shares.take(account);
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
      stream.onClose(() => {
        clearInterval(heartbeat);
        clearTimeout(life);
        open.delete(stream);
        leave();
      });
      write(`retry: ${RETRY_MS}\n\n`);
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      void reply.send(body);
      return stream;
    },
    get count() {
      return shares.taken;
    },
    endAll: () => {
      ending = true;
      for (const stream of [...open]) stream.end();
    },
  };
}
