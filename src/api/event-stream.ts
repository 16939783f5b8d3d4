// Server-sent events with limits, heartbeats, a maximum duration and a common end at shutdown.
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { createStreamLimits, type StreamLimitSettings } from './stream-limits.ts';

export interface EventStream {
  send(event: string, data: unknown, id?: string): void;
  /** Ends the response. The client may reconnect. */
  end(): void;
  /** Called once, whether the client or the service ended the stream. */
  onClose(listener: () => void): void;
  readonly closed: boolean;
}

export interface EventStreams {
  /** Sends a stream as the response. Throws 429 when there are too many, of this account or in total. */
  open(reply: FastifyReply, account: string): EventStream;
  readonly count: number;
  /** Ends all streams now, and each new one after its first event. Clients reconnect to another process. */
  endAll(): void;
}

export interface EventStreamSettings extends StreamLimitSettings {
  readonly heartbeatMs: number;
  /** Maximum duration. Then the client reconnects and authenticates again. */
  readonly durationMs: number;
}

export const EVENT_STREAMS: Omit<EventStreamSettings, keyof StreamLimitSettings> = { heartbeatMs: 15_000, durationMs: 900_000 };
/** Maximum of unread bytes. A client with more is disconnected. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;
const RETRY_MS = 1000;

export function createEventStreams(settings: EventStreamSettings): EventStreams {
  const open = new Set<EventStream>();
  const limits = createStreamLimits(settings);
  let ending = false;

  return {
    open: (reply, account) => {
      const release = limits.acquire(account);
      const body = new PassThrough();
      const write = (text: string): void => {
        if (body.destroyed || body.writableEnded) return;
        body.write(text);
        if (body.writableLength + body.readableLength > UNREAD_BYTES_MAX) body.destroy();
      };
      const heartbeat = setInterval(() => write(': still here\n\n'), settings.heartbeatMs);
      const durationTimer = setTimeout(() => stream.end(), settings.durationMs);
      for (const timer of [heartbeat, durationTimer]) timer.unref();
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
        clearTimeout(durationTimer);
        open.delete(stream);
        release();
      });
      write(`retry: ${RETRY_MS}\n\n`);
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      void reply.send(body);
      return stream;
    },
    get count() {
      return limits.used;
    },
    endAll: () => {
      ending = true;
      for (const stream of [...open]) stream.end();
    },
  };
}
