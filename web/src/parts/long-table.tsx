// A table that begins with its first rows. A button shows the others.
import { useState } from 'preact/hooks';
import { counted } from '../format.ts';
import { Table, type TableProps } from './table.tsx';

/** Hundreds of rows would make the rest of the page hard to reach, and slow on a phone. */
const FIRST_ROWS = 30;

/** `noun` names one row, such as "case". */
export function LongTable<Row>({ noun, rows, ...table }: TableProps<Row> & { readonly noun: string }) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <Table {...table} rows={isWhole ? rows : rows.slice(0, FIRST_ROWS)} />
      {rows.length > FIRST_ROWS && (
        <div class="row">
          <button type="button" class="button small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? `Show the first ${FIRST_ROWS}` : `Show all ${counted(rows.length, noun)}`}
          </button>
        </div>
      )}
    </>
  );
}
