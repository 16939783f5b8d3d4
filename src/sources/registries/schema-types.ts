// The types in a page's JSON-LD.

const DEPTH_MAX = 6;
const VALUES_MAX = 2000;

/** Returns no types for invalid JSON. */
export function schemaTypesIn(json: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  const types = new Set<string>();
  let seen = 0;
  const visit = (part: unknown, depth: number): void => {
    if (typeof part !== 'object' || part === null || depth > DEPTH_MAX || seen++ > VALUES_MAX) return;
    const named = (part as { '@type'?: unknown })['@type'];
    for (const type of Array.isArray(named) ? named : [named]) if (typeof type === 'string') types.add(type);
    for (const inner of Object.values(part)) visit(inner, depth + 1);
  };
  visit(value, 0);
  return [...types];
}
