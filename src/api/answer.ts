// Puts stored objects on the wire: a fresh envelope joined to the stored body, which is never parsed and rarely unpacked.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Stored } from '../contract/order.ts';
import type { Kind } from '../contract/vocabulary.ts';
import { gzipJoin, unpack } from '../platform/gzip.ts';

/** What one kind of object shows: its envelope, and the name under which the body stands in it. */
export interface View {
  readonly envelope: (stored: Stored) => object;
  readonly bodyName: 'data' | 'response';
}

export type Views = Readonly<Record<Kind, View>>;

const NOTHING = Buffer.from('null}');

/** The envelope up to the point where the body begins. */
function headOf(stored: Stored, view: View): Buffer {
  const envelope = JSON.stringify(view.envelope(stored));
  return Buffer.from(`${envelope.slice(0, -1)},"${view.bodyName}":`);
}

/** The whole object as JSON bytes. */
export async function renderObject(stored: Stored, views: Views): Promise<Buffer> {
  const head = headOf(stored, views[stored.kind]);
  const body = stored.result?.body;
  return Buffer.concat([head, body ? await unpack(body.bytes, body.size) : NOTHING]);
}

export async function renderList(list: readonly Stored[], views: Views): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from('[')];
  for (const [index, stored] of list.entries()) {
    if (index > 0) parts.push(Buffer.from(','));
    parts.push(await renderObject(stored, views));
  }
  parts.push(Buffer.from(']'));
  return Buffer.concat(parts);
}

/** One object. Clients that take gzip get the stored bytes as they are. */
export async function sendObject(request: FastifyRequest, reply: FastifyReply, stored: Stored, views: Views): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
  const body = stored.result?.body;
  if (!body || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(await renderObject(stored, views));
  return reply.header('content-encoding', 'gzip').send(gzipJoin(headOf(stored, views[stored.kind]), body));
}
