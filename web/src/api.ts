// Calls to the API: the credential travels in a header, and what goes wrong becomes a Problem with its cure.
import { type Credential, session } from './session.ts';

export class Problem extends Error {
  readonly code: number;
  readonly solution: string | undefined;
  constructor(code: number, message: string, solution?: string) {
    super(message);
    this.code = code;
    this.solution = solution;
  }
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly as?: Credential;
  /** In place of the one that is signed in. */
  readonly credential?: string;
  readonly signal?: AbortSignal;
}

export async function request(path: string, { method = 'GET', body, as = 'key', credential, signal }: Call = {}): Promise<Response> {
  const held = credential ?? session()[as];
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        // Objects made here are marked as not made through the API.
        'sextant-client': 'dashboard',
        ...(held ? { authorization: `Bearer ${held}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      credentials: 'omit',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, 'The service cannot be reached.', 'See whether it runs, and try again.');
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const { message, solution } = (await answer.json()) as { message: string; solution?: string };
    return new Problem(answer.status, message, solution);
  } catch {
    return new Problem(answer.status, answer.statusText || 'The answer could not be read.');
  }
}

export async function call<T>(path: string, options: Call = {}): Promise<T> {
  const answer = await request(path, options);
  return (answer.status === 204 ? null : await answer.json()) as T;
}

/** A path with those of the fields that say something. */
export function withQuery(path: string, fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(0, error instanceof Error ? error.message : String(error));
