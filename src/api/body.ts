// Reads request bodies strictly: UTF-8 JSON of bounded depth, without characters that no database could store.
import { errors } from '../contract/errors.ts';

const DEPTH_MAX = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `keepsNulls` is for changes, where null takes away what was set. */
export function readJson(bytes: Buffer, keepsNulls = false): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw errors.badBody('it is not valid UTF-8');
  }
  if (isTooDeep(bytes)) throw errors.badBody(`it is nested deeper than ${DEPTH_MAX}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.badBody('it is not valid JSON');
  }
  // Without an escape there can be neither: JSON forbids raw control characters, UTF-8 forbids surrogates.
  if (text.includes('\\u') && !isStorable(value)) throw errors.badBody('a text holds a NUL or half of a surrogate pair');
  return keepsNulls ? value : withoutNulls(value);
}

/** `JSON.parse` would take any depth, and later code would not. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (quoted) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > DEPTH_MAX) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
  return true;
}

/** Null means omitted, everywhere but in a parameter's `value`, where it means "remove the default". */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || (inner === null && name !== 'value')) continue;
    kept[name] = withoutNulls(inner);
  }
  return kept;
}
