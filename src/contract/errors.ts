// Every error a customer can meet: status, message and a way out. Each has a heading in docs/errors.md.
import Type, { type Static } from 'typebox';

export const ErrorBody = Type.Object(
  {
    code: Type.Integer({ description: 'The HTTP status.' }),
    message: Type.String(),
    solution: Type.Optional(Type.String({ description: 'A hint.' })),
  },
  { $id: 'Error', title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** An answer that is an error. Internal detail belongs into `cause`, never into the message. */
export class ApiError extends Error {
  readonly code: number;
  readonly solution: string | undefined;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: number,
    message: string,
    solution?: string,
    more: { retryAfterSeconds?: number; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ApiError';
    this.code = code;
    this.solution = solution;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.headers = more.headers ?? {};
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.solution === undefined ? {} : { solution: this.solution }) };
  }
}

const wait = (seconds: number) => `Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;

export const errors = {
  badParameter: (name: string, problem: string, solution?: string) =>
    new ApiError(400, `Bad input parameter: ${name} ${problem}.`, solution),
  badBody: (problem: string) =>
    new ApiError(400, `Bad request body: ${problem}.`, 'Send UTF-8 JSON with the content type application/json.'),
  badHttp: () => new ApiError(400, 'Bad request: this is not valid HTTP.', 'Use an HTTP/1.1 client.'),
  sentTooSlowly: () => new ApiError(408, 'The request did not arrive in time.', 'Send the whole request within 30 seconds.'),
  headersTooLong: () => new ApiError(431, 'The headers or the address are longer than 16 KiB.', 'Send long values in the body.'),
  idempotencyMismatch: () =>
    new ApiError(
      400,
      'Bad input parameter: Idempotency-Key was used with another body.',
      'Use a new key for a new request, or repeat the first body.',
    ),
  noCredits: (needed: number) =>
    new ApiError(402, `No credits left: this request costs ${needed}.`, 'Add credits to the account, then send the request again.'),
  overBudget: (budget: number, left: number, needed: number) =>
    new ApiError(
      402,
      `The key’s budget of ${budget} credits is spent: ${left} left, this request costs ${needed}.`,
      'Use another key, or ask the operator for one with a larger budget.',
    ),
  overBudgetForLookup: (budget: number, left: number, needed: number) =>
    new ApiError(
      429,
      `Too many requests: of the key’s budget of ${budget} credits ${left} are left, this lookup costs ${needed}.`,
      'Use another key, or ask the operator for one with a larger budget.',
    ),
  overLimit: (window: 'hour' | 'day', limit: number, seconds: number) =>
    new ApiError(402, `Credit limit exceeded: ${limit} credits per ${window}.`, wait(seconds), { retryAfterSeconds: seconds }),
  noCreditsForLookup: (needed: number) =>
    new ApiError(
      429,
      `Too many requests: no credits left, this lookup costs ${needed}.`,
      'Add credits to the account, then send the request again.',
    ),
  overLimitForLookup: (window: 'hour' | 'day', limit: number, seconds: number) =>
    new ApiError(429, `Too many requests: the limit of ${limit} credits per ${window} is reached.`, wait(seconds), {
      retryAfterSeconds: seconds,
    }),
  badKey: () =>
    new ApiError(403, 'Bad API key, or no access.', 'Send one valid key as the query parameter apikey or as Authorization: Bearer.'),
  outOfScope: (wanted: readonly string[], given: readonly string[]) =>
    new ApiError(
      403,
      wanted.length === 0 ? 'No access: this needs a key without scopes.' : `No access: this key lacks the scope ${wanted.join(' or ')}.`,
      `This key has ${given.join(', ') || 'no scopes'}. Use another key, or ask the operator for one with more scopes.`,
    ),
  badToken: () => new ApiError(403, 'Bad operator token.', 'Send the operator’s token as Authorization: Bearer.'),
  wrongOrigin: () =>
    new ApiError(
      403,
      'This address is not called under this name, or from this page.',
      'Call it as localhost, or have the operator add the name to MCP_HOSTS.',
    ),
  sessionGone: () =>
    new ApiError(404, 'There is no such session, or no longer.', 'Begin a new one. A session is forgotten when nobody used it for a day.'),
  notFound: () => new ApiError(404, 'Object not found.', 'Check the id. Objects are removed when their retention ends.'),
  unknownRoute: () => new ApiError(404, 'There is nothing at this address.', 'The documentation at /docs lists every address.'),
  wrongMethod: (allow: string) =>
    new ApiError(405, 'This address does not take that method.', `Allowed: ${allow}.`, { headers: { allow } }),
  tooFast: (seconds: number) =>
    new ApiError(429, 'Too many requests.', `Slow down and reuse connections. ${wait(seconds)}`, { retryAfterSeconds: seconds }),
  tooFastForLookup: (seconds: number) =>
    new ApiError(503, 'Too many requests.', `Slow down. ${wait(seconds)}`, { retryAfterSeconds: seconds }),
  overloaded: (seconds: number) =>
    new ApiError(429, 'Too many requests: the service is busy.', `Nothing was done. ${wait(seconds)}`, { retryAfterSeconds: seconds }),
  overloadedLookup: (seconds: number) =>
    new ApiError(503, 'Too many requests: the service is busy.', `Nothing was done. ${wait(seconds)}`, { retryAfterSeconds: seconds }),
  tooManyStreams: (seconds: number) =>
    new ApiError(429, 'Too many requests: too many streams or exports are open.', `Close some of them. ${wait(seconds)}`, {
      retryAfterSeconds: seconds,
    }),
  ownOptionsFail: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests with customUserAgent, customUrlParameter or customCookieParameter failed.',
      `Leave these options out, or correct them. ${wait(seconds)}`,
      { retryAfterSeconds: seconds },
    ),
  tooManyConnections: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests: too many connections from one address.',
      `Reuse connections and close idle ones. ${wait(seconds)}`,
      {
        retryAfterSeconds: seconds,
      },
    ),
  notResendable: (why: 'none' | 'unfinished') =>
    new ApiError(
      400,
      `Bad input parameter: id names an object that ${why === 'none' ? 'has no callback' : 'is not finished'}.`,
      why === 'none' ? 'Send `callback` with the request.' : 'Its callback is sent when it is finished.',
    ),
  tooManyBadKeys: (seconds: number) =>
    new ApiError(429, 'Too many requests with a bad API key.', wait(seconds), { retryAfterSeconds: seconds }),
  aiTooFast: (perSeconds: number, seconds: number) =>
    new ApiError(429, `Too many requests: one AI request per ${perSeconds} seconds.`, wait(seconds), { retryAfterSeconds: seconds }),
  internal: (requestId: string, cause?: unknown) =>
    new ApiError(500, 'Internal server error.', `Try again later. If it stays, tell the operator the request id ${requestId}.`, { cause }),
  databaseAway: (cause?: unknown) =>
    new ApiError(502, 'The database did not answer in time.', `Nothing was lost. ${wait(1)}`, { retryAfterSeconds: 1, cause }),
  diskFull: () =>
    new ApiError(502, 'The service is short of disk space and takes nothing new.', `Nothing was charged. ${wait(60)}`, {
      retryAfterSeconds: 60,
    }),
  storeAway: (cause?: unknown) =>
    new ApiError(502, 'The object store did not answer as it should.', `Nothing was lost. ${wait(5)}`, { retryAfterSeconds: 5, cause }),
  sourceAway: (what: string, cause?: unknown) =>
    new ApiError(502, `${what} could not be reached.`, 'Nothing was charged. Try again later.', { cause }),
  sourceSlow: (what: string, cause?: unknown) =>
    new ApiError(504, `${what} did not answer in time.`, 'Nothing was charged. Try again later.', { cause }),
} as const;
