// Schema helpers that TypeBox lacks for OpenAPI 3.0, where "may be null" is a flag and not a type.

import Type, { type Static, type TSchema } from './schema.ts';
import { ENGINES, EXTENSION_ENGINES } from './vocabulary.ts';

/** A value that is always present and may be null. A list of allowed values must then name null as well. */
export function Nullable<T extends TSchema>(schema: T) {
  const values = (schema as { enum?: readonly unknown[] }).enum;
  return Type.Unsafe<Static<T> | null>({ ...schema, ...(values ? { enum: [...values, null] } : {}), nullable: true });
}

/** One of a fixed list of strings, as an `enum`. */
export function OneOf<const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** The name of an engine. The description lists the engines that the contract does not have. */
export function EngineNameSchema(options: Record<string, unknown> = {}) {
  const marked = EXTENSION_ENGINES.map((name) => `\`${name}\``).join(', ');
  return OneOf(ENGINES, { ...options, ...(marked === '' ? {} : { description: `Extension: ${marked}.` }) });
}

/** ISO 8601 with the offset form `+0000`. */
export function DateTime(description: string) {
  return Type.String({ description, examples: ['2026-11-15T09:30:00+0000'] });
}

/** Strings of the AI objects: `YYYY-MM-DD HH:MM:SS`, in UTC. */
export function AiTime(description: string) {
  return Type.String({ description, examples: ['2026-11-15 09:30:00'] });
}
