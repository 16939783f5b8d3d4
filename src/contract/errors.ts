// All errors of the API: status, message and solution. Each has a heading in docs/errors.md.
import Type, { type Static } from './schema.ts';

export const ErrorBody = Type.Object(
  {
    code: Type.Integer({ description: 'The HTTP status.' }),
    message: Type.String(),
    solution: Type.Optional(Type.String({ description: 'The next action.' })),
  },
  { $id: 'Error', title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** An error response. Internal details belong in `cause`, never in the message. */
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

/** Limits for names and values of the client that a message quotes. */
const NAME_LENGTH_MAX = 120;
const PROBLEM_LENGTH_MAX = 2000;
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const wait = (seconds: number) => `Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;

const decapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** "No credits left" is used only at a balance of zero. */
function creditsText(start: string, needed: number, has: number): string {
  const sentence = has === 0 ? `No credits left: this request needs ${needed}.` : `Not enough credits: needs ${needed}, has ${has}.`;
  return start === '' ? sentence : start + decapitalised(sentence);
}

const LARGER_BUDGET = 'Use another key, or ask the operator for one with a larger budget.';
const overBudgetOf = (budget: number, left: number, needed: number): string =>
  left <= 0
    ? `The key’s budget of ${budget} credits is spent: this request needs ${needed}.`
    : `The key’s budget of ${budget} credits does not cover this request: needs ${needed}, has ${left}.`;

/** A request above the whole limit never fits, so waiting does not help. */
const neverFits = (seconds: number | null, needed: number): string => (seconds === null ? `, and this request alone needs ${needed}` : '');
const waitFor = (seconds: number | null): [solution: string, more: { retryAfterSeconds?: number }] =>
  seconds === null
    ? ['Waiting does not help. Send fewer items at once, or ask the operator for a higher limit. Nothing was charged.', {}]
    : [`Nothing was charged. ${wait(seconds)}`, { retryAfterSeconds: seconds }];

export const errors = {
  badParameter: (name: string, problem: string, solution?: string) =>
    new ApiError(400, `Bad input parameter: ${cut(name, NAME_LENGTH_MAX)} ${cut(problem, PROBLEM_LENGTH_MAX)}.`, solution),
  badBody: (problem: string) =>
    new ApiError(400, `Bad request body: ${problem}.`, 'Send UTF-8 JSON with the content type application/json.'),
  badAddress: (problem = 'it is not valid percent-encoding', solution = 'Encode the address as UTF-8.') =>
    new ApiError(400, `Bad request address: ${problem}.`, solution),
  badHttp: () => new ApiError(400, 'Bad request: this is not valid HTTP.', 'Use an HTTP/1.1 client.'),
  requestTimeout: () => new ApiError(408, 'The request did not arrive in time.', 'Send the whole request within 30 seconds.'),
  headersTooLong: () => new ApiError(431, 'The request line and headers are longer than 16 KiB.', 'Send long values in the body.'),
  idempotencyMismatch: () =>
    new ApiError(
      400,
      'Bad input parameter: Idempotency-Key was used with another body.',
      'Use a new key for a new request, or repeat the first body.',
    ),
  noCredits: (needed: number, has: number) =>
    new ApiError(402, creditsText('', needed, has), 'Nothing was charged. Add credits to the account, then send the request again.'),
  overBudget: (budget: number, left: number, needed: number) => new ApiError(402, overBudgetOf(budget, left, needed), LARGER_BUDGET),
  budgetSpent: (budget: number) =>
    new ApiError(
      402,
      `The key’s budget of ${budget} credits is spent. Streams need a budget.`,
      'Use another key, or poll GET /events and GET /objects.',
    ),
  overBudgetForLookup: (budget: number, left: number, needed: number) =>
    new ApiError(429, `Too many requests: ${decapitalised(overBudgetOf(budget, left, needed))}`, LARGER_BUDGET),
  overLimit: (window: 'hour' | 'day', limit: number, seconds: number | null, needed: number) =>
    new ApiError(402, `Credit limit exceeded: ${limit} credits per ${window}${neverFits(seconds, needed)}.`, ...waitFor(seconds)),
  noCreditsForLookup: (needed: number, has: number) =>
    new ApiError(
      429,
      creditsText('Too many requests: ', needed, has),
      'Nothing was charged. Add credits to the account, then send the request again.',
    ),
  overLimitForLookup: (window: 'hour' | 'day', limit: number, seconds: number | null, needed: number) =>
    new ApiError(
      429,
      `Too many requests: the limit of ${limit} credits per ${window} is reached${neverFits(seconds, needed)}.`,
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
  badToken: () => new ApiError(403, 'Bad admin token.', 'Send the admin token as Authorization: Bearer.'),
  badHost: () =>
    new ApiError(
      400,
      'Bad request: the Host header is not a host name or IP address.',
      'Send the host of the service, with its port if needed.',
    ),
  wrongOrigin: () =>
    new ApiError(403, 'Host or Origin not allowed.', 'Use localhost, or ask the operator to add the host name to MCP_ALLOWED_HOSTS.'),
  sessionNotFound: () =>
    new ApiError(404, 'Session not found or expired.', 'Start a new session. Sessions expire after one day without use.'),
  badImageLink: () =>
    new ApiError(
      403,
      'The image link is invalid or has expired.',
      'Load the result again. Links to images are valid for one to two hours.',
    ),
  imageUnavailable: (problem: string, cause?: unknown) =>
    new ApiError(502, `The image ${problem}.`, 'Open the image at its own URL.', { cause }),
  notFound: () => new ApiError(404, 'Object not found.', 'Check the id. Objects are removed when their retention ends.'),
  shareNotFound: () => new ApiError(404, 'Link not found.', 'It was revoked or has expired. Ask for a new link.'),
  unknownRoute: (basePath = '') => new ApiError(404, 'Unknown path.', `See ${basePath}/docs for all paths.`),
  wrongMethod: (allow: string) => new ApiError(405, 'Method not allowed for this path.', `Allowed: ${allow}.`, { headers: { allow } }),
  rateLimited: (seconds: number) =>
    new ApiError(429, 'Too many requests.', `Nothing was charged. Slow down and reuse connections. ${wait(seconds)}`, {
      retryAfterSeconds: seconds,
    }),
  testRunning: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests: a test of a source is running.',
      `Nothing was charged. Wait until it has ended. ${wait(seconds)}`,
      {
        retryAfterSeconds: seconds,
      },
    ),
  rateLimitedForLookup: (seconds: number) =>
    new ApiError(503, 'Too many requests.', `Nothing was charged. Slow down. ${wait(seconds)}`, { retryAfterSeconds: seconds }),
  overloaded: (seconds: number) =>
    new ApiError(429, 'Too many requests: the service is busy.', `Nothing was charged. ${wait(seconds)}`, { retryAfterSeconds: seconds }),
  overloadedLookup: (seconds: number) =>
    new ApiError(503, 'Too many requests: the service is busy.', `Nothing was charged. ${wait(seconds)}`, { retryAfterSeconds: seconds }),
  tooManyBytes: (megabytes: number, seconds: number) =>
    new ApiError(
      429,
      `Too many requests: more than ${megabytes} MB of request bodies per minute.`,
      `Nothing was charged. Send smaller or fewer bodies. ${wait(seconds)}`,
      { retryAfterSeconds: seconds },
    ),
  tooMuchRejected: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests: rejected requests used too much CPU time.',
      `Nothing was charged. Correct the requests before you send them again. ${wait(seconds)}`,
      { retryAfterSeconds: seconds },
    ),
  tooManyStreams: (seconds: number) =>
    new ApiError(429, 'Too many requests: too many streams or exports are open.', `Close some of them. ${wait(seconds)}`, {
      retryAfterSeconds: seconds,
    }),
  customOptionsFailing: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests with customUserAgent, customUrlParameter or customCookieParameter failed.',
      `Nothing was charged. Omit or correct these options. ${wait(seconds)}`,
      { retryAfterSeconds: seconds },
    ),
  tooManyConnections: (seconds: number) =>
    new ApiError(
      429,
      'Too many requests: too many connections from one IP address.',
      `Reuse connections and close idle ones. ${wait(seconds)}`,
      {
        retryAfterSeconds: seconds,
      },
    ),
  notResendable: (why: 'none' | 'unfinished') =>
    new ApiError(
      400,
      `Bad input parameter: id names an object that ${why === 'none' ? 'has no callback' : 'is not finished'}.`,
      why === 'none' ? 'Send `callback` with the request.' : 'The callback is sent when the object is finished.',
    ),
  tooManyBadKeys: (seconds: number) =>
    new ApiError(429, 'Too many requests with a bad API key.', wait(seconds), { retryAfterSeconds: seconds }),
  tooManyBadTokens: (seconds: number) =>
    new ApiError(429, 'Too many requests with a bad admin token.', wait(seconds), { retryAfterSeconds: seconds }),
  aiRateLimited: (perSeconds: number, seconds: number) =>
    new ApiError(429, `Too many requests: one AI request per ${perSeconds} seconds.`, `Nothing was charged. ${wait(seconds)}`, {
      retryAfterSeconds: seconds,
    }),
  internal: (requestId: string, cause?: unknown) =>
    new ApiError(
      500,
      'Internal server error.',
      `Try again later. If the error persists, report the request id ${requestId} to the operator.`,
      { cause },
    ),
  databaseUnavailable: (cause?: unknown) =>
    new ApiError(502, 'The database did not respond in time.', `Creates with an Idempotency-Key are charged once. ${wait(1)}`, {
      retryAfterSeconds: 1,
      cause,
    }),
  diskFull: () =>
    new ApiError(502, 'Disk space is low: the service rejects new requests.', `Nothing was charged. ${wait(60)}`, {
      retryAfterSeconds: 60,
    }),
  storageUnavailable: (cause?: unknown) =>
    new ApiError(502, 'The S3 storage did not return the data.', `Nothing was lost or charged. ${wait(5)}`, {
      retryAfterSeconds: 5,
      cause,
    }),
  sourceUnavailable: (source: string, cause?: unknown) =>
    new ApiError(502, `${source} could not be reached.`, 'Nothing was charged. Try again later.', { cause }),
  sourceRefused: (source: string, cause?: unknown) =>
    new ApiError(502, `${source} refused to respond.`, 'Nothing was charged. Try again later.', { cause }),
  sourceUnread: (source: string, cause?: unknown) =>
    new ApiError(502, `The response of ${source} could not be read.`, 'Nothing was charged. Try again later.', { cause }),
  searchFailed: (why: string) => new ApiError(502, `The search failed. ${why}`, 'Nothing was charged. Try again later.'),
  sourceSlow: (source: string, cause?: unknown) =>
    new ApiError(504, `${source} did not respond in time.`, 'Nothing was charged. Try again later.', { cause }),
} as const;
