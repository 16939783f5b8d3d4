// A table of any length: rows of one height, of which only those near the view are in the document.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { visibleRows } from './virtual-range.ts';

export interface VirtualColumn<Row> {
  readonly name: string;
  readonly title: ComponentChildren;
  /** In pixels. All columns grow alike when there is more room. */
  readonly width: number;
  readonly show: (row: Row) => ComponentChildren;
  /** `figure`: numbers. `lead`: the title of a card on phones. `secondary`: hidden on phones. `pick`: a checkbox. */
  readonly kind?: 'figure' | 'lead' | 'pick' | 'secondary' | 'figure secondary';
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

/** Below this width a row is a card. tracking.css has the same numbers. */
const CARDS = '(max-width: 640px)';
const [ROW_HEIGHT, CARD_HEIGHT] = [52, 132];
/** So many rows need no scrolling area of their own. */
const WHOLE_MAX = 40;

function useIsCards(): boolean {
  const [isCards, setIsCards] = useState(() => matchMedia(CARDS).matches);
  useEffect(() => {
    const query = matchMedia(CARDS);
    const update = () => setIsCards(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isCards;
}

export function VirtualRows<Row>(props: {
  readonly caption: string;
  readonly columns: readonly VirtualColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) {
  const { caption, columns, rows, keyOf } = props;
  const box = useRef<HTMLElement>(null);
  const isCards = useIsCards();
  const height = isCards ? CARD_HEIGHT : ROW_HEIGHT;
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const [from, to] = visibleRows(view.top, view.height, height, rows.length);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section class={`virtual${rows.length > WHOLE_MAX ? '' : ' whole'}`} ref={box} tabIndex={0} aria-label={caption}>
      <table class="stack" aria-rowcount={rows.length + 1} style={{ 'min-width': `min(${width}px, var(--table-width))` }}>
        <caption class="visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: `${column.width}px` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, title, kind = '', sorted }) => (
              <th key={name} scope="col" class={kind} aria-sort={sorted}>
                {/* Cards have no head, so nothing in it may take the focus. */}
                {isCards ? name : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={from} height={height} columns={columns.length} />
          {rows.slice(from, to).map((row, index) => (
            <tr key={keyOf(row)} class="virtual-row" aria-rowindex={from + index + 2}>
              {columns.map(({ name, show, kind = '' }) => (
                <td key={name} class={kind} data-name={name}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
          <Gap rows={rows.length - to} height={height} columns={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

/** The room of rows that are not in the document. */
function Gap({ rows, height, columns }: { readonly rows: number; readonly height: number; readonly columns: number }) {
  if (rows === 0) return null;
  return (
    <tr class="gap">
      <td colSpan={columns} style={{ height: `${rows * height}px` }} />
    </tr>
  );
}
