// Renders a stored object as JSON: a fresh envelope, then the stored body, which is never parsed.
import type { Stored, StoredBody } from '../../contract/order.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import { decompressChunks, readBody } from './body.ts';

/** How objects of one kind are shown: their envelope, and the field that holds the body. */
export interface View {
  readonly envelope: (stored: Stored) => object;
  /** The envelope as JSON text, made without parsing the stored request. Null when that is impossible for this object. */
  readonly text?: (stored: Stored) => string | null;
  readonly bodyName: 'data' | 'response';
}

export type Views = Readonly<Record<Kind, View>>;

/** Follows the head of an object that has no body. */
export const NO_BODY = 'null}';

/** The envelope up to the point where the body begins. */
export function headOf(stored: Stored, views: Views): string {
  const view = views[stored.kind];
  const envelope = view.text?.(stored) ?? JSON.stringify(view.envelope(stored));
  return `${envelope.slice(0, -1)},"${view.bodyName}":`;
}

/** The whole object as JSON bytes. */
export async function renderObject(stored: Stored, views: Views): Promise<Buffer> {
  return renderPieces(stored, views).whole();
}

/** The whole object as JSON bytes, in one piece or in chunks. The body is decompressed only when one of them is called for. */
export function renderPieces(stored: Stored, views: Views): { size: number; whole(): Promise<Buffer>; chunks(): AsyncIterable<Buffer> } {
  const body = stored.result?.body;
  const head = Buffer.from(body ? headOf(stored, views) : headOf(stored, views) + NO_BODY);
  return {
    size: head.length + (body?.size ?? 0),
    whole: async () => (body ? Buffer.concat([head, await readBody(body)]) : head),
    chunks: () => chain([head], body ? chunksOf(body) : []),
  };
}

async function* chunksOf(body: StoredBody): AsyncIterable<Buffer> {
  if (body.bytes) return yield* decompressChunks([body.bytes], body.size);
  const opened = await body.open();
  try {
    yield* decompressChunks(opened.chunks, body.size);
  } finally {
    opened.close();
  }
}

/** The parts one after the other. */
export async function* chain(...parts: readonly (Iterable<Buffer> | AsyncIterable<Buffer>)[]): AsyncIterable<Buffer> {
  for (const part of parts) yield* part;
}
