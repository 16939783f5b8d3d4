// Puts stored objects on the wire: a fresh envelope joined to the stored body, which is never parsed and rarely unpacked.
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decompressChunks, readBody } from '../business/orders/body.ts';
import { chain, headOf, NO_BODY, renderObject, type Views } from '../business/orders/render.ts';
import type { Stored, StoredBody } from '../contract/order.ts';
import { acceptsGzip } from '../platform/compression.ts';
import { type Compressed, gzipAround, gzipJoin, gzipSequence, isJoinable } from '../platform/gzip.ts';

const COMMA = Buffer.from(',');
const OBJECTS_A_TURN = 16;
const NOTHING = Buffer.from(NO_BODY);

export async function renderList(list: readonly Stored[], views: Views): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from('[')];
  for (const [index, stored] of list.entries()) {
    if (index > 0) {
      parts.push(COMMA);
      // Unpacking is work; between the pieces others have their turn.
      if (index % OBJECTS_A_TURN === 0) await turn();
    }
    parts.push(await renderObject(stored, views));
  }
  parts.push(Buffer.from(']'));
  return Buffer.concat(parts);
}

/** One object. Clients that take gzip get the stored bytes as they are. */
export async function sendObject(request: FastifyRequest, reply: FastifyReply, stored: Stored, views: Views): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
  const body = stored.result?.body;
  const packed = acceptsGzip(request.headers['accept-encoding']);
  if (body?.bytes === null) return passThrough(reply, Buffer.from(headOf(stored, views)), body, packed);
  // A short text goes out in one piece with its head; bytes would be a piece of their own.
  if (!body) return reply.send(headOf(stored, views) + NO_BODY);
  if (!packed) return reply.send(await renderObject(stored, views));
  return reply.header('content-encoding', 'gzip').send(gzipJoin(headOf(stored, views), body));
}

type Elsewhere = Extract<StoredBody, { bytes: null }>;

/** From the object store to the client, piece by piece; nothing is sent before the store has begun to answer. */
async function passThrough(reply: FastifyReply, head: Buffer, body: Elsewhere, packed: boolean): Promise<FastifyReply> {
  const opened = await body.open();
  if (!packed) {
    reply.header('content-length', head.length + body.size);
    return reply.send(closing(chain([head], decompressChunks(opened.chunks, body.size)), opened));
  }
  const { before, after } = gzipAround(head, body);
  const length = [...before, after].reduce((sum, part) => sum + part.length, opened.size);
  reply.header('content-encoding', 'gzip').header('content-length', length);
  return reply.send(closing(chain(before, opened.chunks, [after]), opened));
}

/** A client may be gone before the first byte was asked for; then nobody else would let go of the store's answer. */
function closing(pieces: AsyncIterable<Buffer>, opened: { close(): void }): Readable {
  return Readable.from(pieces, { objectMode: false }).once('close', () => opened.close());
}

/** Bodies as they are stored wherever they can be joined; null where none can. */
async function packedList(list: readonly Stored[], views: Views): Promise<Buffer | null> {
  const joinable = list.map(({ result }) => (result?.body?.bytes && isJoinable(result.body) ? result.body : null));
  if (joinable.every((body) => body === null)) return null;
  const pieces: (string | Compressed)[] = [];
  for (const [index, stored] of list.entries()) {
    if (index > 0 && index % OBJECTS_A_TURN === 0) await turn();
    const body = stored.result?.body;
    pieces.push((index === 0 ? '[' : ',') + headOf(stored, views));
    pieces.push(joinable[index] ?? (body ? (await readBody(body)).toString() : NO_BODY));
  }
  return gzipSequence([...pieces, ']']);
}

/** Many objects. Bodies that lie in the object store are passed through one after the other; the first is asked for before anything is sent. */
export async function sendList(request: FastifyRequest, reply: FastifyReply, list: readonly Stored[], views: Views): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
  const first = list.map((stored) => stored.result?.body).find((body) => body?.bytes === null) as Elsewhere | undefined;
  if (!first) {
    const compressed = acceptsGzip(request.headers['accept-encoding']) ? await packedList(list, views) : null;
    return compressed ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(await renderList(list, views));
  }
  const opened = await first.open();
  const heads = list.map((stored) => Buffer.from(headOf(stored, views)));
  const sizes = list.map((stored, index) => heads[index]!.length + (stored.result?.body?.size ?? NOTHING.length));
  reply.header('content-length', 2 + Math.max(0, list.length - 1) + sizes.reduce((sum, size) => sum + size, 0));
  async function* pieces(): AsyncIterable<Buffer> {
    for (const [index, { result }] of list.entries()) {
      yield Buffer.from(index === 0 ? '[' : ',');
      yield heads[index]!;
      const body = result?.body;
      if (!body) yield NOTHING;
      else if (body.bytes) yield await readBody(body);
      else yield* decompressChunks((body === first ? opened : await body.open()).chunks, body.size);
    }
    yield Buffer.from(']');
  }
  return reply.send(closing(pieces(), opened));
}
