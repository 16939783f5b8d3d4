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

/** Characters of a value in the text of a result. The structured content has all of them. */
const VALUE_MAX = 400;
/** Answers of AI engines are what the agent asked for. */
export const ANSWER_MAX = 4000;
const UNNAMED = new Set(['position', 'title', 'question', 'url', 'description', 'keyword', 'name']);

function textOf(value: unknown, lengthMax: number): string {
  const text = isRow(value) || Array.isArray(value) ? JSON.stringify(value) : String(value).replace(/\s+/g, ' ').trim();
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

/** Returns one line per row. Well-known fields show only their value, other fields `name=value`. */
export function linesOf(rows: readonly Row[], lengthMax = VALUE_MAX): string {
  return rows
    .map((row) =>
      Object.entries(row)
        .map(([name, value]) => (UNNAMED.has(name) ? '' : `${name}=`) + textOf(value, lengthMax))
        .join(' | '),
    )
    .join('\n');
}

/** Returns one line per field. */
export const fieldsOf = (row: Row, lengthMax = VALUE_MAX): string =>
  Object.entries(row)
    .map(([name, value]) => `${name}: ${textOf(value, lengthMax)}`)
    .join('\n');
