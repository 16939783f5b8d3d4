// The credits of an account: balance, newest ledger entries, and a form that grants credits.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { credits, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import { MODES } from './modes.ts';
import { useAction } from './use-action.ts';

interface Ledger {
  readonly balance: number;
  readonly entries: readonly { kind: string; amount: number; objectId: string | null; at: string }[];
}

const ENTRIES_MAX = 50;

export function CreditsCard({ path }: { readonly path: string }) {
  const [mode, setMode] = useState('live');
  const loaded = useApi<Ledger>(`${path}/ledger?mode=${mode}&limit=${ENTRIES_MAX}`, 'token');
  return (
    <Card title="Credits" actions={<SelectField label="Mode" value={mode} options={MODES} onText={setMode} />}>
      <GrantForm path={path} mode={mode} onGranted={loaded.reload} />
      <WhenLoaded from={loaded}>
        {({ balance, entries }) => (
          <>
            <p>
              Balance <strong>{credits(balance)}</strong>
            </p>
            {entries.length === 0 ? (
              <Empty title="No ledger entries yet">
                <p>Nothing was granted or charged in this mode. Grant credits above.</p>
              </Empty>
            ) : (
              <Table
                caption="Newest ledger entries"
                rows={entries}
                keyOf={(entry) => entries.indexOf(entry)}
                stack
                columns={[
                  { name: 'Type', kind: 'lead', show: ({ kind }) => labelOf(kind) },
                  { name: 'Credits', kind: 'figure', show: ({ amount }) => (amount > 0 ? `+${number(amount)}` : number(amount)) },
                  {
                    name: 'Request',
                    show: ({ objectId }) =>
                      objectId ? <a href={linkTo('objects', { account: path.split('/').at(-1)! }, objectId)}>{objectId}</a> : '–',
                  },
                  { name: 'Time', kind: 'time', show: ({ at }) => <Time at={at} /> },
                ]}
              />
            )}
            {entries.length === ENTRIES_MAX && <p class="tiny muted">Only the newest {ENTRIES_MAX} entries are shown.</p>}
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}

function GrantForm({ path, mode, onGranted }: { readonly path: string; readonly mode: string; readonly onGranted: () => void }) {
  const [total, setTotal] = useState('');
  const [until, setUntil] = useState('');
  const { busy, result, problem, run } = useAction<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const body = { total: Number(total), mode, ...(until ? { expiresAt: new Date(until).toISOString() } : {}) };
      await call(`${path}/credits`, { method: 'POST', as: 'token', body });
      setTotal('');
      onGranted();
      return `${credits(body.total)} granted.`;
    });
  };
  return (
    <form class="stacked" onSubmit={submit} aria-label="Grant credits">
      <div class="fields">
        <TextField label="Credits" type="number" value={total} onText={setTotal} required />
        <TextField label="Expires" type="date" value={until} onText={setUntil} help="Leave empty for credits that never expire." />
      </div>
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <button type="submit" class="button" disabled={busy || total === ''}>
          Grant credits
        </button>
        {result && <span role="status">{result}</span>}
      </div>
    </form>
  );
}
