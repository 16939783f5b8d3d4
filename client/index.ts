// Client of Sextant for TypeScript and JavaScript: web standards only, no dependencies, any runtime.
import type { CreateOptions } from './objects.ts';
import { type AiJobs, type Batches, createAiJobs, createKeywords, createSerps } from './products.ts';
import { createProjects, type Projects } from './projects.ts';
import { createRegions, type RegionQuery, type Regions } from './regions.ts';
import { createTransport } from './send.ts';
import type { Keyword, KeywordRequest, Operations, SERP, SERPRequest, Technologies, User, Whois } from './types.ts';
import type { CallOptions } from './wait.ts';

export type { Alerts, Delivery, NewNote, NewShare, Note, Notes, Rules, Share, Shares } from './alerts.ts';
export type { AnyIterable } from './chunks.ts';
export { type ErrorCode, SextantError } from './error.ts';
export type { CreateAndWaitOptions, CreateOptions, Objects } from './objects.ts';
export type { AiRequest } from './products.ts';
export type { ExportQuery, HistoryQuery, KeywordsQuery, RunOptions, SummaryQuery } from './projects.ts';
export type { AddOptions, Forecast, ImportOptions, NewTrackedKeyword } from './tracked.ts';
export type * from './types.ts';
export type { Job, WaitOptions } from './wait.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookHeaders, type WebhookOptions } from './webhook.ts';
export type { AiJobs, Batches, CallOptions, Projects, RegionQuery, Regions };

export type ObjectsExportQuery = Operations['GET /objects/export']['query'];

export interface ClientOptions {
  /** URL of the service, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Retries after network errors and 502, 503 or 504. Default 4; 0 disables retries. */
  readonly retries?: number;
  /** Maximum total wait of one call for `Retry-After`. Default 120. */
  readonly maxRetryWaitSeconds?: number;
  /** Pause before the first retry. It doubles with every attempt. Default 500. */
  readonly backoffMs?: number;
  /** Timeout of one attempt. Default 60, for synchronous creates 310. */
  readonly timeoutSeconds?: number;
  /** Aborts all calls of this client. */
  readonly signal?: AbortSignal;
}

export interface Client {
  readonly serp: Batches<SERPRequest, SERP>;
  readonly keywords: Batches<KeywordRequest, Keyword>;
  readonly ai: AiJobs;
  readonly regions: Regions;
  /** Tracking: projects, their keywords, history and alerts. */
  readonly projects: Projects;
  /** Charged on success. Retried after a lost response only with your own `idempotencyKey`. */
  whois(domain: string, options?: CreateOptions & Operations['GET /whois/{domain}']['query']): Promise<Whois>;
  /** Charged on success. Retried after a lost response only with your own `idempotencyKey`. */
  technologies(domain: string, options?: CreateOptions): Promise<Technologies>;
  user(options?: CallOptions): Promise<User>;
  /** Lists of requests or results as CSV, JSON lines or Parquet, streamed. `{ include: 'results' }` has one row per organic result. */
  exportObjects(query?: ObjectsExportQuery, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, signal, retries = 4, maxRetryWaitSeconds = 120, backoffMs = 500, timeoutSeconds = 60 } = options;
  if (!/^https?:\/\/\S+$/.test(baseUrl)) throw new TypeError('baseUrl must be an absolute http(s) URL.');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be an API key of Sextant.');
  // Some runtimes reject a `fetch` that is called as a method of another object.
  const fetchOf = options.fetch;
  const { send, download } = createTransport({
    baseUrl,
    apiKey,
    fetch: fetchOf ? (url, init) => fetchOf(url, init) : (url, init) => fetch(url, init),
    signal,
    retriesMax: retries,
    maxRetryWaitSeconds,
    backoffMs,
    timeoutSeconds,
  });
  return {
    serp: createSerps(send, signal),
    keywords: createKeywords(send, signal),
    ai: createAiJobs(send, signal),
    regions: createRegions(send),
    projects: createProjects(send, download, signal),
    whois: (domain, { source, ...call } = {}) =>
      send('GET /whois/{domain}', { ...call, path: { domain }, query: { source }, charged: call.idempotencyKey === undefined }),
    technologies: (domain, call = {}) =>
      send('GET /technologies/{domain}', { ...call, path: { domain }, charged: call.idempotencyKey === undefined }),
    user: (call = {}) => send('GET /user', { ...call }),
    exportObjects: (query = {}, call = {}) => download('GET /objects/export', { ...call, query }),
  };
}
