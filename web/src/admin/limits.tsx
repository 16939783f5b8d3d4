// Limits and rates of an account, to be changed.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/state.tsx';
import type { Account } from './account.tsx';
import { useAct } from './act.ts';

const written = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));
/** An empty field takes the limit away. */
const read = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export function Limits({ path, account, onChanged }: { readonly path: string; readonly account: Account; readonly onChanged: () => void }) {
  const { limit = {}, rates = {} } = account;
  const [fields, setFields] = useState({
    hour: written(limit.hour),
    day: written(limit.day),
    action: limit.action ?? 'reject',
    perMinute: written(rates.perMinute),
    burst: written(rates.burst),
  });
  const { busy, done, problem, run } = useAct<string>();
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const body = {
        limit: { hour: read(fields.hour), day: read(fields.day), action: fields.action },
        rates: { perMinute: read(fields.perMinute), burst: read(fields.burst) },
      };
      await call(path, { method: 'PATCH', as: 'token', body });
      onChanged();
      return 'Changed, and noted in the audit log.';
    });
  };
  return (
    <Card title="Limits and rates">
      <form class="stacked" onSubmit={submit}>
        <div class="fields">
          <TextField label="Credits per hour" type="number" value={fields.hour} onText={set('hour')} placeholder="no limit" />
          <TextField label="Credits per day" type="number" value={fields.day} onText={set('day')} placeholder="no limit" />
          <SelectField label="Past the limit" value={fields.action} options={['reject', 'overcharge']} onText={set('action')} />
          <TextField
            label="Calls per minute"
            type="number"
            value={fields.perMinute}
            onText={set('perMinute')}
            placeholder="as the service has it"
          />
          <TextField label="Calls at once" type="number" value={fields.burst} onText={set('burst')} placeholder="as the service has it" />
        </div>
        {problem && <ProblemNotice problem={problem} />}
        <div class="row">
          <button type="submit" class="button" disabled={busy}>
            Change limits
          </button>
          {done && <span role="status">{done}</span>}
        </div>
      </form>
    </Card>
  );
}
