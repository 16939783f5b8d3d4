// A table that scrolls sideways when it is too wide. With `stack` its rows become cards on phones.
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ComponentChildren;
  /** `figure`: numbers. `lead`: the title of a row. `break`: long words. `roomy`: long text. `secondary`: hidden on phones. `pick`: a checkbox before the title. */
  readonly kind?: 'figure' | 'pick' | 'time' | 'lead' | 'break' | 'nowrap' | 'secondary' | 'figure secondary' | 'roomy';
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly stack?: boolean;
}

export function Table<Row>({ caption, columns, rows, keyOf, stack = false }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section class="scroll" aria-label={caption} tabIndex={0}>
      <table class={stack ? 'stack' : ''}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" class={kind ?? ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, show, kind }) => (
                <td key={name} class={kind ?? ''} data-name={name}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
