// Sends one API call with key, throttle, timeout and retries.
import { SextantError } from './error.ts';
import { pause, throwIfAborted, withSignals } from './pause.ts';
import { createRetries, isRetryable, type RetrySettings, responseLost } from './retry.ts';
import { createThrottle } from './throttle.ts';
import type { Operations } from './types.ts';

export interface SendSettings extends RetrySettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutSeconds: number;
}

export interface CallParts<Name extends keyof Operations> {
  readonly path?: Operations[Name]['path'];
  readonly query?: Operations[Name]['query'];
  readonly body?: Operations[Name]['body'];
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutSeconds?: number | undefined;
  /** The call costs credits and has no idempotency key. */
  readonly charged?: boolean;
}

export type Send = <Name extends keyof Operations>(name: Name, parts?: CallParts<Name>) => Promise<Operations[Name]['answer']>;
/** Returns the response as it arrives, for exports of any size. A response that was cut off fails while it is read. */
export type Download = <Name extends keyof Operations>(name: Name, parts?: CallParts<Name>) => Promise<ReadableStream<Uint8Array>>;

/** Both share one throttle. */
export interface Transport {
  readonly send: Send;
  readonly download: Download;
}

interface Call {
  readonly url: string;
  readonly init: RequestInit;
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly timeoutMs: number;
  readonly charged: boolean;
}

interface RawResponse {
  readonly response: Response;
  readonly text: string;
}

/** Random and printable. Not randomUUID, which is missing on pages without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function urlOf(baseUrl: string, pathTemplate: string, path: object = {}, query: object = {}): string {
  let filled = pathTemplate;
  for (const [name, value] of Object.entries(path)) filled = filled.replace(`{${name}}`, () => encodeURIComponent(String(value)));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value));
  const queryString = search.toString();
  return `${baseUrl.replace(/\/+$/, '')}${filled}${queryString === '' ? '' : `?${queryString}`}`;
}

/**
 * One attempt. Throws a SextantError when the response does not arrive completely, and the abort reason after an abort.
 */
async function fetchOnce(call: Call, fetch: SendSettings['fetch']): Promise<RawResponse> {
  const timeoutError = new Error('too slow');
  try {
    return await withSignals(call.signals, async (signal, abort) => {
      const timer = setTimeout(() => abort(timeoutError), call.timeoutMs);
      try {
        const response = await fetch(call.url, { ...call.init, signal });
        return { response, text: await response.text() };
      } catch (error) {
        throw signal.reason === timeoutError ? timeoutError : error;
      } finally {
        clearTimeout(timer);
      }
    });
  } catch (error) {
    throwIfAborted(...call.signals);
    throw responseLost(error === timeoutError ? 'timeout' : 'network', call.charged, error);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf({ response, text }: RawResponse, charged: boolean): SextantError {
  const { status, headers } = response;
  const body = jsonOf(text) as { code?: unknown; message?: unknown; solution?: unknown } | null | undefined;
  const fromSextant = typeof body?.code === 'number' && typeof body.message === 'string';
  const retryAfter = headers.get('retry-after') ?? '';
  const retryAfterSeconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  return new SextantError(fromSextant ? String(body.message) : `The service responded with status ${status}.`, {
    status,
    code: fromSextant ? Number(body.code) : status,
    solution: typeof body?.solution === 'string' ? body.solution : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryable: isRetryable(status, retryAfterSeconds, fromSextant, charged),
    retryAfterSeconds,
  });
}

function parseBody({ response, text }: RawResponse): unknown {
  if (response.status === 204) return undefined;
  const json = jsonOf(text);
  if (json !== undefined) return json;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new SextantError('The response is not JSON. Check that baseUrl is the URL of Sextant.', {
    status: response.status,
    code: 'unreadable',
    requestId,
  });
}

/** As `fetchOnce`, but leaves the body of a successful response unread. The signals still abort it while it is read. */
async function fetchStream(call: Call, fetch: SendSettings['fetch']): Promise<RawResponse> {
  throwIfAborted(...call.signals);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), call.timeoutMs);
  try {
    const signal = AbortSignal.any([timeout.signal, ...call.signals.filter((one) => one !== undefined)]);
    const response = await fetch(call.url, { ...call.init, signal });
    return { response, text: response.ok ? '' : await response.text() };
  } catch (error) {
    throwIfAborted(...call.signals);
    throw responseLost(timeout.signal.aborted ? 'timeout' : 'network', call.charged, error);
  } finally {
    clearTimeout(timer);
  }
}

function callFor(settings: SendSettings, name: keyof Operations, parts: CallParts<keyof Operations>, accept: string): Call {
  const [method, pathTemplate] = name.split(' ') as [string, string];
  const headers: Record<string, string> = { authorization: `Bearer ${settings.apiKey}`, accept };
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (parts.idempotencyKey !== undefined) {
    headers['idempotency-key'] = parts.idempotencyKey;
    // Lists of created objects then have one entry per request.
    headers['sextant-repeat-equal'] = 'true';
  }
  const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) };
  return {
    url: urlOf(settings.baseUrl, pathTemplate, parts.path, parts.query),
    // A redirected POST would arrive as a GET, so redirects are reported and not followed.
    init: { method, headers, redirect: 'manual', ...body },
    signals: [settings.signal, parts.signal],
    timeoutMs: (parts.timeoutSeconds ?? settings.timeoutSeconds) * 1000,
    charged: parts.charged ?? false,
  };
}

export function createTransport(settings: SendSettings): Transport {
  const throttle = createThrottle();
  const perform = async (call: Call, attempt: typeof fetchOnce): Promise<RawResponse> => {
    const pauseAfter = createRetries(settings);
    for (let isRetry = false; ; isRetry = true) {
      await throttle.acquire(...call.signals);
      try {
        const raw = await attempt(call, settings.fetch);
        // The first DELETE may have succeeded although its response was lost.
        if (raw.response.ok || (isRetry && call.init.method === 'DELETE' && raw.response.status === 404)) {
          throttle.update(raw.response.headers);
          return raw;
        }
        const error = errorOf(raw, call.charged);
        throttle.update(raw.response.headers, error.retryAfterSeconds);
        throw error;
      } catch (error) {
        const ms = error instanceof SextantError ? pauseAfter(error) : null;
        if (ms === null) throw error;
        await pause(ms, ...call.signals);
      }
    }
  };
  return {
    send: async (name, parts = {}) => {
      const call = callFor(settings, name, parts, 'application/json');
      const raw = await perform(call, fetchOnce);
      return (call.init.method === 'DELETE' ? undefined : parseBody(raw)) as never;
    },
    download: async (name, parts = {}) => {
      const { response } = await perform(callFor(settings, name, parts, '*/*'), fetchStream);
      return response.body ?? new Blob([]).stream();
    },
  };
}
