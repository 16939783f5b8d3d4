// A small client of S3-compatible object stores: puts, gets, looks for and removes bytes under a key.
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { defaultResolver } from './resolver.ts';
import { authorizationOf, type Credentials, encodePart, sha256, stampOf } from './s3-signature.ts';

export interface ObjectStoreSettings extends Credentials {
  /** All that stands before the key: `https://host/bucket/prefix`, or `https://bucket.host/prefix`. */
  readonly url: string;
  readonly region: string;
  /** How long the server may be silent. */
  readonly silenceMsMax?: number;
  /** How long one try at sending may take. */
  readonly putMsMax?: number;
  /** Finds the server's address. */
  readonly lookup?: LookupFunction;
}

export interface OpenedObject {
  readonly size: number;
  readonly chunks: AsyncIterable<Buffer>;
  /** For whoever does not read them to their end; the connection is held until then. */
  close(): void;
}

export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** Answers when the server has begun to; the bytes come as they are read. */
  get(key: string): Promise<OpenedObject>;
  /** How many bytes lie there; null when there is nothing. */
  head(key: string): Promise<number | null>;
  /** To remove what is not there is no error. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** The object store did not do what it was asked: it cannot be reached, it refuses, or the object is not there. */
export class StorageUnavailable extends Error {
  /** Its status, if it gave one. */
  readonly code: number | undefined;
  constructor(reason: string, code?: number, cause?: unknown) {
    super(`the object store ${reason}`, { cause });
    this.name = 'ObjectStoreAway';
    this.code = code;
  }
}

const PAUSES_MS = [100, 400];
const SILENCE_MS_MAX = 10_000;
const PUT_MS_MAX = 30_000;
const NOTHING = sha256('');
const passes = (status: number): boolean => status >= 500 || status === 429;

type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE';

export function createObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { origin, host, pathname } = new URL(settings.url);
  const base = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const silence = settings.silenceMsMax ?? SILENCE_MS_MAX;
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
    const signal = body ? AbortSignal.timeout(settings.putMsMax ?? PUT_MS_MAX) : null;
    return agent.request({ origin, path, method, headers, body, signal });
  };

  /** Asks again after a pause when the server is in trouble; answers whatever else it says. */
  const ask = async (method: Method, key: string, body: Buffer | null = null): Promise<Dispatcher.ResponseData> => {
    for (let tries = 0; ; tries++) {
      let trouble: StorageUnavailable;
      try {
        const answer = await once(method, key, body);
        if (!passes(answer.statusCode)) return answer;
        await answer.body.dump();
        trouble = new StorageUnavailable('is in trouble', answer.statusCode);
      } catch (error) {
        trouble = new StorageUnavailable('cannot be reached', undefined, error);
      }
      const pause = PAUSES_MS[tries];
      if (pause === undefined) throw trouble;
      await sleep(pause);
    }
  };
  /** For answers whose body is of no interest. */
  const tell = async (method: Method, key: string, body: Buffer | null = null): Promise<Dispatcher.ResponseData> => {
    const answer = await ask(method, key, body);
    await answer.body.dump();
    if (answer.statusCode >= 300 && answer.statusCode !== 404) throw new StorageUnavailable('refuses', answer.statusCode);
    return answer;
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
        // A reader that leaves early makes the body complain to nobody.
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

/** A break in the middle is the store's, whatever the client calls it. */
async function* guarded(body: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw new StorageUnavailable('broke off', undefined, error);
  }
}
