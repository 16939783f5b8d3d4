// Sends the file of an export. Disconnects clients that stop reading, and shows every client when a file is incomplete.
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface ExportFile {
  readonly type: string;
  readonly disposition: string;
  /** Empty parts are not sent. They show that the export advances. */
  readonly parts: AsyncIterable<string | Buffer>;
  /** A client that reads nothing for this long is disconnected. */
  readonly stalledMs: number;
  /** Called when the file is sent or given up. */
  readonly release: () => void;
}

const BUFFER_BYTES = 65_536;

export function sendFile(reply: FastifyReply, { type, disposition, parts, stalledMs, release }: ExportFile): FastifyReply {
  let stalled: NodeJS.Timeout | undefined;
  async function* chunks(): AsyncIterable<string | Buffer> {
    for await (const part of parts) {
      clearTimeout(stalled);
      stalled = setTimeout(() => body.destroy(), stalledMs).unref();
      if (part.length > 0) yield part;
    }
  }
  const body = Readable.from(chunks(), { objectMode: false, highWaterMark: BUFFER_BYTES });
  // Registered before `send`, because Fastify closes the connection of an incomplete file without a reset.
  finished(body, { writable: false }, (error) => {
    clearTimeout(stalled);
    release();
    if (!error) return;
    if (reply.raw.headersSent) return breakOff(reply.raw);
    // An error response follows, which is not a file.
    reply.removeHeader('content-disposition');
  });
  return reply.header('content-type', type).header('content-disposition', disposition).send(body);
}

/**
 * Ends an incomplete response with a reset. Over HTTP/1.0, the end of the connection is the end of the file, so that a
 * file without its last rows would look complete.
 */
export function breakOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket && !socket.destroyed) socket.resetAndDestroy();
  response.destroy();
}
