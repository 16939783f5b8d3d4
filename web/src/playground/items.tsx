// The items of an answer as tables: one list at a time, whatever fields it has.
import { useState } from 'preact/hooks';
import { SelectField } from '../parts/field.tsx';
import { type Column, Table } from '../parts/table.tsx';
import type { Found } from './follow.ts';

export interface ItemList {
  readonly name: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const isItem = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Lists that hold something, from the answer's data or from the answer itself. */
export function itemListsOf(found: Found): readonly ItemList[] {
  const data = isItem(found.data) ? found.data : isItem(found.response) ? found.response : found;
  return Object.entries(data)
    .filter(([name, value]) => name !== 'raw' && name !== 'attempts' && Array.isArray(value) && value.length > 0 && value.every(isItem))
    .map(([name, items]) => ({ name, items: items as ItemList['items'] }));
}

const FIRST = ['position', 'rank', 'name', 'keyword', 'title', 'question', 'url', 'domain', 'type'];
const ROWS_MAX = 200;

export function Items({ lists }: { readonly lists: readonly ItemList[] }) {
  const [chosen, setChosen] = useState('');
  const list = lists.find(({ name }) => name === chosen) ?? lists[0]!;
  const names = [...new Set(list.items.flatMap((item) => Object.keys(item).filter((name) => isFilled(item[name]))))];
  const order = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
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
        options={lists.map(({ name, items }) => [name, `${name} (${items.length})`] as const)}
        onText={setChosen}
      />
      <Table caption={list.name} columns={columns} rows={list.items.slice(0, ROWS_MAX)} keyOf={(item) => list.items.indexOf(item)} />
      {list.items.length > ROWS_MAX && <p class="tiny muted">The first {ROWS_MAX} are shown; JSON has them all.</p>}
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
