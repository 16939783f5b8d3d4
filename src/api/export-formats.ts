// The formats of exports: rows as JSON lines, CSV or Parquet.
import type { ExportFormat } from '../contract/vocabulary.ts';
import { csvLine } from '../platform/csv.ts';
import type { ParquetColumns, ParquetRow } from '../platform/parquet.ts';

export const FILE_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
};

/** Returns the parts of a file one after the other. A part may be empty. */
export interface RowEncoder {
  start(): string | Buffer;
  add(rows: readonly ParquetRow[]): string | Buffer;
  finish(): string | Buffer;
}

export async function createRowEncoder(format: ExportFormat, columns: ParquetColumns): Promise<RowEncoder> {
  const names = Object.keys(columns);
  if (format === 'csv') {
    const lineOf = (row: ParquetRow): string => csvLine(names.map((name) => row[name]));
    return { start: () => csvLine(names), add: (rows) => rows.map(lineOf).join(''), finish: () => '' };
  }
  if (format === 'jsonl')
    return { start: () => '', add: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''), finish: () => '' };
  // Few exports are Parquet files, so their encoder is loaded when one is requested.
  const { createParquetEncoder } = await import('../platform/parquet.ts');
  return { start: () => '', ...createParquetEncoder(columns) };
}
