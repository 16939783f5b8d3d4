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

/** Names and values that a client sent may be quoted, but an error is never longer for it. */
const NAME_LENGTH_MAX = 120;
const PROBLEM_LENGTH_MAX = 2000;
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const wait = (seconds: number) => `Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;

const decapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** "No credits left" is said of an empty account alone. */
function shortOf(start: string, needed: number, has: number): string {
  const said = has === 0 ? `No credits left: this request needs ${needed}.` : `Not enough credits: needs ${needed}, has ${has}.`;
  return start === '' ? said : start + decapitalised(said);
}

const LARGER_BUDGET = 'Use another key, or ask the operator for one with a larger budget.';
const overBudgetOf = (budget: number, left: number, needed: number): string =>
  left <= 0
    ? `The key’s budget of ${budget} credits is spent: this request needs ${needed}.`
    : `The key’s budget of ${budget} credits does not suffice: needs ${needed}, has ${left}.`;

/** One request above the whole limit never fits, however long the client waits. */
const hopeless = (seconds: number | null, needed: number): string => (seconds === null ? `, and this request alone needs ${needed}` : '');
const waitFor = (seconds: number | null): [solution: string, more: { retryAfterSeconds?: number }] =>
  seconds === null
    ? ['Waiting does not help. Send fewer items at once, or ask the operator for a higher limit.', {}]
    : [wait(seconds), { retryAfterSeconds: seconds }];

export const errors = {
  badParameter: (name: string, problem: string, solution?: string) =>
    new ApiError(400, `Bad input parameter: ${cut(name, NAME_LENGTH_MAX)} ${cut(problem, PROBLEM_LENGTH_MAX)}.`, solution),
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
  noCredits: (needed: number, has: number) =>
    new ApiError(402, shortOf('', needed, has), 'Add credits to the account, then send the request again.'),
  overBudget: (budget: number, left: number, needed: number) => new ApiError(402, overBudgetOf(budget, left, needed), LARGER_BUDGET),
  budgetSpent: (budget: number) =>
    new ApiError(
      402,
      `The key’s budget of ${budget} credits is spent: it opens no streams.`,
      'Use another key, or read what is there with GET /events and GET /objects.',
    ),
  overBudgetForLookup: (budget: number, left: number, needed: number) =>
    new ApiError(429, `Too many requests: ${decapitalised(overBudgetOf(budget, left, needed))}`, LARGER_BUDGET),
  overLimit: (window: 'hour' | 'day', limit: number, seconds: number | null, needed: number) =>
    new ApiError(402, `Credit limit exceeded: ${limit} credits per ${window}${hopeless(seconds, needed)}.`, ...waitFor(seconds)),
  noCreditsForLookup: (needed: number, has: number) =>
    new ApiError(429, shortOf('Too many requests: ', needed, has), 'Add credits to the account, then send the request again.'),
  overLimitForLookup: (window: 'hour' | 'day', limit: number, seconds: number | null, needed: number) =>
    new ApiError(
      429,
      `Too many requests: the limit of ${limit} credits per ${window} is reached${hopeless(seconds, needed)}.`,
      ...waitFor(seconds),
    ),
  badKey: () =>
    new ApiError(403, 'Bad API key, or no access.', 'Send one valid key as the query parameter apikey or as Authorization: Bearer.'),
  outOfScope: (wanted: readonly string[], given: readonly string[]) =>
    new ApiError(
      403,
      wanted.length === 0 ? 'No access: this needs a key without scopes.' : `No access: this key lacks the scope ${wanted.join(' or ')}.`,
      `This key has ${given.join(', ') || 'no scopes'}. Use another key, or ask the operator for one with more scopes.`,
    ),
  badToken: () => new ApiError(403, 'Bad operator token.', 'Send the operator’s token as Authorization: Bearer.'),
  badHost: () =>
    new ApiError(
      400,
      'Bad request: the Host header is not a host name or address.',
      'Send the host of the service, and its port if it has one.',
    ),
  wrongOrigin: () =>
    new ApiError(
      403,
      'This address is not called under this name, or from this page.',
      'Call it as localhost, or have the operator add the name to MCP_ALLOWED_HOSTS.',
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
  tooManyBytes: (megabytes: number, seconds: number) =>
    new ApiError(
      429,
      `Too many requests: more than ${megabytes} MB of request bodies per minute.`,
      `Nothing was read. Send smaller bodies, or fewer. ${wait(seconds)}`,
      { retryAfterSeconds: seconds },
    ),
  tooMuchRejected: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests: those that had to be rejected took too much of the service’s time.',
      `Nothing was read. Correct the requests before you send them again. ${wait(seconds)}`,
      { retryAfterSeconds: seconds },
    ),
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
  tooManyBadTokens: (seconds: number) =>
    new ApiError(429, 'Too many requests with a bad operator token.', wait(seconds), { retryAfterSeconds: seconds }),
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
  sourceRefused: (what: string, cause?: unknown) =>
    new ApiError(502, `${what} refused to respond.`, 'Nothing was charged. Try again later.', { cause }),
  sourceUnread: (what: string, cause?: unknown) =>
    new ApiError(502, `The response of ${what} could not be read.`, 'Nothing was charged. Try again later.', { cause }),
  searchFailed: (why: string) => new ApiError(502, `The search failed. ${why}`, 'Nothing was charged. Try again later.'),
  sourceSlow: (what: string, cause?: unknown) =>
    new ApiError(504, `${what} did not answer in time.`, 'Nothing was charged. Try again later.', { cause }),
} as const;
