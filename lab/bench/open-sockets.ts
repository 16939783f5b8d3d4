// Sends requests over as many connections as it takes: nobody waits at the client for a free one, as nobody does who calls from elsewhere.
import { connect } from 'node:net';

const CONNECTIONS_MAX = 12_000;
/** Connections opened at once when there is no hurry. */
const TOGETHER = 100;
const HEAD_END = Buffer.from('\r\n\r\n');
/** What is read goes into one place for all, for each piece is done with before the next comes: the generator should cost as little as it can. */
const PIECE = Buffer.alloc(65_536);

/** `send(bytes, done)` calls `done(status, msSinceWritten)` once, with status 0 when the connection failed. */
export function createOpenSockets(origin) {
  const { hostname, port } = new URL(origin);
  const idle = [];
  let connections = 0;

  const open = () => {
    const line = { socket: null, done: null, writtenAt: 0, status: 0, left: -1, head: null };
    const onread = {
      buffer: PIECE,
      callback: (length) => {
        read(line, PIECE.subarray(0, length));
        return true;
      },
    };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    line.socket = socket;
    connections++;
    const fail = (error) => {
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

  const read = (line, chunk) => {
    let body = chunk;
    if (line.left < 0) {
      const head = line.head ? Buffer.concat([line.head, chunk]) : chunk;
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        line.head = Buffer.from(head);
        return;
      }
      const text = head.latin1Slice(0, end);
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
    // Nobody asked: the server had waited long enough.
    if (!done) return line.socket.destroy();
    if (line.closes) line.socket.destroy();
    else idle.push(line);
    done(status, performance.now() - line.writtenAt);
  };

  const ask = (line, bytes, done) => {
    line.done = done;
    line.writtenAt = performance.now();
    line.socket.write(bytes);
  };

  return {
    send: (bytes, done) => {
      const line = idle.pop() ?? (connections < CONNECTIONS_MAX ? open() : null);
      if (!line) return done(0, 0, 'no connection left');
      ask(line, bytes, done);
    },
    get connections() {
      return connections;
    },
    /** Clients that are already there: so many connections, opened a few at a time, each with one request behind it. */
    warm: async (count, bytes) => {
      for (let opened = 0; opened < count; opened += TOGETHER) {
        const asked = Array.from(
          { length: Math.min(TOGETHER, count - opened) },
          () => new Promise((resolve) => ask(open(), bytes, resolve)),
        );
        await Promise.all(asked);
      }
    },
    close: () => {
      for (const line of idle.splice(0)) line.socket.destroy();
    },
  };
}

/** A request's bytes, made once and sent often. */
export function bytesOf({ method = 'GET', path, headers = {}, body }, origin) {
  const length = body ? { 'content-length': Buffer.byteLength(body) } : {};
  const lines = Object.entries({ host: new URL(origin).host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}
