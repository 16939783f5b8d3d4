// Parameters as the providers' clients send them: everything may be text, and empty means absent.
import { errors } from '../../contract/errors.ts';

export type Given = Readonly<Record<string, string>>;

/** Clients in Python and templates write a missing value in these ways. */
const ABSENT: ReadonlySet<string> = new Set(['', 'null', 'None', 'undefined']);
const TRUE: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on']);
const FALSE: ReadonlySet<string> = new Set(['false', '0', 'no', 'off']);
/** Texts that may be a query: someone can search for "None". */
const QUERIES: ReadonlySet<string> = new Set(['q', 'p', 'text', 'search_query', 'query', 'url']);

/** A null character, or half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Returns the parameters that have a value, as text. Throws for a list, and for a name that was sent twice. With `names`, it throws only
 * for these, and writes other lists and objects as JSON.
 */
export function givenIn(parameters: unknown, names: ReadonlySet<string> | null = null): Given {
  const given: Record<string, string> = Object.create(null);
  if (typeof parameters !== 'object' || parameters === null) return given;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    const isText = typeof value !== 'object';
    if (!isText && (names === null || names.has(name)))
      throw errors.badParameter(name, Array.isArray(value) ? 'must be sent once' : 'must be a text');
    const text = isText ? String(value) : JSON.stringify(value);
    // PostgreSQL cannot read JSON with these, and the parameters are stored.
    if (UNSTORABLE.test(name) || UNSTORABLE.test(text))
      throw errors.badParameter(name.replace(UNSTORABLE, '?'), 'must not contain a null character or half of a surrogate pair');
    if (text.trim() === '' || (ABSENT.has(text) && !QUERIES.has(name))) continue;
    given[name] = text;
  }
  return given;
}

/** Returns whether a flag is set. Throws for a value that is neither true nor false. */
export function flagIn(given: Given, name: string): boolean | null {
  const text = given[name]?.trim().toLowerCase();
  if (text === undefined) return null;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw errors.badParameter(name, 'must be true or false');
}

const COUNT_MAX = 100_000;

/** Returns a whole number of at least `least`, or null when it is absent. */
export function countIn(given: Given, name: string, least = 0): number | null {
  const text = given[name]?.trim();
  if (text === undefined) return null;
  const count = /^\d{1,6}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= COUNT_MAX)) throw errors.badParameter(name, `must be a whole number of at least ${least}`);
  return count;
}

/** Returns a number within the range, or null when it is absent. */
export function numberIn(given: Given, name: string, least: number, most: number): number | null {
  const text = given[name]?.trim();
  if (text === undefined) return null;
  const value = /^[+-]?\d{1,4}(?:\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw errors.badParameter(name, `must be a number from ${least} to ${most}`);
  return value;
}
