// Answers what never became a request: bad HTTP, headers without end, senders that are too slow.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, errors } from '../contract/errors.ts';

export const HEADERS_MS_MAX = 10_000;
/** How often Node looks for senders that are too slow; its own default is half a minute. */
export const CHECK_MS = 2000;

export function refuseRaw(error: NodeJS.ErrnoException, socket: Socket): void {
  // A caller who hung up hears nothing any more.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  endWith(socket, refusalOf(error.code));
}

/** Says why in the form of every other answer, and says no more. */
export function endWith(socket: Socket, refused: ApiError): void {
  const body = JSON.stringify(refused.body);
  const head = [
    `HTTP/1.1 ${refused.code} ${STATUS_CODES[refused.code]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(refused.retryAfterSeconds === undefined ? [] : [`retry-after: ${refused.retryAfterSeconds}`]),
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Whoever goes on sending is not read any more.
  setTimeout(() => socket.destroy(), CHECK_MS).unref();
}

function refusalOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLong();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.sentTooSlowly();
  return errors.badHttp();
}
