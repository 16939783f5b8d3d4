// API calls. The credential is sent in a header; errors become a `Problem` with a solution.
import { BASE_PATH } from './base-path.ts';
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
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly as?: Credential;
  /** Used instead of the signed-in credential. */
  readonly credential?: string;
  readonly signal?: AbortSignal;
}

const UNREACHABLE = 'Check that it is running, then try again.';
/** The service may have processed a write although its response was lost. */
const UNREACHABLE_AFTER_WRITE =
  'Check that it is running. Before you try again, check whether the change was made or the request was charged.';

export async function request(path: string, { method = 'GET', body, as = 'key', credential, signal }: Call = {}): Promise<Response> {
  const held = credential ?? session()[as];
  let response: Response;
  try {
    response = await fetch(`${BASE_PATH}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        // Requests from the dashboard are stored with `isFromApi: false`.
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
    throw new Problem(0, 'The service is not reachable.', method === 'GET' ? UNREACHABLE : UNREACHABLE_AFTER_WRITE);
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const { message, solution } = (await response.json()) as { message: string; solution?: string };
    return new Problem(response.status, message, solution);
  } catch {
    return new Problem(response.status, response.statusText || 'The response is not readable.');
  }
}

export async function call<T>(path: string, options: Call = {}): Promise<T> {
  const response = await request(path, options);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** Returns the path with a query string of the fields that are set. */
export function withQuery(path: string, fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(0, error instanceof Error ? error.message : String(error));
