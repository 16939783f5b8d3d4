// Turns requests away before they are parsed: in a crowd most are refused, and a refusal must cost a small part of an answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Turnstile {
  /** Every request that Node has parsed. */
  saw(request: IncomingMessage, response: ServerResponse): void;
  /** One that was turned away: what its connection sends next is looked at first. */
  refused(request: IncomingMessage, response: ServerResponse): void;
}

/** The whole answer to be sent instead, or null when the request may come in. */
export type Refusal = (path: string) => string | null;

/** A connection whose requests are looked at. */
interface Line {
  /** Requests that Node has parsed and nobody has answered yet. */
  busy: number;
  last: IncomingMessage;
  /** Node's parser stands between two requests, so that the next may be kept from it. */
  between: boolean;
  open: boolean;
}

const WHOLE_BYTES_MAX = 16 * 1024;
const START = /^(?:GET|POST) (\/[^ ]*) HTTP\/1\.1\r\n/;
/** What needs more than a short answer: a body of unknown length, a connection that is to change. */
const UNUSUAL = new Set(['transfer-encoding', 'expect', 'upgrade']);

/** The path of what is exactly one request, no more and no less. */
export function pathOfWhole(bytes: Buffer): string | null {
  if (bytes.length > WHOLE_BYTES_MAX) return null;
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const path = end < 0 ? undefined : START.exec(text)?.[1];
  if (path === undefined) return null;
  const length = lengthOf(text.slice(0, end).split('\r\n'));
  return length !== null && bytes.length === end + 4 + length ? path : null;
}

/** The length of the body, or null when the head holds anything unusual. */
function lengthOf([, ...lines]: string[]): number | null {
  let length: number | null = null;
  for (const line of lines) {
    const colon = line.indexOf(':');
    // No colon, or a line that goes on: the parser knows what to say to that.
    if (colon < 1 || line.startsWith(' ') || line.startsWith('\t')) return null;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (UNUSUAL.has(name)) return null;
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null;
    if (name !== 'content-length') continue;
    if (length !== null || !/^\d{1,7}$/.test(value)) return null;
    length = Number(value);
  }
  return length ?? 0;
}

export function createTurnstile(refusal: Refusal): Turnstile {
  const lines = new WeakMap<Socket, Line>();

  /** Puts itself between the connection and the parser. Node reads such a connection a little more slowly, so it waits for a reason. */
  const watch = (socket: Socket, line: Line): void => {
    const [parse, ...others] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (!parse || others.length > 0 || socket.destroyed) return;
    line.open = true;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => {
      const path = line.open && line.busy === 0 ? pathOfWhole(bytes) : null;
      const answer = path !== null && line.between ? refusal(path) : null;
      if (answer !== null) return void socket.write(answer, 'latin1');
      const before = line.last;
      parse(bytes);
      // Whoever sends in pieces, or before he was answered, is left to the parser for good.
      line.open = path !== null;
      line.between = line.open && line.last !== before && line.last.url === path;
    });
  };

  return {
    saw: (request, response) => {
      const line = lines.get(request.socket);
      if (!line) return;
      line.busy++;
      line.last = request;
      response.once('close', () => {
        line.busy--;
      });
    },
    refused: (request, response) => {
      const { socket } = request;
      if (lines.has(socket)) return;
      const line: Line = { busy: 0, last: request, between: false, open: false };
      lines.set(socket, line);
      response.once('close', () => {
        if (line.busy === 0 && request.complete) watch(socket, line);
      });
    },
  };
}
