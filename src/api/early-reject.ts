// Turns requests away before they are parsed: in a crowd most are refused, and a refusal must cost a small part of an answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createWholeReader } from './peek-request.ts';

export interface EarlyRejectParts {
  /** The whole answer to be sent instead, or null when the request may come in. */
  readonly refusal: (path: string) => string | null;
  /** Whether new connections are kept from Node until one of their requests may come in. */
  readonly overloaded: () => boolean;
  /** For one that says nothing at all, and between two requests. */
  readonly timesMs: { readonly first: number; readonly next: number };
}

export interface EarlyReject {
  /** A new connection, and how it is given to Node. */
  arrived(socket: Socket, serve: () => void): void;
  /** Every request that Node has parsed. */
  saw(request: IncomingMessage, response: ServerResponse): void;
  /** One that was turned away: what its connection sends next is looked at first. */
  refused(request: IncomingMessage): void;
  /** Closes the connections that Node does not know of; all of them are between two requests. */
  end(): void;
}

type Parse = (bytes: Buffer) => void;

/** A connection whose requests are looked at. */
interface Line {
  /** Requests that Node has parsed and nobody has answered yet. */
  busy: number;
  last: IncomingMessage | null;
  /** Node's parser stands between two requests, so that the next may be kept from it. */
  between: boolean;
  open: boolean;
}

const lineOf = (last: IncomingMessage | null): Line => ({ busy: 0, last, between: last === null, open: true });

/** Nothing more is read of a client that does not read. */
function send(socket: Socket, answer: string): void {
  if (socket.write(answer, 'latin1')) return;
  socket.pause();
  socket.once('drain', () => socket.resume());
}

export function createEarlyReject({ refusal, overloaded, timesMs }: EarlyRejectParts): EarlyReject {
  const lines = new WeakMap<Socket, Line>();
  /** Connections that Node has not been given yet. */
  const unknown = new Set<Socket>();
  const pathOf = createWholeReader();

  /** Node parses what is not refused. Whoever sends in pieces, or before he was answered, is left to it for good. */
  const pass = (socket: Socket, line: Line, bytes: Buffer, parse: () => Parse): void => {
    const path = line.open && line.busy === 0 ? pathOf(bytes) : null;
    const answer = path !== null && line.between ? refusal(path) : null;
    if (answer !== null) {
      send(socket, answer);
      return;
    }
    const before = line.last;
    parse()(bytes);
    line.open = path !== null;
    line.between = line.open && line.last !== before && line.last?.url === path;
  };

  /** Puts itself between the connection and the parser. Node reads such a connection a little more slowly, so it waits for a reason. */
  const watch = (socket: Socket, line: Line): Parse => {
    const [parse, ...others] = socket.listeners('data') as Parse[];
    if (!parse) return () => undefined;
    if (others.length > 0) return parse;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => pass(socket, line, bytes, () => parse));
    return parse;
  };

  return {
    arrived: (socket, serve) => {
      if (!overloaded()) return serve();
      const line = lineOf(null);
      lines.set(socket, line);
      let heard = false;
      const listeners = {
        data: (bytes: Buffer) => {
          if (!heard) socket.setTimeout(timesMs.next);
          heard = true;
          pass(socket, line, bytes, admit);
        },
        timeout: () => socket.destroy(),
        end: () => socket.end(),
        close: () => unknown.delete(socket),
        error: () => undefined,
      };
      const admit = (): Parse => {
        unknown.delete(socket);
        for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener);
        socket.setTimeout(0);
        serve();
        return watch(socket, line);
      };
      unknown.add(socket);
      for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
      socket.setTimeout(timesMs.first);
    },
    saw: (request, response) => {
      const line = lines.get(request.socket);
      if (!line) return;
      line.busy++;
      line.last = request;
      response.once('close', () => {
        line.busy--;
      });
    },
    refused: (request) => {
      const { socket } = request;
      if (lines.has(socket)) return;
      const line = lineOf(request);
      lines.set(socket, line);
      const start = (): boolean => {
        const isOver = line.busy === 0 && request.complete && !socket.destroyed;
        if (isOver) watch(socket, line);
        return isOver;
      };
      // The answer is written before Node has parsed the whole request. One without a body is over when this turn is; one with a body, which
      // came with the head, a moment later. The sooner the better: a client that asks again at once would be parsed once more.
      process.nextTick(() => {
        if (start()) return;
        setImmediate(() => {
          // Another of its requests may be a better moment.
          if (!start()) lines.delete(socket);
        });
      });
    },
    end: () => {
      for (const socket of unknown) socket.destroySoon();
    },
  };
}
