// Status codes of DataForSEO, and the code for each error of ours.
import type { ApiError } from '../../contract/errors.ts';

/** Codes in use, with the provider's texts. `appendix/errors` lists them. */
export const MESSAGES = {
  20000: 'Ok.',
  20100: 'Task Created.',
  40000: 'You can set only one task at a time.',
  40002: 'The task belongs to another search engine.',
  40003: 'The task belongs to another function.',
  40006: 'You can set no more than 100 tasks at a time.',
  40100: 'You are not authorized to access this resource.',
  40101: 'Search engine error.',
  40102: 'No Search Results.',
  40103: 'Task execution failed.',
  40200: 'Payment Required.',
  40202: 'Rate limit per minute exceeded.',
  40400: 'Not Found.',
  40401: 'Task Not Found.',
  40501: 'Invalid Field.',
  40502: 'POST Data Is Empty.',
  40503: 'POST Data Is Invalid.',
  40601: 'Task Handed.',
  40602: 'Task In Queue.',
  50000: 'Internal Error.',
} as const satisfies Readonly<Record<number, string>>;

export type Code = keyof typeof MESSAGES;

/** The state of one task or of a whole response. `status` is the HTTP status of a response with only this state. */
export interface State {
  readonly code: Code;
  readonly message: string;
  readonly status: number;
}

const STATUSES: Partial<Record<Code, number>> = { 40100: 401, 40200: 402, 40400: 404, 50000: 500 };

export const stateOf = (code: Code, message: string = MESSAGES[code]): State => ({ code, message, status: STATUSES[code] ?? 200 });

/** Thrown for a task or a request that DataForSEO would reject with this state. */
export class Rejected extends Error {
  readonly state: State;

  constructor(state: State) {
    super(state.message);
    this.state = state;
  }
}

export const invalidField = (name: string, problem: string): Rejected =>
  new Rejected(stateOf(40501, `Invalid Field: '${name.slice(0, 120)}'. ${problem}`));

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const BAD_PARAMETER = /^Bad input parameter: (\[\d+\]\.)?([\w.[\]]+) (.*)$/s;

/** Failures of the service, as opposed to those of a source. */
const OURS = /^(?:The database|Disk space|The S3 storage)/;

/** Our names of parameters become those of the task that was sent. */
export type NameOf = (name: string) => string;

const withSolution = (sentence: string, solution: string | undefined): string => (solution ? `${sentence} ${solution}` : sentence);

/** Returns the state for an error of ours. Internal details are not part of an `ApiError`'s message. */
export function stateFor({ code, message, solution }: ApiError, nameOf: NameOf = (name) => name): State {
  const bad = code === 400 ? BAD_PARAMETER.exec(message) : null;
  if (bad) return stateOf(40501, withSolution(`Invalid Field: '${nameOf(bad[2]!)}'. ${capitalised(bad[3]!)}`, solution));
  switch (code) {
    case 400:
    case 408:
      return stateOf(40503, `${MESSAGES[40503]} ${message}`);
    case 402:
      return stateOf(40200, withSolution(`${MESSAGES[40200]} ${message}`, solution));
    case 403:
      return /^No access/.test(message)
        ? stateOf(40100, withSolution(message, solution))
        : stateOf(40100, `${MESSAGES[40100]} Send your key as the password of Basic authentication.`);
    case 404:
    case 405:
      return stateOf(40400);
    case 429:
    case 503:
      // Lookups report missing credits with this status.
      return /credits/.test(message) ? stateOf(40200, message) : stateOf(40202, withSolution(message, solution));
    case 502:
    case 504:
      if (OURS.test(message)) return stateOf(50000, withSolution(message, solution));
      return stateOf(40101, withSolution(message, solution));
    default:
      return stateOf(50000, withSolution(message, solution));
  }
}
