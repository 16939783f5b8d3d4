// Where and when messages about alerts go: webhook, email, digest and quiet hours.
import { useState } from 'preact/hooks';
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { useApi } from '../use-api.ts';
import { WEEKDAYS } from './schedule.ts';
import type { AlertDelivery } from './types.ts';

const WHEN = [
  ['atOnce', 'After each run'],
  ['daily', 'Once a day'],
  ['weekly', 'Once a week'],
] as const;

export function Delivery({ projectId }: { readonly projectId: string }) {
  const path = `/projects/${projectId}/delivery`;
  const loaded = useApi<AlertDelivery>(path);
  return (
    <Card title="Messages">
      <p class="muted">Alerts are always listed here. Messages group them, so that one bad day is one message.</p>
      <WhenLoaded from={loaded}>{(delivery) => <DeliveryForm path={path} delivery={delivery} />}</WhenLoaded>
    </Card>
  );
}

function DeliveryForm({ path, delivery }: { readonly path: string; readonly delivery: AlertDelivery }) {
  const [fields, setFields] = useState<AlertDelivery>(delivery);
  const [emails, setEmails] = useState((delivery.emails ?? []).join(', '));
  const { busy, result, problem, run } = useAction<string>();
  // Empty fields are left out of the request.
  const text = (name: 'webhook' | 'at' | 'quietFrom' | 'quietTo') => (value: string) =>
    setFields({ ...fields, [name]: value || undefined });
  const save = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const list = emails.split(/[\s,;]+/).filter((email) => email !== '');
      await call(path, { method: 'PUT', body: { ...fields, emails: list.length > 0 ? list : undefined } });
      return 'Saved.';
    });
  };
  const when = fields.when ?? 'atOnce';
  return (
    <form class="stacked" onSubmit={save} aria-label="Messages">
      <div class="fields narrow">
        <TextField
          label="Webhook URL"
          value={fields.webhook ?? ''}
          onText={text('webhook')}
          placeholder="https://"
          help="Signed like callbacks. Slack and Discord accept it too."
          wide
        />
        <TextField label="Emails" value={emails} onText={setEmails} help="Needs SMTP on the server." wide />
        <SelectField
          label="When"
          value={when}
          options={WHEN}
          onText={(value) => setFields({ ...fields, when: value as NonNullable<AlertDelivery['when']> })}
        />
        {when !== 'atOnce' && <TextField label="At (project time)" value={fields.at ?? '08:00'} onText={text('at')} placeholder="08:00" />}
        {when === 'weekly' && (
          <SelectField
            label="On"
            value={String(fields.weekday ?? 1)}
            options={WEEKDAYS.map((name, index) => [String(index + 1), name] as const)}
            onText={(value) => setFields({ ...fields, weekday: Number(value) })}
          />
        )}
        <TextField label="Quiet from" value={fields.quietFrom ?? ''} onText={text('quietFrom')} placeholder="22:00" />
        <TextField label="Quiet to" value={fields.quietTo ?? ''} onText={text('quietTo')} placeholder="07:00" />
      </div>
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <button type="submit" class="button small" disabled={busy}>
          Save messages
        </button>
        {result && <span role="status">{result}</span>}
      </div>
    </form>
  );
}
