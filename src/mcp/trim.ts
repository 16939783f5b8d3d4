// Trims tool results to the requested fields and few items, to save tokens.

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path such as `registrar.name`, or undefined. */
function at(row: Row, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) value = isRow(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Returns only these fields, by path. Null selects all fields that have a value. */
export function masked(row: Row, fields: readonly string[] | null): Row {
  const entries = fields === null ? Object.entries(row) : fields.map((path) => [path, at(row, path)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined && value !== ''));
}

/** Returns the lengths of all non-empty arrays of an object. */
export const countsOf = (data: Row): Record<string, number> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      Array.isArray(value) && value.length > 0 && name !== 'raw' ? [[name, value.length]] : [],
    ),
  );

const VALUE_MAX = 400;

function textOf(value: unknown): string {
  const text = isRow(value) || Array.isArray(value) ? JSON.stringify(value) : String(value).replace(/\s+/g, ' ').trim();
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1)}…` : text;
}

/** Returns one line per row. Well-known fields show only their value, other fields `name=value`. */
export function linesOf(rows: readonly Row[]): string {
  return rows
    .map((row) =>
      Object.entries(row)
        .map(([name, value]) =>
          ['position', 'title', 'url', 'description', 'keyword', 'name'].includes(name) ? textOf(value) : `${name}=${textOf(value)}`,
        )
        .join(' | '),
    )
    .join('\n');
}

/** Returns one line per field. */
export const fieldsOf = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join('\n');
