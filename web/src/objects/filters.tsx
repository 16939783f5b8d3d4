// Filters of the request list, stored in the URL, so that a filtered list can be shared.
import { useEffect, useState } from 'preact/hooks';
import { ENGINES } from '../../../src/contract/vocabulary.ts';
import { labelOf } from '../labels.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { linkTo, type Route, replaceRoute } from '../route.ts';

export const FILTERS = ['q', 'kind', 'state', 'engine', 'region', 'from', 'to', 'account', 'mode'] as const;
export type Filter = Partial<Record<(typeof FILTERS)[number], string>>;

export const filterOf = ({ query }: Route): Filter =>
  Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? undefined]).filter(([, value]) => value !== undefined));

const WAIT_MS = 300;
const withLabel = (value: string) => [value, labelOf(value)] as const;
const KINDS = [['', 'All types'] as const, ...['serp', 'keyword', 'ai'].map(withLabel)];
const STATES = [['', 'All states'] as const, ...['waiting', 'ready', 'faulty'].map(withLabel)];

const MODES = ['live', 'test'].map(withLabel);
/** The list of one account has one mode, live by default. */
const BOTH_MODES = ['', 'Live and test'] as const;

export function Filters({ filter, operator }: { readonly filter: Filter; readonly operator: boolean }) {
  const [typed, setTyped] = useState(filter);
  const text = JSON.stringify(typed);
  // Wait until the user stops typing.
  useEffect(() => {
    if (text === JSON.stringify(filter)) return;
    const timer = setTimeout(() => replaceRoute(linkTo('objects', JSON.parse(text) as Filter)), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const set = (name: keyof Filter) => (value: string) => setTyped({ ...typed, [name]: value || undefined });
  return (
    <search class="fields narrow" aria-label="Requests">
      <TextField label="Search" type="search" placeholder="Words in the query" value={typed.q ?? ''} onText={set('q')} />
      <SelectField label="Type" value={typed.kind ?? ''} options={KINDS} onText={set('kind')} />
      <SelectField label="State" value={typed.state ?? ''} options={STATES} onText={set('state')} />
      <SelectField
        label="Engine"
        value={typed.engine ?? ''}
        options={[['', 'All engines'] as const, ...ENGINES.map(withLabel)]}
        onText={set('engine')}
      />
      <TextField label="Region" placeholder="DE, Berlin, …" value={typed.region ?? ''} onText={set('region')} />
      <TextField label="From" type="date" value={typed.from ?? ''} onText={set('from')} />
      <TextField label="To" type="date" value={typed.to ?? ''} onText={set('to')} />
      {operator && (
        <>
          <TextField label="Account" placeholder="All accounts" value={typed.account ?? ''} onText={set('account')} />
          <SelectField
            label="Mode"
            value={typed.mode ?? (typed.account ? 'live' : '')}
            options={typed.account ? MODES : [BOTH_MODES, ...MODES]}
            onText={set('mode')}
          />
        </>
      )}
    </search>
  );
}
