// Form that creates an API key with its restrictions, and shows the key once.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { labelOf } from '../labels.ts';
import { CheckField, SelectField, TextField } from '../parts/field.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { MODES } from './modes.ts';
import { ALL_SCOPES, bodyOf, type KeyFields, NEW_KEY } from './new-key.ts';
import { Secrets } from './secrets.tsx';
import { useAction } from './use-action.ts';

export function KeyForm({ path, onCreated }: { readonly path: string; readonly onCreated: () => void }) {
  const [fields, setFields] = useState<KeyFields>(NEW_KEY);
  const { busy, result, problem, run } = useAction<{ id: string; key: string }>();
  const set = (name: keyof KeyFields) => (text: string) => setFields({ ...fields, [name]: text });
  const toggle = (scope: string) => (isOn: boolean) =>
    setFields({ ...fields, scopes: ALL_SCOPES.filter((each) => (each === scope ? isOn : fields.scopes.includes(each))) });
  const create = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const key = await call<{ id: string; key: string }>(`${path}/keys`, { method: 'POST', as: 'token', body: bodyOf(fields) });
      setFields(NEW_KEY);
      onCreated();
      return key;
    });
  };
  return (
    <>
      <form class="stacked" onSubmit={create}>
        <div class="fields">
          <TextField label="Key name" value={fields.name} onText={set('name')} placeholder="No name" />
          <SelectField label="Key mode" value={fields.mode} options={MODES} onText={set('mode')} />
          <TextField
            label="Budget"
            type="number"
            value={fields.budget}
            onText={set('budget')}
            placeholder="No limit"
            help="Credits in total."
          />
          <TextField label="Last day" type="date" value={fields.expires} onText={set('expires')} help="Empty: the key does not expire." />
        </div>
        <fieldset class="row">
          <legend>Scopes (none selected: all)</legend>
          {ALL_SCOPES.map((scope) => (
            <CheckField key={scope} label={labelOf(scope)} value={fields.scopes.includes(scope)} onValue={toggle(scope)} />
          ))}
        </fieldset>
        {problem && <ProblemNotice problem={problem} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={busy}>
            Create key
          </button>
        </div>
      </form>
      {result && <Secrets items={[[`Key ${result.id}`, result.key]]} />}
    </>
  );
}
