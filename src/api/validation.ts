// Validates requests against the schemas. Errors name the parameter, in a batch with its index.
import { setImmediate as nextTick } from 'node:timers/promises';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { errors } from '../contract/errors.ts';
import type { TSchema } from '../contract/schema.ts';
import { LongList } from './long-list.ts';

const strict = new Ajv({
  strict: false,
  allErrors: false,
  coerceTypes: false,
  useDefaults: false,
  validateFormats: true,
  formats: { 'date-time': isDateTime },
});
/** Values of query strings are always strings. */
const lenient = new Ajv({ strict: false, allErrors: false, coerceTypes: true, useDefaults: false });

/** Validators that are not compiled yet. */
const waiting = new Set<() => ValidateFunction>();

/** Compiles at the first call. All schemas together would take a third of a second of every start. */
function compiledOnUse(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let compiled: ValidateFunction | null = null;
  const validator = (): ValidateFunction => {
    waiting.delete(validator);
    compiled ??= ajv.compile(withoutId(schema));
    return compiled;
  };
  waiting.add(validator);
  return validator;
}

/** Compiles all validators, one per tick, so that a request in between waits for one at most. Throws for an invalid schema. */
export async function compileValidators(): Promise<void> {
  for (const validator of waiting) {
    await nextTick();
    validator();
  }
}

/** Limits of the database: no year 0, and no offset above 15 hours. */
function isDateTime(text: string): boolean {
  return (
    /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-](?:0\d|1[0-5]):?[0-5]\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))
  );
}

export const BATCH_MAX = 1000;

export type Check = (value: unknown) => void;

/** Returns a checker for one request object. */
export function checkerOf(schema: TSchema): (value: unknown, at?: string) => void {
  const validate = compiledOnUse(strict, schema);
  return (value, at = '') => {
    if (!isObject(value))
      throw at === '' ? errors.badBody('it must be a JSON object') : errors.badParameter(at.replace(/\.$/, ''), 'must be an object');
    // With `region`, `regionSearch` is stored but ignored, so it is not validated.
    const subject = value.region !== undefined && value.regionSearch !== undefined ? { ...value, regionSearch: undefined } : value;
    rejectInvalid(validate(), subject, at);
  };
}

/** The entries of a long list were counted before it was parsed. */
export type Batch = readonly unknown[] | LongList;
export const isBatch = (value: unknown): value is Batch => Array.isArray(value) || value instanceof LongList;

/** Checks for an array of 1 to 1000 entries. */
export function checkBatch(value: unknown, what: string): asserts value is Batch {
  if (value instanceof LongList) return;
  if (!Array.isArray(value)) throw errors.badBody(`it must be an array of ${what}`);
  if (value.length < 1 || value.length > BATCH_MAX) throw errors.badBody(`it must hold 1 to ${BATCH_MAX} ${what}, not ${value.length}`);
}

export function checkIds(value: unknown): asserts value is string[] {
  checkBatch(value, 'ids');
  let index = 0;
  // A long list has more values than ids are allowed, so one of its entries is not an id.
  for (const id of value) {
    if (typeof id !== 'string') throw errors.badParameter(`[${index}]`, 'must be an id string');
    index++;
  }
}

export function queryCheckerOf<T>(schema: TSchema): (query: unknown) => T {
  const validate = compiledOnUse(lenient, schema);
  return (query) => {
    const copy = { ...(query as object) };
    rejectInvalid(validate(), copy, '');
    return copy as T;
  };
}

/** For values that statements use: PostgreSQL has no texts with NUL or half of a surrogate pair. Bodies are checked while they are scanned. */
export function databaseQueryCheckerOf<T extends object>(schema: TSchema): (query: unknown) => T {
  const check = queryCheckerOf<T>(schema);
  return (query) => {
    const checked = check(query);
    for (const [name, value] of Object.entries(checked))
      if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed()))
        throw errors.badParameter(name, 'must not contain NUL or half of a surrogate pair');
    return checked;
  };
}

function rejectInvalid(validate: ValidateFunction, value: unknown, at: string): void {
  if (validate(value)) return;
  // For alternatives, report the error about all of them instead of the first one's.
  const error = validate.errors!.find(({ keyword }) => keyword === 'anyOf') ?? validate.errors![0]!;
  throw errors.badParameter(at + nameOf(error), problemOf(error));
}

/** `/customUrlParameter/0/name` becomes `customUrlParameter[0].name`. */
function nameOf(error: ErrorObject): string {
  const missing = error.keyword === 'required' ? `/${(error.params as { missingProperty: string }).missingProperty}` : '';
  return (error.instancePath + missing)
    .split('/')
    .slice(1)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function problemOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'enum':
      return `must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}`;
    case 'type':
      return `must be ${article((params as { type: string | string[] }).type)}`;
    case 'anyOf':
      return 'must be a string or a whole number';
    case 'minimum':
    case 'maximum':
      return `must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${(params as { limit: number }).limit}`;
    case 'maxLength':
      return `must have at most ${(params as { limit: number }).limit} characters`;
    case 'minLength':
      return `must have at least ${(params as { limit: number }).limit} characters`;
    case 'maxItems':
      return `must have at most ${(params as { limit: number }).limit} entries`;
    case 'minItems':
      return `must have at least ${(params as { limit: number }).limit} entries`;
    case 'pattern':
    case 'format':
      return 'has an invalid format';
    default:
      return message ?? 'is not valid';
  }
}

function article(type: string | string[]): string {
  const name = Array.isArray(type) ? type.join(' or ') : type;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const withoutId = (schema: TSchema): object => ({ ...schema, $id: undefined });
