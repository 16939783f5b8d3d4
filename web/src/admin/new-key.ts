// The form of a new key: its fields and the body of its request.
import { SCOPES } from '../../../src/contract/vocabulary.ts';
import { optionalNumber } from './use-action.ts';

export interface KeyFields {
  readonly name: string;
  readonly mode: string;
  /** None selected: all scopes. */
  readonly scopes: readonly string[];
  readonly budget: string;
  /** A day; the key expires at its end. */
  readonly expires: string;
}

export const ALL_SCOPES: readonly string[] = SCOPES;

/** A key for the sandbox costs nothing, so a live key is a decision. */
export const NEW_KEY: KeyFields = { name: '', mode: 'test', scopes: [], budget: '', expires: '' };

/** Returns the body of POST `/admin/accounts/{id}/keys`. Empty fields restrict nothing. */
export function bodyOf({ name, mode, scopes, budget, expires }: KeyFields): Record<string, unknown> {
  const credits = optionalNumber(budget);
  return {
    mode,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(credits === undefined ? {} : { budget: credits }),
    ...(expires === '' ? {} : { expiresAt: `${expires}T23:59:59Z` }),
  };
}
