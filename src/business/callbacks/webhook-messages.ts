// Builds webhook messages: a short body, or the whole object from memory or as a stream.
import type { Stored } from '../../contract/order.ts';
import { type StoredTask, taskIdOf } from '../../contract/task.ts';
import type { CallbackFormat, Kind } from '../../contract/vocabulary.ts';
import { createByteBudget } from './byte-budget.ts';
import { eventIdOf, type WebhookMessage } from './deliver.ts';
import { signChunks } from './signature.ts';

export interface ClaimedCallback {
  readonly object_id: string;
  readonly account_id: number;
  readonly kind: Kind;
  readonly live: boolean;
  readonly attempt: number;
  readonly request: string;
  readonly secret: string;
  /** Seconds since 1970. */
  readonly now: number;
}

export interface CallbackRequest {
  readonly callback: string;
  readonly callbackFormat?: CallbackFormat;
  /** Set for objects of the DataForSEO-compatible endpoint. */
  readonly task?: Pick<StoredTask, 'callback'>;
  /** The context of the trace that created the object. */
  readonly traceparent?: string;
}

/** The object as GET returns it. */
export interface RenderedObject {
  readonly size: number;
  whole(): Promise<Buffer>;
  chunks(): AsyncIterable<Buffer>;
}

/** Size of a stored result, and of its compressed bytes in the database. `packed` is null for blobs in S3. */
export interface BodySize {
  readonly size: number;
  readonly packed: number | null;
}

export type Unsent = Omit<WebhookMessage, 'at'>;

export interface WebhookMessages {
  /**
   * Calls `send` with the message and holds its bytes until `send` ends. Returns null when no memory became free in
   * time, undefined when the object is gone.
   */
  withMessage<T>(
    claimed: ClaimedCallback,
    request: CallbackRequest,
    body: { readonly size: () => Promise<BodySize | undefined>; readonly at: () => number },
    send: (message: Unsent) => Promise<T>,
  ): Promise<T | null | undefined>;
  close(): void;
}

interface WebhookMessagesParts {
  readonly fetchAny: (ids: readonly string[]) => Promise<Stored[]>;
  readonly render: (stored: Stored) => RenderedObject;
  /** Returns the compressed body of a postback. */
  readonly renderPostback: (stored: Stored) => Promise<Buffer>;
}

/** Larger objects are streamed. */
const WHOLE_BYTES_MAX = 1_048_576;
/** Streams hold the compressed bytes, and about this much between reading, decompressing and sending. */
const STREAM_BYTES = 262_144;
/** Memory for all callbacks of a process that are prepared or sent. */
const BUDGET_BYTES = 67_108_864;
const BUDGET_WAIT_MS = 10_000;
/** The text, its items and the written text are in memory at once. */
const POSTBACK_COPIES = 3;
const NOTHING = Buffer.alloc(0);

export const isWhole = (kind: Kind, { callbackFormat, task }: CallbackRequest): boolean =>
  task?.callback === undefined ? callbackFormat === 'JSON' || kind === 'ai' : task.callback === 'postback';

/** Returns the id that a callback URL contains. */
export const urlIdOf = (objectId: string, { task }: CallbackRequest): string =>
  task?.callback === undefined ? objectId : taskIdOf(objectId);

/** For objects above `bytesMax`, only id and type are sent. 0: no limit. */
export function createWebhookMessages({ fetchAny, render, renderPostback }: WebhookMessagesParts, bytesMax: number): WebhookMessages {
  const budget = createByteBudget(BUDGET_BYTES, BUDGET_WAIT_MS);
  const isTooLarge = (bytes: number): boolean => bytesMax > 0 && bytes > bytesMax;

  return {
    withMessage: async (claimed, request, { size, at }, send) => {
      const message = {
        objectId: claimed.object_id,
        accountId: claimed.account_id,
        kind: claimed.kind,
        attempt: claimed.attempt,
        url: request.callback,
        urlId: urlIdOf(claimed.object_id, request),
        secret: claimed.secret,
      };
      const simple = { ...message, body: Buffer.from(JSON.stringify({ id: claimed.object_id, type: claimed.kind })) };
      const { callback } = request.task ?? {};
      if (callback === 'pingback') return send({ ...message, body: NOTHING, form: 'pingback' });
      if (!isWhole(claimed.kind, request)) return send(simple);
      const known = await size();
      if (!known) return undefined;
      if (isTooLarge(known.size)) return send({ ...simple, truncated: true });
      const packed = known.packed ?? 0;
      // The parts of a postback are parsed and written again, so it is never streamed.
      const held = callback === 'postback' ? POSTBACK_COPIES * known.size : known.size > WHOLE_BYTES_MAX ? STREAM_BYTES : known.size;
      const release = await budget.reserve(claimed.account_id, packed + held);
      if (!release) return null;
      try {
        const [stored] = await fetchAny([claimed.object_id]);
        if (!stored) return undefined;
        if (callback === 'postback') return await send({ ...message, body: await renderPostback(stored), form: 'postback' });
        const object = render(stored);
        if (isTooLarge(object.size)) return await send({ ...simple, truncated: true });
        if (object.size <= WHOLE_BYTES_MAX) return await send({ ...message, body: await object.whole() });
        const signed = await signChunks(eventIdOf(claimed.object_id), Math.floor(at()), object.chunks(), claimed.secret);
        return await send({ ...message, body: { size: object.size, chunks: object.chunks, signed } });
      } finally {
        release();
      }
    },
    close: budget.close,
  };
}
