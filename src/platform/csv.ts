// CSV cells and lines, safe to open in a spreadsheet.

/**
 * The start of a formula in a spreadsheet: the usual characters and their full-width and small forms, after whitespace
 * that some programs strip; or a tab or line end, which some programs treat as the end of the cell.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\u200b\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫])/;

/** Prefixes a cell that a spreadsheet would treat as a formula with an apostrophe. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns one line with its line end. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\r\n`;
