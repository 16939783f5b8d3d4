// Extracts JSON from the scripts of a page without running them.
import { jsonPartAt, placesBehind } from '../../page/json-bytes.ts';

/**
 * Returns the JSON value behind the first `name` that `pattern` follows, or undefined when there is none or it is
 * invalid. Searches from `from` on.
 */
export function jsonBehind(bytes: Buffer, name: string, pattern: RegExp, from = 0): unknown {
  const place = placesBehind(bytes, name, pattern, from).next().value;
  const part = place === undefined ? null : jsonPartAt(bytes, place);
  if (part === null) return undefined;
  try {
    return JSON.parse(part.text);
  } catch {
    return undefined;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
