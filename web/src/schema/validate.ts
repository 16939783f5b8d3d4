// Validates a request against its schema while the user types. The quote checks the rest.
import { counted, number } from '../format.ts';
import type { Schema } from './schema.ts';

export type FieldErrors = Readonly<Record<string, string>>;

/** Returns one error per invalid top-level field. */
export function validate(schema: Schema, request: Readonly<Record<string, unknown>>): FieldErrors {
  const errors: Record<string, string> = {};
  for (const name of schema.required ?? []) {
    const value = request[name];
    if (value === undefined || value === '' || value === null) errors[name] = 'This field is required.';
  }
  for (const [name, value] of Object.entries(request)) {
    const field = schema.properties?.[name];
    if (!field) errors[name] = 'Unknown field.';
    else if (value !== undefined && !(name in errors)) {
      const error = validateValue(field, value);
      if (error) errors[name] = error;
    }
  }
  return errors;
}

const IS_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

export function validateValue(schema: Schema, value: unknown): string | null {
  if (value === null) return schema.nullable ? null : 'Must not be null.';
  if (schema.anyOf) return schema.anyOf.some((one) => validateValue(one, value) === null) ? null : validateValue(schema.anyOf[0]!, value);
  if (schema.type && !IS_TYPE[schema.type]?.(value)) return `Must be ${TYPE_NAMES[schema.type]}.`;
  if (schema.enum && !schema.enum.includes(value as string)) return `Must be one of ${schema.enum.join(', ')}.`;
  if (typeof value === 'string') return validateText(schema, value);
  if (typeof value === 'number') return validateNumber(schema, value);
  if (Array.isArray(value)) return validateList(schema, value);
  if (typeof value === 'object' && schema.properties) {
    const [first] = Object.entries(validate(schema, value as Record<string, unknown>));
    return first ? `${first[0]}: ${first[1]}` : null;
  }
  return null;
}

function validateText({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema, value: string): string | null {
  if (value.length < minLength) return `Must have at least ${counted(minLength, 'character')}.`;
  if (value.length > maxLength) return `Must have at most ${counted(maxLength, 'character')}.`;
  return pattern && !new RegExp(pattern, 'u').test(value) ? 'Invalid format.' : null;
}

function validateNumber({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema, value: number): string | null {
  if (value < minimum) return `Must be at least ${number(minimum)}.`;
  return value > maximum ? `Must be at most ${number(maximum)}.` : null;
}

function validateList({ minItems = 0, maxItems = Number.POSITIVE_INFINITY, items }: Schema, value: readonly unknown[]): string | null {
  if (value.length < minItems) return `Must have at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}.`;
  if (value.length > maxItems) return `Must have at most ${number(maxItems)} ${maxItems === 1 ? 'entry' : 'entries'}.`;
  for (const [index, one] of value.entries()) {
    const error = items ? validateValue(items, one) : null;
    if (error) return `Entry ${index + 1}: ${error}`;
  }
  return null;
}
