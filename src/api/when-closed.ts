// The end of a response, for what must be released with it.
import type { ServerResponse } from 'node:http';

/**
 * Calls `release` once when the response was sent or the client is gone. The client may have left before, for example
 * while its key was checked: then no event follows. A pipelined response has no event of its own, so the connection counts, too.
 */
export function whenClosed(response: ServerResponse, release: () => void): void {
  const { socket } = response.req;
  const end = (): void => {
    response.removeListener('close', end);
    socket.removeListener('close', end);
    release();
  };
  response.once('close', end);
  socket.once('close', end);
  if (response.closed || socket.destroyed) end();
}
