// What a customer hears when a lookup fails: nothing was charged, and whether the source was slow or away.
import { errors } from '../contract/errors.ts';
import { SourceError } from './adapter.ts';
import { CollectFailure } from './collect.ts';

/** Anything that is not an error of the world comes back as it is. */
export function lookupError(what: string, thrown: unknown): unknown {
  const inner = thrown instanceof CollectFailure ? thrown.cause : thrown;
  if (!(inner instanceof SourceError)) return inner;
  return inner.message.includes('in time') ? errors.sourceSlow(what, inner) : errors.sourceAway(what, inner);
}
