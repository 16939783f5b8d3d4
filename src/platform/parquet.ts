// Encodes rows as a Parquet file, one row group after the other. Only the current group and the index are in memory.
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

export type ColumnType = 'text' | 'integer' | 'number' | 'time';
export type ParquetColumns = Readonly<Record<string, ColumnType>>;
export type ParquetRow = Readonly<Record<string, unknown>>;

export interface ParquetEncoder {
  /** Returns the bytes that are complete, which may be none. */
  add(rows: readonly ParquetRow[]): Buffer;
  /** Returns the rest of the file. Without it, no program can read the file. */
  finish(): Buffer;
}

/** Encoding a group blocks the event loop for about 16 µs per row. */
const GROUP_ROWS = 2000;
/** Limits groups of long texts. */
const GROUP_CHARACTERS = 2_000_000;

const SCHEMA: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64', converted_type: 'INT_64' },
  number: { type: 'DOUBLE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
};

/** A value of another type is missing, as a column has one type. */
const VALUES: Readonly<Record<ColumnType, (value: unknown) => string | number | bigint | Date | null>> = {
  text: (value) => (value === undefined || value === null ? null : String(value)),
  integer: (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : null),
  number: (value) => (typeof value === 'number' ? value : null),
  time: (value) => {
    const time = typeof value === 'string' ? new Date(value) : null;
    return time === null || Number.isNaN(time.getTime()) ? null : time;
  },
};

const sizeOf = (row: ParquetRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

export function createParquetEncoder(columns: ParquetColumns): ParquetEncoder {
  const entries = Object.entries(columns);
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'root', num_children: entries.length },
      ...entries.map(([name, type]) => ({ name, repetition_type: 'OPTIONAL' as const, ...SCHEMA[type] })),
    ],
    createdBy: 'Sextant',
  });
  let group: ParquetRow[] = [];
  let characters = 0;

  /** Removes the bytes from the writer. Its offsets still count from the start of the file. */
  const take = (): Buffer => {
    const taken = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return taken;
  };
  const writeGroup = (): void => {
    if (group.length === 0) return;
    const columnData = entries.map(
      ([name, type]): ColumnSource => ({
        name,
        data: group.map((row) => VALUES[type](row[name])),
        // Statistics of texts and offsets of pages would stay in memory until the end.
        statistics: type !== 'text',
        offsetIndex: false,
      }),
    );
    writer.write({ columnData, rowGroupSize: group.length });
    group = [];
    characters = 0;
  };
  return {
    add(rows) {
      for (const row of rows) {
        group.push(row);
        characters += sizeOf(row);
        if (group.length >= GROUP_ROWS || characters >= GROUP_CHARACTERS) writeGroup();
      }
      return take();
    },
    finish() {
      writeGroup();
      writer.finish();
      return take();
    },
  };
}
