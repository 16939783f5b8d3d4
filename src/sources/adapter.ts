// The interface of every source: search engine, keyword source, AI model, registry or homepage.
import type { Compressed } from '../platform/gzip.ts';
import type { PageSketches } from '../platform/sketch.ts';

/** One outgoing request. Plain data, so that it can be recorded and replayed. */
export interface PageRequest {
  /** Absolute URL: `https:` for pages, `whois:` for port 43. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Lower-case names. The transport adds the headers that every request needs (host, length, accept-encoding). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One response, independent of the transport. */
export interface Page {
  readonly request: PageRequest;
  /** The URL after redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded text. */
  readonly body: string;
  /** Decompressed bytes, where the transport has them. Parsers of HTML need no text of the whole page. */
  readonly bytes?: Buffer;
  /** The body as it was sent, for a parser in another thread. */
  readonly content?: Content;
  /** The language that the page states, set after another thread has parsed it. */
  language?: string | null;
  /** Set after the page was parsed. Null for a page that is not HTML. */
  signs?: PageSigns | null;
  /** Set after the page was parsed: results of another response stand among its results. */
  isMixed?: boolean;
  /** Compresses the text in another thread. Set for pages that another thread parses. */
  compressText?: (form: TextForm) => Promise<Compressed>;
  /** Set by transports that measure it. */
  readonly fetchTrace?: FetchTrace;
}

/** What a page shows about itself, apart from its results: structure, the query it answers, and whether it arrived whole. */
export interface PageSigns {
  readonly sketches: PageSketches;
  /** The text in the search box of the page, or null. It is content: compare it, but do not store it. */
  readonly statedQuery: string | null;
  /** False when the page breaks off before its end. */
  readonly isComplete: boolean;
}

/** The text of a page as it is stored: cut at a length, or as a JSON string that can be inserted into other JSON. */
export type TextForm = { readonly charactersMax: number } | 'json';

/** A body as it was sent. Plain data, so that it can be posted to a thread. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly compression: 'gzip' | 'deflate' | 'br' | undefined;
  /** Limit of the decompressed length. */
  readonly bytesMax: number;
}

/** Redirects and times of one fetch. */
export interface FetchTrace {
  /** Every redirect response, in order. */
  readonly redirects: readonly { readonly url: string; readonly status: number; readonly location: string }[];
  /** From the last request to the first bytes of its response. */
  readonly firstByteMs: number;
  /** From the first request to the last byte, redirects included. */
  readonly totalMs: number;
  /** False when the page was longer than the limit and was cut. */
  readonly complete: boolean;
}

export interface Adapter<Query, Parsed> {
  /** Returns the first request. A query that the source does not support was rejected before it was charged. */
  start(query: Query): PageRequest;
  /** Parses one page. Throws `blocked` at a block page and `unreadable` at an unknown page. Never returns a guess. */
  parse(page: Page, query: Query): { readonly found: Parsed; readonly next?: PageRequest };
}

/** What to do after a source error: retry later, use the next source, or fail. */
export type Recovery = 'retry' | 'nextSource' | 'fail';

/** Outcome of one attempt, as written into an object's `attempts`. */
export type Outcome = 'valid' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';

/** A source error. It carries its recovery, so that no caller decides on a retry by its message. */
export class SourceError extends Error {
  readonly outcome: Outcome;
  readonly recovery: Recovery;
  /** Time for which the circuit should stay open. */
  readonly cooldownSeconds: number;

  constructor(outcome: Outcome, recovery: Recovery, reason: string, cooldownSeconds = 0, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SourceError';
    this.outcome = outcome;
    this.recovery = recovery;
    this.cooldownSeconds = cooldownSeconds;
  }
}

/** No response, or one without content: time-outs, refused connections, 5xx. */
export const unreachable = (reason: string, cause?: unknown) => new SourceError('unreachable', 'retry', reason, 0, cause);

/** A source that was reached, or may have been, but did not finish before the deadline. */
export class SourceTimeout extends SourceError {
  constructor(reason = 'no response in time', cause?: unknown) {
    super('unreachable', 'retry', reason, 0, cause);
  }
}

/** A block page: captcha, soft block, consent screen or throttling. It says nothing about the query. */
export const blocked = (reason: string, cooldownSeconds = 900) => new SourceError('blocked', 'nextSource', reason, cooldownSeconds);

/** A page that the adapter does not know. It is stored as a failed page, so that it can become a fixture. */
export const unreadable = (reason: string) => new SourceError('unparsed', 'fail', reason);
