// Calls with many keywords, in parts that the API accepts.
export const KEYWORDS_AT_ONCE_MAX = 1000;

export function chunksOf<T>(items: readonly T[], size = KEYWORDS_AT_ONCE_MAX): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
