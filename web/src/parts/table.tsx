// A table that scrolls sideways where it must, and stacks on phones where asked to.
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ComponentChildren;
  /** `figure` for numbers, `lead` for what a row is about, `break` for long words, `roomy` for many words, `aside` for what a phone can do without. */
  readonly kind?: 'figure' | 'lead' | 'break' | 'nowrap' | 'aside' | 'figure aside' | 'roomy';
}

export function Table<Row>(props: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly stack?: boolean;
}) {
  const { caption, columns, rows, keyOf, stack = false } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="scroll" aria-label={caption} tabIndex={0}>
      <table class={stack ? 'stack' : ''}>
        <caption class="seen-not">{caption}</caption>
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
