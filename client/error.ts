// What a call throws when it has no answer to give: the service's refusal, or the lack of any answer.

/** Why there is no answer from the service: no connection, no answer in time, one that is not JSON, or objects that did not finish. */
export type Trouble = 'network' | 'timeout' | 'unreadable' | 'unfinished';

export interface ErrorFields {
  readonly status: number;
  readonly code: number | Trouble;
  readonly solution?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly ids?: readonly string[];
  readonly cause?: unknown;
}

export class SextantError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The `code` of the Error body, or a word for what went wrong on the way. */
  readonly code: number | Trouble;
  /** What the service advises. */
  readonly solution: string | undefined;
  /** Tell it to the operator when you ask for help. */
  readonly requestId: string | undefined;
  /** The same call may succeed later and cannot be charged twice; the client itself has already tried. */
  readonly retryable: boolean;
  /** How long the service asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** The objects that are missing or unfinished, where the error is about some. */
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
