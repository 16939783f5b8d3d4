// The source error for a host name that could not be resolved.
import type { NameUnresolved } from '../../platform/resolver-errors.ts';
import { type SourceError, SourceTimeout, unreachable } from '../adapter.ts';

export const unresolved = (error: NameUnresolved): SourceError =>
  error.reason === 'timeout' ? new SourceTimeout(error.message, error) : unreachable(error.message, error);
