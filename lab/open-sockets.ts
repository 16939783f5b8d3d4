// Sends requests over as many connections as needed: no request waits at the client for a free one, as real clients do not either.
import { connect, type Socket } from 'node:net';

const CONNECTIONS_MAX = 12_000;
/** Connections opened at once when there is no hurry. */
const TOGETHER = 100;
const HEAD_END = Buffer.from('\r\n\r\n');
/** All connections read into one buffer, because each chunk is handled before the next arrives. The generator should cost little. */
const CHUNK = Buffer.alloc(65_536);

/** `status` is 0 when the connection failed; then `problem` says why. `ms` counts from the write. */
type Done = (status: number, ms: number, problem?: string) => void;

interface Line {
  socket: Socket;
  done: Done | null;
  writtenAt: number;
  status: number;
  /** Bytes of the body that are still to come; -1 while the head is read. */
  left: number;
  head: Buffer | null;
  closes: boolean;
}

export interface OpenSockets {
  send(bytes: Buffer, done: Done): void;
  readonly connections: number;
  /** Opens connections a few at a time, each with one request behind it, like clients that are connected already. */
  warm(count: number, bytes: Buffer): Promise<void>;
  close(): void;
}

export function createOpenSockets(origin: string): OpenSockets {
  const { hostname, port } = new URL(origin);
  const idle: Line[] = [];
  let connections = 0;

  const open = (): Line => {
    const onread = {
      buffer: CHUNK,
      callback: (length: number) => {
        read(line, CHUNK.subarray(0, length));
        return true;
      },
    };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    const line: Line = { socket, done: null, writtenAt: 0, status: 0, left: -1, head: null, closes: false };
    connections++;
    const fail = (error?: NodeJS.ErrnoException): void => {
      const { done } = line;
      line.done = null;
      socket.destroy();
      done?.(0, performance.now() - line.writtenAt, error?.code ?? 'closed');
    };
    socket.on('error', fail);
    socket.on('close', () => {
      connections--;
      const at = idle.indexOf(line);
      if (at >= 0) idle.splice(at, 1);
      if (line.done) fail();
    });
    return line;
  };

  const read = (line: Line, chunk: Buffer): void => {
    let body = chunk;
    if (line.left < 0) {
      const head = line.head ? Buffer.concat([line.head, chunk]) : chunk;
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        line.head = Buffer.from(head);
        return;
      }
      const text = head.toString('latin1', 0, end);
      line.status = Number(text.slice(9, 12));
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined) throw new Error(`an answer without content-length: ${text.split('\r\n')[0]}`);
      line.left = Number(length);
      line.head = null;
      line.closes = /connection: close/i.test(text);
      body = head.subarray(end + HEAD_END.length);
    }
    line.left -= body.length;
    if (line.left > 0) return;
    const { done, status } = line;
    line.done = null;
    line.left = -1;
    // No request is open: the server closes a connection that was idle for too long.
    if (!done) {
      line.socket.destroy();
      return;
    }
    if (line.closes) line.socket.destroy();
    else idle.push(line);
    done(status, performance.now() - line.writtenAt);
  };

  const request = (line: Line, bytes: Buffer, done: Done): void => {
    line.done = done;
    line.writtenAt = performance.now();
    line.socket.write(bytes);
  };

  return {
    send: (bytes, done) => {
      const line = idle.pop() ?? (connections < CONNECTIONS_MAX ? open() : null);
      if (!line) return done(0, 0, 'no connection left');
      request(line, bytes, done);
    },
    get connections() {
      return connections;
    },
    warm: async (count, bytes) => {
      for (let opened = 0; opened < count; opened += TOGETHER) {
        const sent = Array.from(
          { length: Math.min(TOGETHER, count - opened) },
          () => new Promise<void>((resolve) => request(open(), bytes, () => resolve())),
        );
        await Promise.all(sent);
      }
    },
    close: () => {
      for (const line of idle.splice(0)) line.socket.destroy();
    },
  };
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request's bytes, made once and sent often. */
export function bytesOf({ method = 'GET', path, headers = {}, body }: RawRequest, origin: string): Buffer {
  const length = body ? { 'content-length': Buffer.byteLength(body) } : {};
  const lines = Object.entries({ host: new URL(origin).host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}
