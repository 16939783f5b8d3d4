// Rejects requests before Node parses them. Under overload most requests are rejected, so a rejection must be cheap (decision 53).
//
// Node attaches one `data` listener, its HTTP parser, to each connection. Early rejection puts its own listener in front of it:
// - on a connection that opens under overload, before Node gets the connection at all (`onConnection`);
// - on a connection whose request was rejected after parsing, between two requests (`onRejected`).
// The listener answers a chunk itself only if it is exactly one ordinary request and nothing else is under way on the connection.
// Everything else goes to the parser unchanged. A client that sends a request in parts, or the next one before it got its response,
// keeps the parser for the rest of the connection.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pathOfOneRequest } from './peek-request.ts';

export interface EarlyRejectParts {
  /** Returns the whole response in raw bytes, or null when the request is admitted. */
  readonly rejectionFor: (path: string) => string | null;
  /** While true, Node gets a new connection only when one of its requests is admitted. */
  readonly overloaded: () => boolean;
  /** Idle timeouts of connections that Node does not have: before the first request, and between two requests. */
  readonly timesMs: { readonly first: number; readonly next: number };
}

export interface EarlyReject {
  /** Call for each new connection. `serve` hands it to Node. */
  onConnection(socket: Socket, serve: () => void): void;
  /** Call for each request that Node has parsed. */
  onRequest(request: IncomingMessage, response: ServerResponse): void;
  /** Call for each parsed request that was rejected: later requests on its connection are checked before they are parsed. */
  onRejected(request: IncomingMessage): void;
  /** Closes the connections that Node does not have. None of them has an unanswered request. */
  end(): void;
}

type Parse = (bytes: Buffer) => void;

/** State of a connection whose requests are checked before they are parsed. */
interface WatchedConnection {
  /** Parsed requests without a finished response. */
  busy: number;
  last: IncomingMessage | null;
  /** As it arrived. Routing rewrites the URL of a request. */
  lastUrl: string | undefined;
  /** Node's parser is between two requests, so it does not miss a request that it never sees. */
  between: boolean;
  /** False from the first partial or pipelined request on: the parser gets all further input. */
  open: boolean;
}

const watchedConnection = (last: IncomingMessage | null): WatchedConnection => ({
  busy: 0,
  last,
  lastUrl: undefined,
  between: last === null,
  open: true,
});

/** Stops reading from a client that does not read its responses. */
function send(socket: Socket, answer: string): void {
  if (socket.write(answer, 'latin1')) return;
  socket.pause();
  socket.once('drain', () => socket.resume());
}

export function createEarlyReject({ rejectionFor, overloaded, timesMs }: EarlyRejectParts): EarlyReject {
  const lines = new WeakMap<Socket, WatchedConnection>();
  /** Connections that Node does not have yet. */
  const heldSockets = new Set<Socket>();

  const pass = (socket: Socket, line: WatchedConnection, bytes: Buffer, parse: () => Parse): void => {
    const path = line.open && line.busy === 0 ? pathOfOneRequest(bytes) : null;
    const answer = path !== null && line.between ? rejectionFor(path) : null;
    if (answer !== null) {
      send(socket, answer);
      return;
    }
    const before = line.last;
    parse()(bytes);
    line.open = path !== null;
    line.between = line.open && line.last !== before && line.lastUrl === path;
  };

  /** Puts `pass` in front of the parser. Only done after a rejection, because it slows the connection down a little. */
  const watch = (socket: Socket, line: WatchedConnection): Parse => {
    const [parse, ...others] = socket.listeners('data') as Parse[];
    if (!parse) return () => undefined;
    if (others.length > 0) return parse;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => pass(socket, line, bytes, () => parse));
    return parse;
  };

  return {
    onConnection: (socket, serve) => {
      if (!overloaded()) return serve();
      const line = watchedConnection(null);
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
        close: () => heldSockets.delete(socket),
        error: () => undefined,
      };
      const admit = (): Parse => {
        heldSockets.delete(socket);
        for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener);
        socket.setTimeout(0);
        serve();
        return watch(socket, line);
      };
      heldSockets.add(socket);
      for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
      socket.setTimeout(timesMs.first);
    },
    onRequest: (request, response) => {
      const line = lines.get(request.socket);
      if (!line) return;
      line.busy++;
      line.last = request;
      line.lastUrl = request.url;
      response.once('close', () => {
        line.busy--;
      });
    },
    onRejected: (request) => {
      const { socket } = request;
      if (lines.has(socket)) return;
      const line = watchedConnection(request);
      lines.set(socket, line);
      const start = (): boolean => {
        const isOver = line.busy === 0 && request.complete && !socket.destroyed;
        if (isOver) watch(socket, line);
        return isOver;
      };
      // The response is written before Node has parsed the whole request. Without a body the request is complete after this tick, with
      // a body that came in the same chunk one tick later. Start as soon as possible, so that the next request is not parsed again.
      process.nextTick(() => {
        if (start()) return;
        setImmediate(() => {
          // Still not complete: try again at the next rejected request.
          if (!start()) lines.delete(socket);
        });
      });
    },
    end: () => {
      for (const socket of heldSockets) socket.destroySoon();
    },
  };
}
