// Jobs for one-off queries from the command line: without an account, run at once.
import { randomBytes } from 'node:crypto';
import { failureText, failureVerdict } from '../contract/failures.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import type { Attempt } from '../contract/serp.ts';
import type { Mode } from '../contract/vocabulary.ts';

const ID_BYTES = 12;

/** The id is new for each query: a source may answer a second request with the same id from its memory, or reject it. */
export const oneOffJob = (kind: Job['kind'], request: string, mode: Mode): Job => ({
  id: randomBytes(ID_BYTES).toString('hex'),
  kind,
  mode,
  accountId: 0,
  priority: 'INSTANT',
  attempt: 1,
  crashes: 0,
  overdue: false,
  request,
  history: [],
  waitedMs: 0,
});

/** Returns the exit code of a query: 1 without a result, so that scripts need not parse the output. */
export const statusOf = (end: JobEnd): number => (end.outcome === 'done' ? 0 : 1);

/** Returns the verdict of a query and, without a result, the reason. */
export function outcomeOf(end: JobEnd): { readonly verdict: string | null; readonly error: string | null } {
  if (end.outcome === 'done') return { verdict: end.verdict, error: null };
  const verdict = end.outcome === 'faulty' ? end.verdict : failureVerdict(end.attempts);
  const detail = end.outcome === 'faulty' ? end.detail?.error : undefined;
  const retryHint = end.outcome === 'again' ? ` Try again in ${end.retryAfterSeconds} s.` : '';
  return { verdict, error: `${typeof detail === 'string' ? detail : failureText(verdict, end.attempts)}${retryHint}` };
}

export const attemptLine = ({ source, outcome, ms, stopped }: Attempt): string =>
  `  ${source}: ${outcome} after ${ms} ms${stopped ? `. ${stopped.reason}` : ''}`;
