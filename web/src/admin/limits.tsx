// Form for the credit limits and rate limits of an account.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { labelOf } from '../labels.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/status.tsx';
import type { Account } from './types.ts';
import { useAction } from './use-action.ts';

const fieldText = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));
/** An empty field removes the limit. */
const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const ACTIONS = ['reject', 'overcharge'].map((action) => [action, labelOf(action)] as const);

export function LimitsForm({
  path,
  account,
  onChanged,
}: {
  readonly path: string;
  readonly account: Account;
  readonly onChanged: () => void;
}) {
  const { limit = {}, rates = {} } = account;
  const [fields, setFields] = useState({
    hour: fieldText(limit.hour),
    day: fieldText(limit.day),
    action: limit.action ?? 'reject',
    perMinute: fieldText(rates.perMinute),
    burst: fieldText(rates.burst),
  });
  const { busy, result, problem, run } = useAction<string>();
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const body = {
        limit: { hour: limitOf(fields.hour), day: limitOf(fields.day), action: fields.action },
        rates: { perMinute: limitOf(fields.perMinute), burst: limitOf(fields.burst) },
      };
      await call(path, { method: 'PATCH', as: 'token', body });
      onChanged();
      return 'Limits saved.';
    });
  };
  return (
    <Card title="Limits">
      <form class="stacked" onSubmit={submit}>
        <div class="fields">
          <TextField label="Credits per hour" type="number" value={fields.hour} onText={set('hour')} placeholder="No limit" />
          <TextField label="Credits per day" type="number" value={fields.day} onText={set('day')} placeholder="No limit" />
          <SelectField label="When exceeded" value={fields.action} options={ACTIONS} onText={set('action')} />
          <TextField
            label="Requests per minute"
            type="number"
            value={fields.perMinute}
            onText={set('perMinute')}
            placeholder="Service default"
          />
          <TextField label="Burst" type="number" value={fields.burst} onText={set('burst')} placeholder="Service default" />
        </div>
        {problem && <ProblemNotice problem={problem} />}
        <div class="row">
          <button type="submit" class="button" disabled={busy}>
            Save limits
          </button>
          {result && <span role="status">{result}</span>}
        </div>
      </form>
    </Card>
  );
}
