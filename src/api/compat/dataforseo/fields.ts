// Reads fields of a task. Null and empty text count as absent, and numbers and booleans may be text.

import { invalidField } from '../../../products/dataforseo/codes.ts';
import type { Task } from './body.ts';

/** Reads the fields of one task and remembers which had an effect. */
export interface Fields {
  text(name: string, lengthMax?: number): string | undefined;
  integer(name: string, least: number, most: number): number | undefined;
  flag(name: string): boolean | undefined;
  list(name: string): readonly unknown[] | undefined;
  /** The field has no effect, whatever it contains. */
  ignore(name: string): void;
  has(name: string): boolean;
  /** Returns the names of all fields that had no effect. */
  ignored(): string[];
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

export function fieldsOf(task: Task): Fields {
  const used = new Set<string>();
  const valueAt = (name: string): unknown => {
    used.add(name);
    const value = Object.hasOwn(task, name) ? task[name] : undefined;
    return isAbsent(value) ? undefined : value;
  };
  return {
    text: (name, lengthMax = 2048) => {
      const value = valueAt(name);
      if (value === undefined) return undefined;
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text !== 'string') throw invalidField(name, 'It must be a string.');
      // An emoji is one character for the client, and two units of the string.
      if (text.length > lengthMax && (text.length > 2 * lengthMax || [...text].length > lengthMax))
        throw invalidField(name, `It must have at most ${lengthMax} characters.`);
      return text;
    },
    integer: (name, least, most) => {
      const value = valueAt(name);
      if (value === undefined) return undefined;
      const number = typeof value === 'string' && /^-?\d{1,12}$/.test(value.trim()) ? Number(value) : value;
      if (!Number.isInteger(number) || (number as number) < least || (number as number) > most)
        throw invalidField(name, `It must be a whole number from ${least} to ${most}.`);
      return number as number;
    },
    flag: (name) => {
      const value = valueAt(name);
      if (value === undefined) return undefined;
      // Converting an object to a text can throw.
      const text = typeof value === 'object' ? '' : String(value);
      if (/^(?:true|1)$/i.test(text)) return true;
      if (/^(?:false|0)$/i.test(text)) return false;
      throw invalidField(name, 'It must be true or false.');
    },
    list: (name) => {
      const value = valueAt(name);
      if (value === undefined) return undefined;
      if (!Array.isArray(value)) throw invalidField(name, 'It must be an array.');
      return value;
    },
    ignore: (name) => void used.delete(name),
    has: (name) => Object.hasOwn(task, name) && !isAbsent(task[name]),
    ignored: () => Object.keys(task).filter((name) => !used.has(name) && !isAbsent(task[name])),
  };
}
