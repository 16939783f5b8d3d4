// Builds webhook messages: a short body, or the whole object from memory or as a stream.
import type { Stored } from '../../contract/order.ts';
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
}

/** Larger objects are streamed. */
const WHOLE_BYTES_MAX = 1_048_576;
/** Streams hold the compressed bytes, and about this much between reading, decompressing and sending. */
const STREAM_BYTES = 262_144;
/** Memory for all callbacks of a process that are prepared or sent. */
const BUDGET_BYTES = 67_108_864;
const BUDGET_WAIT_MS = 10_000;

export const isWhole = (kind: Kind, { callbackFormat }: CallbackRequest): boolean => callbackFormat === 'JSON' || kind === 'ai';

/** For objects above `bytesMax`, only id and type are sent. 0: no limit. */
export function createWebhookMessages({ fetchAny, render }: WebhookMessagesParts, bytesMax: number): WebhookMessages {
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
        secret: claimed.secret,
      };
      const simple = { ...message, body: Buffer.from(JSON.stringify({ id: claimed.object_id, type: claimed.kind })) };
      if (!isWhole(claimed.kind, request)) return send(simple);
      const known = await size();
      if (!known) return undefined;
      if (isTooLarge(known.size)) return send({ ...simple, truncated: true });
      const packed = known.packed ?? 0;
      const release = await budget.reserve(claimed.account_id, packed + (known.size > WHOLE_BYTES_MAX ? STREAM_BYTES : known.size));
      if (!release) return null;
      try {
        const [stored] = await fetchAny([claimed.object_id]);
        if (!stored) return undefined;
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
