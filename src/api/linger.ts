// Responses on connections whose input is not read to its end: errors before, beside or after Node's HTTP parser.
//
// A connection that is closed while input is unread is reset by the kernel, and the client loses the response. Many clients read
// nothing before they have sent everything. So the server ends its side only, discards further input, and closes a little later
// ("lingering close").
import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, errors } from '../contract/errors.ts';

/** Time for a client to send the rest of a body that is not needed. */
const LINGER_MS = 10_000;
/** Time without any input after which the client has read its response, or never will. */
const SILENT_MS = 2000;
/** Between two reads of up to 64 KB, so that a fast sender does not keep the event loop busy with discarded input. */
const PAUSE_MS = 5;
/** Time for reading the response to input that is not HTTP. */
const END_MS = 2000;

const RESPONDED_EARLY = Symbol('answered early');
type Lingering = Socket & { [RESPONDED_EARLY]?: IncomingMessage };

/** Call before a response is sent. If the request is not complete, the rest is discarded; the response does not wait for it. */
export function lingerFor(request: IncomingMessage): void {
  // Undefined on an injected request, which has no connection.
  if (request.complete !== false) return;
  // Node discards the part of the body that it has already parsed.
  (request as IncomingMessage & { _dump?: () => void })._dump?.();
  const socket: Lingering = request.socket;
  const isNew = socket[RESPONDED_EARLY] === undefined;
  socket[RESPONDED_EARLY] = request;
  if (isNew) closeGently(socket);
}

/** Skips requests that arrive after the last response of their connection: nothing could be sent for them. */
export const unlessOver =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.socket.writableEnded ? undefined : listener(request, response);

function closeGently(socket: Lingering): void {
  const close = socket.destroySoon.bind(socket);
  // Node calls this after a response with `connection: close`.
  socket.destroySoon = () => {
    const request = socket[RESPONDED_EARLY]!;
    if (request.complete) return close();
    // Not at once: if the parser has paused the connection, Node resumes it in one of the next ticks, and only while the parser is attached.
    setImmediate(() => discard(socket));
    endWithin(LINGER_MS, socket);
  };
}

/** Detaches the parser, which would still process each chunk of the body, and reads slowly. */
function discard(socket: Socket): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {
    socket.pause();
    setTimeout(() => socket.resume(), PAUSE_MS).unref();
  });
  socket.setTimeout(SILENT_MS, () => socket.destroy());
  socket.resume();
}

/** Ends our side of the connection, and destroys it after `ms` if the client has not closed its side. */
function endWithin(ms: number, socket: Socket, text = ''): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), ms).unref();
}

/** Sends an error in the form of all others, without a request, and closes. */
export function endWith(socket: Socket, error: ApiError): void {
  const body = JSON.stringify(error.body);
  const head = [
    `HTTP/1.1 ${error.code} ${STATUS_CODES[error.code]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(error.retryAfterSeconds === undefined ? [] : [`retry-after: ${error.retryAfterSeconds}`]),
    'cache-control: no-store',
    'connection: close',
  ];
  endWithin(END_MS, socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** For Node's `clientError`: bad HTTP, endless headers, clients that send too slowly. */
export function rejectRaw(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client continues to send after the error. Destroying the socket now would reset the connection before it reads the error.
  if (socket.writableEnded && error.code?.startsWith('HPE_')) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  endWith(socket, rejectionOf(error.code));
}

function rejectionOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLong();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  return errors.badHttp();
}
