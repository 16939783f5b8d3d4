// Waits for objects to finish: one call polls all open objects, with growing pauses.

import { type AnyIterable, chunksOf } from './chunks.ts';
import { SextantError } from './error.ts';
import { pause, randomised } from './pause.ts';

export interface CallOptions {
  /** Aborts the call. Requests that the service has accepted continue. */
  readonly signal?: AbortSignal;
  /** Timeout of one attempt. */
  readonly timeoutSeconds?: number;
}

/** Returns only the options of a call, without other fields of the caller's object. */
export const callOf = ({ signal, timeoutSeconds }: CallOptions): CallOptions => ({ signal, timeoutSeconds });

export interface WaitOptions extends CallOptions {
  /** Maximum wait for all objects. Default 600. */
  readonly waitSeconds?: number;
}

/**
 * The fields that all objects share. A failed AI job is `ready` with its `error` set; other failed objects are
 * `faulty`.
 */
export interface Job {
  readonly id: string;
  readonly ready: boolean;
  readonly faulty?: boolean;
}

export interface WaitParts<Parsed extends Job> {
  readonly list: (ids: readonly string[], options: CallOptions) => Promise<readonly Parsed[]>;
  readonly idsMax: number;
  readonly signal: AbortSignal | undefined;
}

const PAUSE_MS_FIRST = 250;
const PAUSE_MS_MAX = 5000;
const WAIT_SECONDS = 600;

/**
 * Yields each object when it is ready or faulty. Throws at the end for missing objects, and after `waitSeconds` for
 * unfinished ones.
 */
export async function* waitFor<Parsed extends Job>(
  ids: AnyIterable<string>,
  options: WaitOptions,
  { list, idsMax, signal }: WaitParts<Parsed>,
): AsyncGenerator<Parsed, void, undefined> {
  const open = new Set<string>();
  for await (const id of ids) open.add(id);
  const missing: string[] = [];
  const { waitSeconds = WAIT_SECONDS } = options;
  const end = Date.now() + waitSeconds * 1000;
  let pauseMs = PAUSE_MS_FIRST;
  while (open.size > 0) {
    const before = open.size;
    for await (const chunk of chunksOf([...open], idsMax)) {
      const fetched = new Map((await list(chunk, callOf(options))).map((one) => [one.id, one]));
      for (const id of chunk) {
        const one = fetched.get(id);
        if (one && !one.ready && !one.faulty) continue;
        open.delete(id);
        if (one) yield one;
        else missing.push(id);
      }
    }
    if (open.size === 0) break;
    if (Date.now() >= end) throw unfinished([...open], waitSeconds);
    await pause(Math.min(randomised(pauseMs), end - Date.now()), signal, options.signal);
    if (open.size === before) pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 1.5);
  }
  if (missing.length > 0) throw notFound(missing);
}

function unfinished(ids: readonly string[], seconds: number): SextantError {
  const message = `${ids.length} of the objects did not finish within ${seconds} seconds.`;
  return new SextantError(message, { status: 0, code: 'unfinished', solution: 'Wait for them again.', retryable: true, ids });
}

function notFound(ids: readonly string[]): SextantError {
  const message = `${ids.length} of the objects were not found or have expired.`;
  return new SextantError(message, { status: 404, code: 404, solution: 'Check the ids and the mode of the key.', ids });
}
