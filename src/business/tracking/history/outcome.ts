// The outcome of a finished check: a point, or another try.
import type { SerpData } from '../../../contract/items.ts';
import type { Stored } from '../../../contract/order.ts';
import type { PointCode } from '../../../contract/tracking.ts';
import type { Verdict } from '../../../contract/vocabulary.ts';
import { readBody } from '../../orders/body.ts';
import type { ReadPoint } from '../types.ts';
import type { FinishedCheck } from './finished.ts';
import { pointOf } from './point.ts';

export type CheckOutcome =
  | { readonly kind: 'point'; readonly point: ReadPoint }
  | { readonly kind: 'failed'; readonly code: PointCode }
  | { readonly kind: 'retry'; readonly seconds: number };

/** Pauses before the second, third and fourth try. */
const RETRY_SECONDS = [300, 1200, 3600];

const CODES: Readonly<Record<Verdict, PointCode>> = { valid: 10, empty: 10, blocked: 11, suspect: 12, unparsed: 13 };
const UNREACHABLE: PointCode = 10;
const DEADLINE: PointCode = 14;
const DELETED: PointCode = 15;
export const UNPARSED: PointCode = 13;

/** Only the object itself tells an unreachable source from a deadline that passed before the first attempt. */
export const needsObject = ({ gone, faulty, verdict }: FinishedCheck): boolean => !gone && (!faulty || verdict === null);

/** Pages with other verdicts do not answer the query, so their positions mean nothing. */
const isUsable = (verdict: Verdict | null): verdict is 'valid' | 'empty' => verdict === 'valid' || verdict === 'empty';

/** Returns null when the object is gone since the check was read. Throws when its body cannot be read. */
export async function outcomeOf(check: FinishedCheck, stored: Stored | undefined): Promise<CheckOutcome | null> {
  if (check.gone) return { kind: 'failed', code: DELETED };
  if (needsObject(check) && !stored?.result) return null;
  if (check.faulty || !isUsable(check.verdict)) return failureOf(check, stored);
  const body = stored!.result!.body;
  if (body === null) throw new Error(`the result of ${check.objectId} has no body`);
  // The stored text also contains the closing brace of the surrounding object.
  const data = JSON.parse((await readBody(body)).toString().slice(0, -1)) as SerpData;
  const { domains, competitors } = check.settings;
  return { kind: 'point', point: pointOf(data, check.verdict, { domains, competitors, topCount: check.topCount, depth: check.depth }) };
}

function failureOf(check: FinishedCheck, stored: Stored | undefined): CheckOutcome {
  const seconds = RETRY_SECONDS[check.tries - 1];
  if (check.faulty && check.retryable && seconds !== undefined) return { kind: 'retry', seconds };
  if (check.verdict !== null) return { kind: 'failed', code: CODES[check.verdict] };
  return { kind: 'failed', code: stored?.result?.attempts === '[]' ? DEADLINE : UNREACHABLE };
}
