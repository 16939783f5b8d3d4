// Tests Parquet files with an independent reader: types, gaps, row groups and files that were cut off.
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { createParquetEncoder, type ParquetRow } from './parquet.ts';

const COLUMNS = { id: 'text', at: 'time', position: 'integer', rating: 'number' } as const;
const bytesOf = (parts: readonly Buffer[]): ArrayBuffer => new Uint8Array(Buffer.concat(parts)).buffer;

function write(groups: readonly (readonly ParquetRow[])[]): ArrayBuffer {
  const encoder = createParquetEncoder(COLUMNS);
  const parts = groups.map((rows) => encoder.add(rows));
  return bytesOf([...parts, encoder.finish()]);
}

describe('a Parquet file', () => {
  it('has the values with their types, and null for missing or other values', async () => {
    const file = write([
      [{ id: 'ä😀\ud800', at: '2026-11-18T09:30:00+0000', position: 7, rating: 4.5 }],
      [{ id: 3, at: 'soon', position: 1.5, rating: '4' }, {}],
    ]);
    expect(await parquetReadObjects({ file })).toEqual([
      { id: 'ä😀\ufffd', at: new Date('2026-11-18T09:30:00Z'), position: 7n, rating: 4.5 },
      { id: '3', at: null, position: null, rating: null },
      { id: null, at: null, position: null, rating: null },
    ]);
  });

  it('has no rows when there are none', async () => {
    expect(await parquetReadObjects({ file: write([]) })).toEqual([]);
  });

  it('is written row group by row group, by rows and by the length of texts', async () => {
    const encoder = createParquetEncoder(COLUMNS);
    const rows = Array.from({ length: 5000 }, (_, position) => ({ id: `row ${position}`, position }));
    const first = encoder.add(rows);
    const long = encoder.add([{ id: 'x'.repeat(3_000_000) }]);
    expect(first.length).toBeGreaterThan(1000);
    expect(long.length).toBeGreaterThan(1000);
    const file = bytesOf([first, long, encoder.finish()]);
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => num_rows)).toEqual([2000n, 2000n, 1001n]);
    const read = await parquetReadObjects({ file });
    expect(read.slice(0, 5000).map(({ position }) => Number(position))).toEqual(rows.map(({ position }) => position));
  });

  it('cannot be read when its end is missing', async () => {
    const file = write([[{ id: 'one' }]]);
    await expect(parquetReadObjects({ file: file.slice(0, -10) })).rejects.toThrow();
  });
});
