// Makes an account with its first keys and credits.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/state.tsx';
import { numberOrNothing, useAct } from './act.ts';
import { Secrets } from './secret.tsx';

interface Made {
  readonly id: string;
  readonly keys: { readonly live: string; readonly test: string };
  readonly webhookSecret: string;
}

export function NewAccount({ onMade }: { readonly onMade: () => void }) {
  const [fields, setFields] = useState({ name: '', email: '', credits: '1000', contract: 'current' });
  const { busy, done, problem, run } = useAct<Made>();
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const made = await call<Made>('/admin/accounts', {
        method: 'POST',
        as: 'token',
        body: { ...fields, credits: numberOrNothing(fields.credits) },
      });
      onMade();
      return made;
    });
  };
  return (
    <Card title="New account">
      {done ? (
        <Secrets
          items={[
            ['Live key', done.keys.live],
            ['Test key', done.keys.test],
            ['Callback secret', done.webhookSecret],
          ]}
        />
      ) : (
        <form class="stacked" onSubmit={submit}>
          <div class="fields">
            <TextField label="Name" value={fields.name} onText={set('name')} required />
            <TextField label="Email" type="email" value={fields.email} onText={set('email')} required />
            <TextField
              label="Credits"
              type="number"
              value={fields.credits}
              onText={set('credits')}
              help="For live and for test mode each."
            />
            <SelectField label="Contract" value={fields.contract} options={['current', 'older']} onText={set('contract')} />
          </div>
          {problem && <ProblemNotice problem={problem} />}
          <div class="row">
            <button type="submit" class="button first" disabled={busy}>
              {busy ? 'Making …' : 'Make account'}
            </button>
          </div>
        </form>
      )}
    </Card>
  );
}
