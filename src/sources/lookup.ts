// The error of a failed lookup. Nothing was charged.
import { errors } from '../contract/errors.ts';
import { SourceError, SourceTimeout } from './adapter.ts';
import { CollectFailure } from './collect.ts';

/** Returns the API error for a source error, and any other error unchanged. */
export function lookupError(what: string, thrown: unknown): unknown {
  const inner = thrown instanceof CollectFailure ? thrown.cause : thrown;
  if (!(inner instanceof SourceError)) return inner;
  if (inner.outcome === 'blocked') return errors.sourceRefused(what, inner);
  if (inner.outcome === 'unparsed') return errors.sourceUnread(what.replace(/^The /, 'the '), inner);
  return inner instanceof SourceTimeout ? errors.sourceSlow(what, inner) : errors.sourceUnavailable(what, inner);
}
