// What one delivery attempt sent and received, as the delivery log stores and shows it.
import type { TaskCallback } from '../../contract/task.ts';
import type { HttpResponse } from '../../platform/http.ts';
import { shownCallback } from './callback-url.ts';

/** Stored with each attempt. What the object already has is not repeated: the URL and the body that was sent. */
export interface Exchange {
  /** Time of the signature, in seconds since 1970. */
  readonly signedAt: number;
  readonly sentBytes: number;
  /** The object was too large, so only its id and type were sent. */
  readonly truncated?: true;
  /** The context of the trace that was sent. */
  readonly traceparent?: string;
  /** The fields below are missing without a response. */
  readonly firstByteMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The first KB as text. */
  readonly body?: string;
  readonly bodyBytes?: number;
}

/** An attempt as the log shows it. */
export interface ShownExchange {
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Null when the whole object was sent. GET returns it. */
    readonly body: string | null;
    readonly bytes: number;
  };
  readonly response: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly bytes: number;
    readonly firstByteMs: number;
  } | null;
}

export const USER_AGENT = 'Sextant-Callback/1.0';
/** Headers that describe the body. A pingback has none. */
export const contentHeaders = (form: TaskCallback | undefined): Record<string, string> =>
  form === 'pingback' ? {} : { 'content-type': 'application/json', ...(form === 'postback' ? { 'content-encoding': 'gzip' } : {}) };

export const HIDDEN = '(hidden)';
const BODY_BYTES_MAX = 1024;
const HEADERS_MAX = 20;
const NAME_LENGTH_MAX = 64;
const VALUE_LENGTH_MAX = 128;
/** They say nothing about the receiver, and every response has them. */
const OMITTED: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);
/** Their values are credentials of the receiver. */
const SECRET = /cookie|authenticat|authoriz|token|secret|api-?key|signature/;

/** The database accepts no NUL in text. Half of a surrogate pair, as a cut may leave, is replaced before. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd');

/** Returns the part of a response that is stored, at most about 4 KB. */
export function storedResponse({
  headers,
  body,
  firstByteMs,
}: Pick<HttpResponse, 'headers' | 'body' | 'firstByteMs'>): Pick<Exchange, 'firstByteMs' | 'headers' | 'body' | 'bodyBytes'> {
  const kept = Object.entries(headers)
    .filter(([name]) => !OMITTED.has(name) && name.length <= NAME_LENGTH_MAX)
    .slice(0, HEADERS_MAX)
    .map(([name, value]) => [
      storable(name),
      SECRET.test(name) ? HIDDEN : storable(String(value).slice(0, VALUE_LENGTH_MAX).toWellFormed()),
    ]);
  return {
    firstByteMs: Math.round(firstByteMs),
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: storable(firstText(body)),
    bodyBytes: body.length,
  };
}

/** Cuts at a whole character: an incomplete one at the end decodes to a replacement character. */
function firstText(body: Buffer): string {
  const text = body.subarray(0, BODY_BYTES_MAX).toString('utf8');
  return body.length > BODY_BYTES_MAX ? text.replace(/\ufffd$/, '') : text;
}

interface SentCallback {
  readonly objectId: string;
  readonly kind: string;
  /** The callback URL after its placeholders are filled. */
  readonly url: string;
  /** The request asks for the whole object. */
  readonly isWhole: boolean;
  /** The form of a task's callback. */
  readonly form?: TaskCallback | undefined;
}

/** Credentials and signatures are hidden: both would let a reader of the log send accepted callbacks. */
export function shownExchange(stored: Exchange, { objectId, kind, url, isWhole, form }: SentCallback): ShownExchange {
  const short = !isWhole || stored.truncated;
  const hasLogin = shownCallback(url) !== url;
  const { headers, body = '', bodyBytes = 0, firstByteMs = 0 } = stored;
  return {
    request: {
      url: shownCallback(url)!,
      headers: {
        ...contentHeaders(stored.truncated ? undefined : form),
        'user-agent': USER_AGENT,
        ...(stored.truncated ? { 'x-truncated': '1' } : {}),
        ...(stored.traceparent === undefined ? {} : { traceparent: stored.traceparent }),
        'webhook-id': `evt_${objectId}`,
        'webhook-timestamp': String(stored.signedAt),
        'webhook-signature': HIDDEN,
        ...(hasLogin ? { authorization: HIDDEN } : {}),
      },
      body: form === 'pingback' ? '' : short ? JSON.stringify({ id: objectId, type: kind }) : null,
      bytes: stored.sentBytes,
    },
    response: headers === undefined ? null : { headers, body, bytes: bodyBytes, firstByteMs },
  };
}
