// The client of Sextant for TypeScript and JavaScript: web standards alone, no dependencies, any runtime.
import type { CreateOptions } from './objects.ts';
import { type AiJobs, type Batches, createAiJobs, createKeywords, createSerps } from './products.ts';
import { createRegions, type RegionQuery, type Regions } from './regions.ts';
import { createSend } from './send.ts';
import type { Keyword, KeywordRequest, Operations, SERP, SERPRequest, Technologies, User, Whois } from './types.ts';
import type { CallOptions } from './wait.ts';

export { SextantError, type Trouble } from './error.ts';
export type { CreateAndWaitOptions, CreateOptions, Objects } from './objects.ts';
export type { AnyIterable } from './parts.ts';
export type { AiRequest } from './products.ts';
export type * from './types.ts';
export type { Job, WaitOptions } from './wait.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookHeaders, type WebhookOptions } from './webhook.ts';
export type { AiJobs, Batches, CallOptions, RegionQuery, Regions };

export interface ClientOptions {
  /** Where the service is, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Used in the place of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How often a call is repeated after lost answers and gateway errors: 4 unless told; 0 repeats nothing at all. */
  readonly retries?: number;
  /** How long one call may wait in all where the service says how long to wait; 120 unless told. */
  readonly patienceSeconds?: number;
  /** The first pause before a repetition; 500 unless told. It doubles from try to try. */
  readonly backoffMs?: number;
  /** For one try; 60 unless told, 310 for synchronous creates. */
  readonly timeoutSeconds?: number;
  /** Ends every call of this client. */
  readonly signal?: AbortSignal;
}

export interface Client {
  readonly serp: Batches<SERPRequest, SERP>;
  readonly keywords: Batches<KeywordRequest, Keyword>;
  readonly ai: AiJobs;
  readonly regions: Regions;
  /** Costs credits when it is answered; a lost answer is asked for again only under an `idempotencyKey` of your own. */
  whois(domain: string, options?: CreateOptions & Operations['GET /whois/{domain}']['query']): Promise<Whois>;
  /** Costs credits when it is answered; a lost answer is asked for again only under an `idempotencyKey` of your own. */
  technologies(domain: string, options?: CreateOptions): Promise<Technologies>;
  user(options?: CallOptions): Promise<User>;
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, signal, retries = 4, patienceSeconds = 120, backoffMs = 500, timeoutSeconds = 60 } = options;
  if (!/^https?:\/\/\S+$/.test(baseUrl)) throw new TypeError('baseUrl must be an absolute http(s) address.');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be an API key of Sextant.');
  // Some runtimes refuse a `fetch` that is called as the method of another object.
  const fetchOf = options.fetch;
  const send = createSend({
    baseUrl,
    apiKey,
    fetch: fetchOf ? (url, init) => fetchOf(url, init) : (url, init) => fetch(url, init),
    signal,
    retriesMax: retries,
    patienceSeconds,
    backoffMs,
    timeoutSeconds,
  });
  return {
    serp: createSerps(send, signal),
    keywords: createKeywords(send, signal),
    ai: createAiJobs(send, signal),
    regions: createRegions(send),
    whois: (domain, { source, ...call } = {}) =>
      send('GET /whois/{domain}', { ...call, path: { domain }, query: { source }, charged: call.idempotencyKey === undefined }),
    technologies: (domain, call = {}) =>
      send('GET /technologies/{domain}', { ...call, path: { domain }, charged: call.idempotencyKey === undefined }),
    user: (call = {}) => send('GET /user', { ...call }),
  };
}
