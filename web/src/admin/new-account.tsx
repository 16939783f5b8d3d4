// Form that creates an account with its first keys and credits.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { labelOf } from '../labels.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import { Secrets } from './secrets.tsx';
import { optionalNumber, useAction } from './use-action.ts';

interface NewAccountResponse {
  readonly id: string;
  readonly keys: { readonly live: string; readonly test: string };
  readonly webhookSecret: string;
}

export function NewAccount({ onCreated }: { readonly onCreated: () => void }) {
  const [fields, setFields] = useState({ name: '', email: '', credits: '1000', contract: 'current' });
  const { busy, result, problem, run } = useAction<NewAccountResponse>();
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const created = await call<NewAccountResponse>('/admin/accounts', {
        method: 'POST',
        as: 'token',
        body: { ...fields, credits: optionalNumber(fields.credits) },
      });
      onCreated();
      return created;
    });
  };
  return (
    <Card title="Create account">
      {result ? (
        <Secrets
          items={[
            ['Live key', result.keys.live],
            ['Test key', result.keys.test],
            ['Webhook secret', result.webhookSecret],
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
              help="Granted once for live mode and once for test mode."
            />
            <SelectField
              label="Contract"
              value={fields.contract}
              options={['current', 'older'].map((value) => [value, labelOf(value)] as const)}
              onText={set('contract')}
            />
          </div>
          {problem && <ProblemNotice problem={problem} />}
          <div class="row">
            <button type="submit" class="button primary" disabled={busy}>
              {busy ? 'Creating…' : 'Create account'}
            </button>
          </div>
        </form>
      )}
    </Card>
  );
}
