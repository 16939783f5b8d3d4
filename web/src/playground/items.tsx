// The lists of a result as a table with rows of one height, chosen columns, an order and a CSV copy.
import { useState } from 'preact/hooks';
import { number } from '../format.ts';
import { fieldLabelOf, labelOf } from '../labels.ts';
import { CopyButton } from '../parts/code.tsx';
import { cellText, csvOf } from '../parts/csv.ts';
import { CheckField, SelectField } from '../parts/field.tsx';
import '../style/items.css';
import { columnsOf, defaultColumnsOf, type Item, type ItemList, type ItemOrder, isFilled, isNumeric, sortItems } from './item-table.ts';

/** More rows would slow the page down. The CSV copy has all of them. */
const ROWS_MAX = 1000;

export function Items({ lists }: { readonly lists: readonly ItemList[] }) {
  const [chosen, setChosen] = useState('');
  const list = lists.find(({ name }) => name === chosen) ?? lists[0]!;
  return (
    <div class="stacked">
      <div class="fields">
        <SelectField
          label="List"
          value={list.name}
          options={lists.map(({ name, items }) => [name, `${labelOf(name)} (${number(items.length)})`] as const)}
          onText={setChosen}
        />
      </div>
      <ListTable key={list.name} list={list} />
    </div>
  );
}

function ListTable({ list: { name: listName, items } }: { readonly list: ItemList }) {
  const all = columnsOf(items);
  const [shown, setShown] = useState<readonly string[]>(() => defaultColumnsOf(items, all));
  const [order, setOrder] = useState<ItemOrder | null>(null);
  const columns = all.filter((name) => shown.includes(name));
  const figures = new Set(columns.filter((name) => isNumeric(items, name)));
  const sorted = sortItems(items, order);
  const choose = (name: string, on: boolean) => setShown(on ? [...shown, name] : shown.filter((one) => one !== name));
  /** The third click on a heading restores the order of the result. */
  const sortBy = (column: string) =>
    setOrder(order?.column !== column ? { column, descending: false } : order.descending ? null : { column, descending: true });
  return (
    <>
      <div class="row">
        <CopyButton text={() => csvOf(columns, sorted)} label="Copy as CSV" />
        <span class="tiny muted">
          {number(columns.length)} of {number(all.length)} columns
        </span>
      </div>
      <details>
        <summary class="tiny">Choose columns</summary>
        <fieldset class="column-choice">
          <legend class="visually-hidden">Columns</legend>
          {all.map((name) => (
            <CheckField key={name} label={fieldLabelOf(name)} hint={name} value={shown.includes(name)} onValue={(on) => choose(name, on)} />
          ))}
        </fieldset>
      </details>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section class="scroll items" aria-label={labelOf(listName)} tabIndex={0}>
        <table class="even-rows">
          <caption class="visually-hidden">{labelOf(listName)}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <Heading key={name} name={name} isFigure={figures.has(name)} order={order} onSort={() => sortBy(name)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, ROWS_MAX).map((item) => (
              <tr key={items.indexOf(item)}>
                {columns.map((name) => (
                  <Cell key={name} value={item[name]} isFigure={figures.has(name)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {items.length > ROWS_MAX && (
        <p class="tiny muted">Only the first {number(ROWS_MAX)} items are shown. Copy as CSV and the JSON tab have all of them.</p>
      )}
    </>
  );
}

function Heading(props: {
  readonly name: string;
  readonly isFigure: boolean;
  readonly order: ItemOrder | null;
  readonly onSort: () => void;
}) {
  const { name, isFigure, order, onSort } = props;
  const direction = order?.column !== name ? undefined : order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={isFigure ? 'figure' : ''} aria-sort={direction}>
      <button type="button" onClick={onSort} title={name}>
        {fieldLabelOf(name)}
        <span aria-hidden="true">{direction === 'ascending' ? ' ▲' : direction === 'descending' ? ' ▼' : ''}</span>
      </button>
    </th>
  );
}

/** One line. The whole value is shown on hover. */
function Cell({ value, isFigure }: { readonly value: Item[string]; readonly isFigure: boolean }) {
  const text = isFilled(value) ? cellText(value) : '';
  return (
    <td class={isFigure ? 'figure' : ''} title={text}>
      {/^https?:\/\//.test(text) ? (
        <a href={text} rel="noreferrer noopener" target="_blank">
          {text.replace(/^https?:\/\/(?:www\.)?/, '')}
        </a>
      ) : (
        text
      )}
    </td>
  );
}
