// What the list of objects can be narrowed by; the filter stands in the address, so that it can be kept and passed on.
import { useEffect, useState } from 'preact/hooks';
import { ENGINES } from '../../../src/contract/vocabulary.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { linkTo, type Route, replaceRoute } from '../route.ts';

export const FILTERS = ['q', 'kind', 'state', 'engine', 'region', 'from', 'to', 'account', 'mode'] as const;
export type Filter = Partial<Record<(typeof FILTERS)[number], string>>;

export const filterOf = ({ query }: Route): Filter =>
  Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? undefined]).filter(([, value]) => value !== undefined));

const WAIT_MS = 300;
const KINDS = [['', 'every kind'] as const, 'serp', 'keyword', 'ai'] as const;
const STATES = [['', 'every state'] as const, 'waiting', 'ready', 'faulty'] as const;

export function Filters({ filter, operator }: { readonly filter: Filter; readonly operator: boolean }) {
  const [typed, setTyped] = useState(filter);
  const text = JSON.stringify(typed);
  // Typing is let settle before it asks the service.
  useEffect(() => {
    if (text === JSON.stringify(filter)) return;
    const timer = setTimeout(() => replaceRoute(linkTo('objects', JSON.parse(text) as Filter)), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const set = (name: keyof Filter) => (value: string) => setTyped({ ...typed, [name]: value || undefined });
  return (
    <search class="fields narrow" aria-label="Objects">
      <TextField label="Words" type="search" placeholder="in what was asked" value={typed.q ?? ''} onText={set('q')} />
      <SelectField label="Kind" value={typed.kind ?? ''} options={KINDS} onText={set('kind')} />
      <SelectField label="State" value={typed.state ?? ''} options={STATES} onText={set('state')} />
      <SelectField label="Engine" value={typed.engine ?? ''} options={[['', 'every engine'] as const, ...ENGINES]} onText={set('engine')} />
      <TextField label="Region" placeholder="DE, Berlin, …" value={typed.region ?? ''} onText={set('region')} />
      <TextField label="From" type="date" value={typed.from ?? ''} onText={set('from')} />
      <TextField label="To" type="date" value={typed.to ?? ''} onText={set('to')} />
      {operator && <TextField label="Account" placeholder="every account" value={typed.account ?? ''} onText={set('account')} />}
    </search>
  );
}
