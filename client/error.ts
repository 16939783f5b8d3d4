// The error that calls throw: an error response of the service, or a missing response.

/** Errors without an error response: no connection, no response in time, a response that is not JSON, or objects that did not finish. */
export type ErrorCode = 'network' | 'timeout' | 'unreadable' | 'unfinished';

export interface ErrorFields {
  readonly status: number;
  readonly code: number | ErrorCode;
  readonly solution?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly ids?: readonly string[];
  readonly cause?: unknown;
}

export class SextantError extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The `code` of the Error body, or an `ErrorCode` without one. */
  readonly code: number | ErrorCode;
  /** The next step, as the service recommends it. */
  readonly solution: string | undefined;
  /** Give it to the operator when you ask for help. */
  readonly requestId: string | undefined;
  /** The same call may succeed later and is never charged twice. The client has already retried it. */
  readonly retryable: boolean;
  /** Seconds that the service asks the client to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** The missing, unfinished or unmatched objects, if the error is about objects. */
  readonly ids: readonly string[];

  constructor(message: string, fields: ErrorFields) {
    super(message, { cause: fields.cause });
    this.name = 'SextantError';
    this.status = fields.status;
    this.code = fields.code;
    this.solution = fields.solution;
    this.requestId = fields.requestId;
    this.retryable = fields.retryable ?? false;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.ids = fields.ids ?? [];
  }
}
