// Responds to input that never became a request: bad HTTP, endless headers, slow senders.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, errors } from '../contract/errors.ts';
import { endWithin } from './linger.ts';

/** Time for the client to read the error. */
const END_MS = 2000;

export function rejectRaw(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client continues to send after the error. Closing now would reset the connection before it reads the error.
  if (socket.writableEnded && error.code?.startsWith('HPE_')) return;
  // The client has disconnected.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  endWith(socket, rejectionOf(error.code));
}

/** Sends the error in the usual format and closes the connection. */
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
  endWithin(END_MS, socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

function rejectionOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLong();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  return errors.badHttp();
}
