// Why an object failed: its verdict and its error text, derived from the attempts.
import type { Attempt } from './serp.ts';
import type { Verdict } from './vocabulary.ts';

const FAILURES: readonly Verdict[] = ['suspect', 'blocked', 'unparsed'];

/**
 * Returns the outcome of the last attempt in which a source responded. Returns null when none did: `blocked` is
 * reserved for block pages.
 */
export function failureVerdict(attempts: readonly Attempt[]): Verdict | null {
  const decisive = attempts.findLast(({ outcome }) => outcome !== 'unreachable')?.outcome;
  return FAILURES.find((verdict) => verdict === decisive) ?? null;
}

export const INTERNAL_ERROR = 'Internal error while processing the request.';

const SENTENCES: Readonly<Record<Verdict, string>> = {
  valid: 'The request failed.',
  empty: 'The request failed.',
  suspect: 'The results did not match the query.',
  blocked: 'The source showed a block page.',
  unparsed: 'The page of the source could not be read.',
};

export function failureText(verdict: Verdict | null, attempts: readonly Attempt[]): string {
  const unreached = attempts.some(({ outcome }) => outcome === 'unreachable');
  if (verdict !== null) return `${SENTENCES[verdict]}${unreached ? ' Other attempts did not reach a source.' : ''}`;
  if (attempts.at(-1)?.source === 'replay') return 'REPLAY_DIR has no usable page for this request.';
  return unreached ? 'No source could be reached.' : 'No source was available.';
}

/** Returns the `error` of a finished object. Results of earlier versions have no stored error text. */
export function errorOf(
  result: { readonly faulty: boolean; readonly verdict: Verdict | null },
  detail: { readonly error?: string },
  attempts: readonly Attempt[],
): string | null {
  return result.faulty ? (detail.error ?? failureText(result.verdict, attempts)) : null;
}
