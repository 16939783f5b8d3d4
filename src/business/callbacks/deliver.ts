// Posts one callback and decides from the response whether to retry.
import { Readable } from 'node:stream';
import type { TaskCallback } from '../../contract/task.ts';
import type { Kind } from '../../contract/vocabulary.ts';
import type { HttpClient } from '../../platform/http.ts';
import { NameUnresolved } from '../../platform/resolver.ts';
import { StorageUnavailable } from '../../platform/s3.ts';
import { ForbiddenAddress } from '../../platform/ssrf-guard.ts';
import { basicLogin, loginOf } from '../../platform/url-login.ts';
import { fillCallback } from './callback-url.ts';
import { contentHeaders, type Exchange, storedResponse, USER_AGENT } from './exchange.ts';
import { type SignedHeaders, signCallback } from './signature.ts';

export interface DeliverSettings {
  /** Pauses before the second, third, … attempt. */
  readonly retrySeconds: readonly number[];
  readonly msMax: number;
}

/** A body that is too large for memory. It is read once for the signature and once for sending. */
export interface StreamedBody {
  readonly size: number;
  chunks(): AsyncIterable<Buffer>;
  readonly signed: SignedHeaders;
}

export interface WebhookMessage {
  readonly objectId: string;
  readonly accountId: number;
  readonly kind: Kind;
  readonly attempt: number;
  readonly url: string;
  /** The id in the URL, if it differs from the object's id. */
  readonly urlId?: string;
  readonly body: Buffer | StreamedBody;
  /** The object was too large. The body contains only its id and type. */
  readonly truncated?: boolean;
  /** The form of a task's callback. Absent: a POST of JSON. */
  readonly form?: TaskCallback;
  readonly secret: string;
  /** Sent to the receiver, which can continue the trace. */
  readonly traceparent?: string | undefined;
  /** Seconds since 1970, by the database's clock. Receivers reject signatures whose time is far off. */
  readonly at: number;
}

export interface DeliveryAttempt {
  readonly object_id: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly ms: number;
  /** Null: no further attempt. */
  readonly retry_seconds: number | null;
  /** For the delivery log. Null when nothing was sent. */
  readonly exchange: Exchange | null;
}

const JITTER = 0.2;
const RETRY_AFTER_SECONDS_MAX = 86_400;
const RESPONSE_BYTES_MAX = 65_536;
/** The receiver gets one more second for each of these bytes, up to a limit. */
const BYTES_PER_SECOND = 4_194_304;
const TRANSFER_SECONDS_MAX = 16;

export const OBJECT_UNREADABLE = 'the object could not be read';

/** Returns the additional time that a body of this size may take. */
export const transferMs = (bytes: number): number => 1000 * Math.min(TRANSFER_SECONDS_MAX, Math.floor(bytes / BYTES_PER_SECOND));
export const sizeOf = (body: Buffer | StreamedBody): number => (Buffer.isBuffer(body) ? body.length : body.size);

/** Equal for every attempt, so that receivers can deduplicate. */
export const eventIdOf = (objectId: string): string => `evt_${objectId}`;

/**
 * Returns an attempt that failed before anything was sent. It counts, so that a body that stays unavailable does not
 * block the callback forever.
 */
export function unsentAttempt(objectId: string, attempt: number, reason: string, { retrySeconds }: DeliverSettings): DeliveryAttempt {
  return {
    object_id: objectId,
    attempt,
    status: null,
    ok: false,
    reason,
    ms: 0,
    retry_seconds: retrySeconds[attempt - 1] ?? null,
    exchange: null,
  };
}

export async function deliver(
  message: WebhookMessage,
  client: HttpClient,
  settings: DeliverSettings,
  random: () => number = Math.random,
): Promise<DeliveryAttempt> {
  const started = performance.now();
  let exchange: Exchange | null = null;
  const end = (status: number | null, ok: boolean, reason: string | null, retryDelaySeconds: number | null): DeliveryAttempt => ({
    object_id: message.objectId,
    attempt: message.attempt,
    status,
    ok,
    reason,
    ms: Math.round(performance.now() - started),
    retry_seconds: retryDelaySeconds,
    exchange,
  });
  const pause = settings.retrySeconds[message.attempt - 1];
  const { body } = message;
  const stream = Buffer.isBuffer(body) ? null : Readable.from(body.chunks(), { objectMode: false });
  const retryDelaySeconds = pause === undefined ? null : pause * (1 - JITTER + 2 * JITTER * random());
  try {
    const target = new URL(fillCallback(message.url, message.urlId ?? message.objectId, message.kind));
    const headers: Record<string, string> = {
      ...contentHeaders(message.form),
      'user-agent': USER_AGENT,
      ...(message.truncated ? { 'x-truncated': '1' } : {}),
      ...(message.traceparent === undefined ? {} : { traceparent: message.traceparent }),
      ...(Buffer.isBuffer(body)
        ? signCallback(eventIdOf(message.objectId), Math.floor(message.at), body, message.secret)
        : { ...body.signed, 'content-length': String(body.size) }),
    };
    const login = loginOf(target);
    if (login) headers.authorization = basicLogin(login);
    target.username = '';
    target.password = '';
    target.hash = '';
    const signedAt = Number(headers['webhook-timestamp']);
    exchange = {
      signedAt,
      sentBytes: sizeOf(body),
      ...(message.truncated ? { truncated: true as const } : {}),
      ...(message.traceparent === undefined ? {} : { traceparent: message.traceparent }),
    };
    const response = await client.request({
      url: target.href,
      headers,
      ...(message.form === 'pingback' ? { method: 'GET' } : { method: 'POST', body: stream ?? (body as Buffer) }),
      bytesMax: RESPONSE_BYTES_MAX,
      msMax: settings.msMax + transferMs(sizeOf(body)),
      whenTooLong: 'cut',
      share: message.accountId,
    });
    exchange = { ...exchange, ...storedResponse(response) };
    if (response.status >= 200 && response.status < 300) return end(response.status, true, null, null);
    if (response.status === 410) return end(410, false, 'the receiver responded with 410 Gone', null);
    const retryAfter = Number(response.headers['retry-after']);
    const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? Math.min(retryAfter, RETRY_AFTER_SECONDS_MAX) : 0;
    return end(
      response.status,
      false,
      `answered ${response.status}`,
      retryDelaySeconds === null ? null : Math.max(retryDelaySeconds, retryAfterSeconds),
    );
  } catch (error) {
    if (error instanceof ForbiddenAddress) return end(null, false, 'the address is not allowed', null);
    if (error instanceof NameUnresolved) return end(null, false, error.message, retryDelaySeconds);
    if (error instanceof StorageUnavailable) return end(null, false, OBJECT_UNREADABLE, retryDelaySeconds);
    const late = (error as Error).name === 'TimeoutError';
    return end(null, false, late ? 'no answer in time' : 'could not be reached', retryDelaySeconds);
  } finally {
    stream?.destroy();
  }
}
