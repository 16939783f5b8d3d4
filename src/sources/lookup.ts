// The error of a failed lookup: nothing was charged, and the source was slow, unreachable, refused to respond or could not be read.
import { errors } from '../contract/errors.ts';
import { SourceError, SourceTimeout } from './adapter.ts';
import { CollectFailure } from './collect.ts';

/** Anything that is not an error of the world comes back as it is. */
export function lookupError(what: string, thrown: unknown): unknown {
  const inner = thrown instanceof CollectFailure ? thrown.cause : thrown;
  if (!(inner instanceof SourceError)) return inner;
  if (inner.outcome === 'blocked') return errors.sourceRefused(what, inner);
  if (inner.outcome === 'unparsed') return errors.sourceUnread(what.replace(/^The /, 'the '), inner);
  return inner instanceof SourceTimeout ? errors.sourceSlow(what, inner) : errors.sourceUnavailable(what, inner);
}
