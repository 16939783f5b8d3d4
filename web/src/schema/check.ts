// Holds a request against its schema while it is typed; what only the service knows, the quote says.
import type { Schema } from './schema.ts';

export type Wrongs = Readonly<Record<string, string>>;

/** What is wrong, by the name of the field at the top of the request. */
export function wrongsOf(schema: Schema, request: Readonly<Record<string, unknown>>): Wrongs {
  const wrongs: Record<string, string> = {};
  for (const name of schema.required ?? []) {
    const value = request[name];
    if (value === undefined || value === '' || value === null) wrongs[name] = 'This is needed.';
  }
  for (const [name, value] of Object.entries(request)) {
    const field = schema.properties?.[name];
    if (!field) wrongs[name] = 'There is no such field.';
    else if (value !== undefined && !(name in wrongs)) {
      const wrong = wrongOf(field, value);
      if (wrong) wrongs[name] = wrong;
    }
  }
  return wrongs;
}

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

export function wrongOf(schema: Schema, value: unknown): string | null {
  if (value === null) return schema.nullable ? null : 'It may not be null.';
  if (schema.anyOf) return schema.anyOf.some((one) => wrongOf(one, value) === null) ? null : wrongOf(schema.anyOf[0]!, value);
  if (schema.type && !KINDS[schema.type]?.(value)) return `It must be ${NAMES[schema.type]}.`;
  if (schema.enum && !schema.enum.includes(value as string)) return `It must be one of ${schema.enum.join(', ')}.`;
  if (typeof value === 'string') return wrongText(schema, value);
  if (typeof value === 'number') return wrongNumber(schema, value);
  if (Array.isArray(value)) return wrongList(schema, value);
  if (typeof value === 'object' && schema.properties) {
    const [first] = Object.entries(wrongsOf(schema, value as Record<string, unknown>));
    return first ? `${first[0]}: ${first[1]}` : null;
  }
  return null;
}

function wrongText({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema, value: string): string | null {
  if (value.length < minLength) return `It needs at least ${minLength} characters.`;
  if (value.length > maxLength) return `It may have ${maxLength} characters at most.`;
  return pattern && !new RegExp(pattern, 'u').test(value) ? 'It does not have the right form.' : null;
}

function wrongNumber({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema, value: number): string | null {
  if (value < minimum) return `The smallest is ${minimum}.`;
  return value > maximum ? `The largest is ${maximum}.` : null;
}

function wrongList({ minItems = 0, maxItems = Number.POSITIVE_INFINITY, items }: Schema, value: readonly unknown[]): string | null {
  if (value.length < minItems) return `It needs at least ${minItems} entries.`;
  if (value.length > maxItems) return `It may have ${maxItems} entries at most.`;
  for (const [index, one] of value.entries()) {
    const wrong = items ? wrongOf(items, one) : null;
    if (wrong) return `Entry ${index + 1}: ${wrong}`;
  }
  return null;
}
