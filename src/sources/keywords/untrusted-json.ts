// Reads untrusted JSON. No field is assumed to exist.

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectAt = (value: unknown, key: string): Json | null => {
  const inner = isObject(value) ? value[key] : null;
  return isObject(inner) ? inner : null;
};
export const listAt = (value: unknown, key: string): readonly unknown[] => {
  const inner = isObject(value) ? value[key] : null;
  return Array.isArray(inner) ? inner : [];
};
export const textAt = (value: unknown, key: string): string | null => {
  const inner = isObject(value) ? value[key] : null;
  return typeof inner === 'string' ? inner : null;
};

/** Returns a number, even if it is written as a string, as Google does with 64-bit numbers. */
export const numberAt = (value: unknown, key: string): number | null => {
  const inner = isObject(value) ? value[key] : null;
  if (typeof inner === 'number') return Number.isFinite(inner) ? inner : null;
  return typeof inner === 'string' && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(inner) ? Number(inner) : null;
};

/** Returns the parsed JSON, or undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
