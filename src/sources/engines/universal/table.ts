// Writes data tables. Layout tables are flattened into their blocks.

import { all, closest, one, textOf } from '../../page/html.ts';
import type { Element } from '../../page/tree/page-tree.ts';
import { inlineOf, type Writing } from './inline.ts';

const ROWS_MAX = 2000;
const COLUMNS_MAX = 60;

const rowsIn = (table: Element): Element[] =>
  all('tr', table)
    .filter((row) => closest(row, (element) => element.name === 'table') === table)
    .slice(0, ROWS_MAX);
const cellsIn = (row: Element): Element[] =>
  row.children.filter((child): child is Element => 'name' in child && (child.name === 'td' || child.name === 'th')).slice(0, COLUMNS_MAX);

/** True for a data table: rows of several plain cells. */
export function isData(table: Element): boolean {
  if (one('table, h1, h2, h3, ul, ol, pre, blockquote, form, article, section', table)) return false;
  const widths = rowsIn(table).map((row) => cellsIn(row).length);
  return widths.length > 1 && widths.filter((width) => width > 1).length > widths.length / 2;
}

export function tableOf(table: Element, writing: Writing): string {
  const rows = rowsIn(table)
    .map((row) => cellsIn(row).map((cell) => inlineOf(cell.children, writing).replace(/\n/g, ' ')))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const caption = textOf(one('caption', table));
  if (!writing.marks) return [...(caption ? [caption] : []), ...rows.map((cells) => cells.join('\t'))].join('\n');
  const lineOf = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => (cells[index] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = [], ...others] = rows;
  const lines = [lineOf(header), lineOf(Array.from({ length: width }, () => '---')), ...others.map(lineOf)];
  return `${caption ? `${caption}\n\n` : ''}${lines.join('\n')}`;
}
