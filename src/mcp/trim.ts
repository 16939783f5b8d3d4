// Makes answers small: fields that were asked for, few items, and text that costs an agent few tokens.

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `registrar.name`; undefined when there is none. */
function at(row: Row, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) value = isRow(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Only these fields, under their paths; all that have a value when none are named. */
export function masked(row: Row, fields: readonly string[] | null): Row {
  const entries = fields === null ? Object.entries(row) : fields.map((path) => [path, at(row, path)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined && value !== ''));
}

/** The arrays of an object and how long they are; empty ones are left out. */
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

/** One line per row: values only where the order is plain, names where it is not. */
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

/** One line per field. */
export const fieldsOf = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join('\n');
