// Client for S3-compatible object stores: put, get, head and remove.
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { defaultResolver } from './resolver.ts';
import { authorizationOf, type Credentials, encodePart, sha256, stampOf } from './s3-signature.ts';

export interface ObjectStoreSettings extends Credentials {
  /** Everything before the key: `https://host/bucket/prefix` or `https://bucket.host/prefix`. */
  readonly url: string;
  readonly region: string;
  /** Timeout for connecting, for the response headers and between two chunks. */
  readonly idleTimeoutMs?: number;
  /** Timeout for one attempt of a PUT, from the connection to the response. */
  readonly putTimeoutMs?: number;
  /** Resolves the host name. Default: our own resolver. */
  readonly lookup?: LookupFunction;
}

export interface OpenedObject {
  readonly size: number;
  readonly chunks: AsyncIterable<Buffer>;
  /** Call this when `chunks` is not read to its end; the connection stays in use until then. */
  close(): void;
}

export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** Resolves when the response headers have arrived. The bytes are streamed. Throws when there is no such object. */
  get(key: string): Promise<OpenedObject>;
  /** Returns the size in bytes, or null when there is no such object. */
  head(key: string): Promise<number | null>;
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** The object store is unreachable or rejects the request, or the object is missing. */
export class StorageUnavailable extends Error {
  /** The HTTP status, if there was a response. */
  readonly code: number | undefined;
  constructor(reason: string, code?: number, cause?: unknown) {
    super(`the object store ${reason}`, { cause });
    this.name = 'ObjectStoreAway';
    this.code = code;
  }
}

const PAUSES_MS = [100, 400];
/** A later failure is not retried: storage that responds this late only gets slower by repeated requests, and the caller waits already. */
const RETRY_WITHIN_MS = 1000;
const SILENCE_MS_MAX = 10_000;
const PUT_MS_MAX = 30_000;
const NOTHING = sha256('');
const passes = (status: number): boolean => status >= 500 || status === 429;

type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE';

export function createObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { origin, host, pathname } = new URL(settings.url);
  const base = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const silence = settings.idleTimeoutMs ?? SILENCE_MS_MAX;
  const lookup = settings.lookup ?? defaultResolver().lookup;
  const agent = new Agent({
    connect: { timeout: silence, lookup },
    headersTimeout: silence,
    bodyTimeout: silence,
    keepAliveTimeout: 10_000,
  });

  const once = (method: Method, key: string, body: Buffer | null): Promise<Dispatcher.ResponseData> => {
    const path = `/${[...base, ...key.split('/')].map(encodePart).join('/')}`;
    const at = new Date();
    const bodyHash = body ? sha256(body) : NOTHING;
    const signed = {
      host,
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': stampOf(at),
      ...(settings.sessionToken ? { 'x-amz-security-token': settings.sessionToken } : {}),
    };
    const authorization = authorizationOf({ method, path, headers: signed, bodyHash }, settings, { ...settings, service: 's3', at });
    const headers = { ...signed, authorization, ...(body ? { 'content-type': 'application/octet-stream' } : {}) };
    const signal = body ? AbortSignal.timeout(settings.putTimeoutMs ?? PUT_MS_MAX) : null;
    return agent.request({ origin, path, method, headers, body, signal });
  };

  /** Retries after network errors, 429 and 5xx that arrive early. Returns every other response, including errors. */
  const ask = async (method: Method, key: string, body: Buffer | null = null): Promise<Dispatcher.ResponseData> => {
    const started = performance.now();
    for (let attempts = 0; ; attempts++) {
      let trouble: StorageUnavailable;
      try {
        const response = await once(method, key, body);
        if (!passes(response.statusCode)) return response;
        await response.body.dump();
        trouble = new StorageUnavailable('is in trouble', response.statusCode);
      } catch (error) {
        trouble = new StorageUnavailable('cannot be reached', undefined, error);
      }
      const pause = PAUSES_MS[attempts];
      if (pause === undefined || performance.now() - started > RETRY_WITHIN_MS) throw trouble;
      await sleep(pause);
    }
  };
  /** Like `ask`, but discards the body and throws for errors other than 404. */
  const tell = async (method: Method, key: string, body: Buffer | null = null): Promise<Dispatcher.ResponseData> => {
    const response = await ask(method, key, body);
    await response.body.dump();
    if (response.statusCode >= 300 && response.statusCode !== 404) throw new StorageUnavailable('refuses', response.statusCode);
    return response;
  };

  return {
    put: async (key, bytes) => {
      const { statusCode } = await tell('PUT', key, bytes);
      if (statusCode === 404) throw new StorageUnavailable('has no such bucket', statusCode);
    },
    get: async (key) => {
      const { statusCode, headers, body } = await ask('GET', key);
      const size = Number(headers['content-length']);
      if (statusCode === 200 && Number.isInteger(size)) {
        // When a reader stops early, the body emits an error. Without a listener it would end the process.
        body.on('error', () => undefined);
        return { size, chunks: guarded(body), close: () => void body.destroy() };
      }
      await body.dump();
      throw new StorageUnavailable(statusCode === 404 ? 'has lost the object' : 'refuses', statusCode);
    },
    head: async (key) => {
      const { statusCode, headers } = await tell('HEAD', key);
      return statusCode === 404 ? null : Number(headers['content-length']);
    },
    remove: async (key) => {
      await tell('DELETE', key);
    },
    close: () => agent.destroy(),
  };
}

/** Reports a connection that breaks during the body as a failure of the store. */
async function* guarded(body: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw new StorageUnavailable('broke off', undefined, error);
  }
}
