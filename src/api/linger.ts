// Lets a client that is answered while it still sends read the answer: the system resets a connection that is closed over bytes on their way,
// and many clients read nothing before they have sent everything.
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has not sent the rest by then is cut off. */
const LINGER_MS = 10_000;
/** Sooner, when nothing comes any more: the client has read its answer, or never will. */
const SILENT_MS = 2000;
/** Between two reads of up to 64 KB: a client that sends as fast as it can must not keep the event loop busy with what nobody wants. */
const PAUSE_MS = 5;

const ANSWERED_EARLY = Symbol('answered early');
type Lingering = Socket & { [ANSWERED_EARLY]?: IncomingMessage };

/** Of an answer about to be sent. What still comes is read and thrown away; the answer itself does not wait for it. */
export function lingerFor(request: IncomingMessage): void {
  // Not set at all on a request that was handed over without a connection.
  if (request.complete !== false) return;
  // What of the body arrived with the head is in the parser already. Node hands none of it on from here.
  (request as IncomingMessage & { _dump?: () => void })._dump?.();
  const socket: Lingering = request.socket;
  const isNew = socket[ANSWERED_EARLY] === undefined;
  socket[ANSWERED_EARLY] = request;
  if (isNew) closeGently(socket);
}

/** For every listener: what arrives on a connection whose last answer has been sent would be done for nobody. */
export const unlessOver =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.socket.writableEnded ? undefined : listener(request, response);

/** Sends `words` and closes our side. Further input is discarded; a client that has not hung up by then is cut off. */
export function endWithin(ms: number, socket: Socket, words = ''): void {
  socket.end(words);
  setTimeout(() => socket.destroy(), ms).unref();
}

function closeGently(socket: Lingering): void {
  const close = socket.destroySoon.bind(socket);
  // Node calls this once an answer with `connection: close` is written.
  socket.destroySoon = () => {
    const request = socket[ANSWERED_EARLY]!;
    if (request.complete) return close();
    discard(socket);
    endWithin(LINGER_MS, socket);
  };
}

/** Takes the connection from the parser, which would still go through each chunk of the body, and reads it slowly. */
function discard(socket: Socket): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {
    socket.pause();
    setTimeout(() => socket.resume(), PAUSE_MS).unref();
  });
  socket.setTimeout(SILENT_MS, () => socket.destroy());
  socket.resume();
}
