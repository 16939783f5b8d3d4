// The one shape of everything outside: a search engine, a keyword source, an AI model, a registry or a homepage.

/** One request to the outside world. Plain data, so that it can be recorded and replayed. */
export interface PageRequest {
  /** Absolute address; `https:` for pages, `whois:` for port 43. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Lower-case names. The transport adds what every request needs (host, length, accept-encoding). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back, whatever carried it. */
export interface Page {
  readonly request: PageRequest;
  /** The address after redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded text. */
  readonly body: string;
  /** Known to transports that can measure it. */
  readonly fetchTrace?: FetchTrace;
}

/** How a page came to us. */
export interface FetchTrace {
  /** Every answer that pointed elsewhere, in the order in which they came. */
  readonly redirects: readonly { readonly url: string; readonly status: number; readonly location: string }[];
  /** From the last request to the first bytes of its answer. */
  readonly firstByteMs: number;
  /** From the first request to the last byte, redirects included. */
  readonly totalMs: number;
  /** Length of the page as it was sent, after decompression. */
  readonly bytes: number;
  /** False where the page was longer than what is taken. */
  readonly complete: boolean;
}

export interface Adapter<Query, Parsed> {
  /** The first page to ask for. An ask that cannot be asked was refused before it was charged. */
  start(ask: Query): PageRequest;
  /** Reads one page. Throws `blocked` at a wall, `unreadable` at a page it does not know; never returns a guess. */
  parse(page: Page, ask: Query): { readonly found: Parsed; readonly next?: PageRequest };
}

/** What to do about an error of the world: ask again later, ask somewhere else, or never ask again. */
export type Recovery = 'retry' | 'nextSource' | 'fail';

/** How one try ended, as it is written into an object's `attempts`. */
export type Outcome = 'valid' | 'empty' | 'suspect' | 'blocked' | 'unreachable' | 'unparsed';

/** An error of the world; it carries its cure, so nobody reads messages to decide on a retry. */
export class SourceError extends Error {
  readonly outcome: Outcome;
  readonly recovery: Recovery;
  /** How long the lane should be left alone. */
  readonly cooldownSeconds: number;

  constructor(outcome: Outcome, recovery: Recovery, reason: string, cooldownSeconds = 0, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SourceError';
    this.outcome = outcome;
    this.recovery = recovery;
    this.cooldownSeconds = cooldownSeconds;
  }
}

/** No answer, or one that says nothing: time-outs, refused connections, 5xx. */
export const unreachable = (reason: string, cause?: unknown) => new SourceError('unreachable', 'retry', reason, 0, cause);

/** A source that was reached, or may have been, but did not finish before the deadline. */
export class SourceTimeout extends SourceError {
  constructor(reason = 'no answer in time', cause?: unknown) {
    super('unreachable', 'retry', reason, 0, cause);
  }
}

/** A wall: captcha, soft block, consent screen, throttling. It says nothing about the question that was asked. */
export const blocked = (reason: string, cooldownSeconds = 900) => new SourceError('blocked', 'nextSource', reason, cooldownSeconds);

/** A page that the adapter does not know. It is kept for the fixture folder. */
export const unreadable = (reason: string) => new SourceError('unparsed', 'fail', reason);
