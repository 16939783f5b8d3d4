// Reads values of YouTube's nested data by their paths.

/** An object of YouTube's data. Its fields are unknown until checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path of names and indexes, or undefined when the path ends early. */
export function below(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

export const objectBelow = (value: unknown, ...path: readonly (string | number)[]): JsonObject | null => {
  const found = below(value, ...path);
  return isJsonObject(found) ? found : null;
};

export const listBelow = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = below(value, ...path);
  return Array.isArray(found) ? found : [];
};

export const textBelow = (value: unknown, ...path: readonly (string | number)[]): string | null => {
  const found = below(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
};

export function parsedJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
