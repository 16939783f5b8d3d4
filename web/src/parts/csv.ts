// Rows as CSV text (RFC 4180) that is safe to open in a spreadsheet.

/** The start of a formula, in all the forms that spreadsheets accept. The service's own export uses the same rule. */
const FORMULA = /^(?:[\t\r\n]|[\s\u200b\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫])/;

/** Returns a value as plain text. Objects and arrays become JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function cellOf(value: unknown): string {
  const plain = cellText(value);
  const text = typeof value === 'string' && FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}
