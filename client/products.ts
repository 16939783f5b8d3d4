// Binds the shared object calls to the endpoints of each product.
import { type CreateOptions, createObjects, type Objects } from './objects.ts';
import { newKey, type Send } from './send.ts';
import {
  type AIResponse,
  type AISendPromptRequest,
  type AISeoAnalysisRequest,
  ITEMS_MAX,
  type Keyword,
  type KeywordRequest,
  type SERP,
  type SERPRequest,
} from './types.ts';
import { type CallOptions, callOf, type Job } from './wait.ts';

/** SERPs or keywords. */
export interface Batches<Query, Parsed extends Job> extends Objects<Query, Parsed> {
  /** Creates one object. It is finished only if the request is synchronous. */
  create(query: Query, options?: CreateOptions): Promise<Parsed>;
  /** Works in every state. Credits are not refunded. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export type AiRequest = AISendPromptRequest | AISeoAnalysisRequest;

/** AI jobs. The service accepts one per 60 seconds, so many of them take long. */
export interface AiJobs extends Objects<AiRequest, AIResponse> {
  sendPrompt(query: AISendPromptRequest, options?: CreateOptions): Promise<AIResponse>;
  seoAnalysis(query: AISeoAnalysisRequest, options?: CreateOptions): Promise<AIResponse>;
}

/** The service responds to a synchronous create after 295 seconds at the latest. */
const SYNCHRONOUS_SECONDS = 310;

function timeoutOf(query: SERPRequest | KeywordRequest, { timeoutSeconds }: CallOptions): number | undefined {
  const hurried = query.priority === 'REALTIME' || query.priority === 'INSTANT' || query.isRealTime === true;
  return timeoutSeconds ?? ((query.asynchronous ?? !hurried) ? undefined : SYNCHRONOUS_SECONDS);
}

/** One key for all attempts of a call, so that it is charged once. */
const createOf = (options: CreateOptions) => ({ ...callOf(options), idempotencyKey: options.idempotencyKey ?? newKey() });

export function createSerps(send: Send, signal: AbortSignal | undefined): Batches<SERPRequest, SERP> {
  return {
    ...createObjects<SERPRequest, SERP>({
      createOne: (query, idempotencyKey, options) =>
        send('POST /serp/new', { ...options, body: { ...query, asynchronous: true }, idempotencyKey }),
      createChunk: (body, idempotencyKey, options) => send('POST /serp/new/list', { ...options, body, idempotencyKey }),
      get: (id, options) => send('GET /serp/{id}', { ...options, path: { id } }),
      list: (body, options) => send('POST /serp/list', { ...options, body }),
      queriesMax: ITEMS_MAX['POST /serp/new/list'],
      idsMax: ITEMS_MAX['POST /serp/list'],
      signal,
    }),
    create: (body, options = {}) => send('POST /serp/new', { ...createOf(options), body, timeoutSeconds: timeoutOf(body, options) }),
    delete: (id, options = {}) => send('DELETE /serp/{id}', { ...callOf(options), path: { id } }),
  };
}

export function createKeywords(send: Send, signal: AbortSignal | undefined): Batches<KeywordRequest, Keyword> {
  return {
    ...createObjects<KeywordRequest, Keyword>({
      createOne: (query, idempotencyKey, options) =>
        send('POST /keyword/new', { ...options, body: { ...query, asynchronous: true }, idempotencyKey }),
      createChunk: (body, idempotencyKey, options) => send('POST /keyword/new/list', { ...options, body, idempotencyKey }),
      get: (id, options) => send('GET /keyword/{id}', { ...options, path: { id } }),
      list: (body, options) => send('POST /keyword/list', { ...options, body }),
      queriesMax: ITEMS_MAX['POST /keyword/new/list'],
      idsMax: ITEMS_MAX['POST /keyword/list'],
      signal,
    }),
    create: (body, options = {}) => send('POST /keyword/new', { ...createOf(options), body, timeoutSeconds: timeoutOf(body, options) }),
    delete: (id, options = {}) => send('DELETE /keyword/{id}', { ...callOf(options), path: { id } }),
  };
}

export function createAiJobs(send: Send, signal: AbortSignal | undefined): AiJobs {
  const sendPrompt: AiJobs['sendPrompt'] = (body, options = {}) => send('POST /ai/send-prompt', { ...createOf(options), body });
  const seoAnalysis: AiJobs['seoAnalysis'] = (body, options = {}) => send('POST /ai/seo-analysis', { ...createOf(options), body });
  const createOne = (query: AiRequest, idempotencyKey: string, options: CallOptions) =>
    'prompt' in query ? sendPrompt(query, { ...options, idempotencyKey }) : seoAnalysis(query, { ...options, idempotencyKey });
  return {
    ...createObjects<AiRequest, AIResponse>({
      createOne,
      createChunk: async ([query], idempotencyKey, options) => [await createOne(query!, idempotencyKey, options)],
      get: (id, options) => send('GET /ai/{id}', { ...options, path: { id } }),
      list: (body, options) => send('POST /ai/list', { ...options, body }),
      // The contract has no endpoint that creates several AI jobs.
      queriesMax: 1,
      idsMax: ITEMS_MAX['POST /ai/list'],
      signal,
    }),
    sendPrompt,
    seoAnalysis,
  };
}
