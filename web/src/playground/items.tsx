// The lists of a result as tables, with one column per field.
import { useState } from 'preact/hooks';
import { number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { SelectField } from '../parts/field.tsx';
import { type Column, Table } from '../parts/table.tsx';
import type { ApiObject } from './use-progress.ts';

export interface ItemList {
  readonly name: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const isItem = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Returns the non-empty lists of an object, from its `data`, its `response` or its top level. */
export function itemListsOf(object: ApiObject): readonly ItemList[] {
  const data = isItem(object.data) ? object.data : isItem(object.response) ? object.response : object;
  return Object.entries(data)
    .filter(([name, value]) => name !== 'raw' && name !== 'attempts' && Array.isArray(value) && value.length > 0 && value.every(isItem))
    .map(([name, items]) => ({ name, items: items as ItemList['items'] }));
}

const FIRST_COLUMNS = ['position', 'rank', 'name', 'keyword', 'title', 'question', 'url', 'domain', 'type'];
const ROWS_MAX = 200;

export function Items({ lists }: { readonly lists: readonly ItemList[] }) {
  const [chosen, setChosen] = useState('');
  const list = lists.find(({ name }) => name === chosen) ?? lists[0]!;
  const names = [...new Set(list.items.flatMap((item) => Object.keys(item).filter((name) => isFilled(item[name]))))];
  const order = (name: string) => (FIRST_COLUMNS.includes(name) ? FIRST_COLUMNS.indexOf(name) : FIRST_COLUMNS.length);
  const columns: Column<ItemList['items'][number]>[] = names
    .sort((a, b) => order(a) - order(b))
    .map((name) => ({
      name,
      kind: list.items.every((item) => typeof item[name] === 'number' || !isFilled(item[name])) ? 'figure' : 'break',
      show: (item) => <Value value={item[name]} />,
    }));
  return (
    <div class="stacked">
      <SelectField
        label="List"
        value={list.name}
        options={lists.map(({ name, items }) => [name, `${labelOf(name)} (${number(items.length)})`] as const)}
        onText={setChosen}
      />
      <Table
        caption={labelOf(list.name)}
        columns={columns}
        rows={list.items.slice(0, ROWS_MAX)}
        keyOf={(item) => list.items.indexOf(item)}
      />
      {list.items.length > ROWS_MAX && <p class="tiny muted">Only the first {ROWS_MAX} items are shown. The JSON tab has all of them.</p>}
    </div>
  );
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

function Value({ value }: { readonly value: unknown }) {
  if (!isFilled(value)) return null;
  if (typeof value === 'string' && /^https?:\/\//.test(value))
    return (
      <a href={value} rel="noreferrer noopener" target="_blank">
        {value.replace(/^https?:\/\//, '')}
      </a>
    );
  if (typeof value === 'object') return <code class="tiny">{JSON.stringify(value)}</code>;
  return <>{String(value)}</>;
}
