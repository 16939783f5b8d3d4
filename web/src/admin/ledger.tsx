// The money of an account: its balance, its newest ledger rows, and a way to grant more.
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { moment, number } from '../format.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { linkTo } from '../route.ts';
import { useAct } from './act.ts';

interface Ledger {
  readonly balance: number;
  readonly entries: readonly { kind: string; amount: number; objectId: string | null; at: string }[];
}

const ROWS = 50;

export function LedgerCard({ path }: { readonly path: string }) {
  const [mode, setMode] = useState('live');
  const answer = useAnswer<Ledger>(`${path}/ledger?mode=${mode}&limit=${ROWS}`, 'token');
  return (
    <Card title="Credits" actions={<SelectField label="Mode" value={mode} options={['live', 'test']} onText={setMode} />}>
      <Grant path={path} mode={mode} onGranted={answer.reload} />
      <Shown answer={answer}>
        {({ balance, entries }) => (
          <>
            <p>
              Balance: <strong>{number(balance)}</strong>
            </p>
            {entries.length === 0 ? (
              <Empty title="The ledger is empty" />
            ) : (
              <Table
                caption="Newest ledger rows"
                rows={entries}
                keyOf={(entry) => entries.indexOf(entry)}
                columns={[
                  { name: 'Kind', show: ({ kind }) => kind },
                  { name: 'Credits', kind: 'figure', show: ({ amount }) => (amount > 0 ? `+${number(amount)}` : number(amount)) },
                  {
                    name: 'Object',
                    show: ({ objectId }) =>
                      objectId ? <a href={linkTo('objects', { account: path.split('/').at(-1)! }, objectId)}>{objectId}</a> : '–',
                  },
                  { name: 'When', kind: 'nowrap', show: ({ at }) => moment(at) },
                ]}
              />
            )}
            {entries.length === ROWS && <p class="tiny muted">The newest {ROWS} are shown.</p>}
          </>
        )}
      </Shown>
    </Card>
  );
}

function Grant({ path, mode, onGranted }: { readonly path: string; readonly mode: string; readonly onGranted: () => void }) {
  const [total, setTotal] = useState('');
  const [until, setUntil] = useState('');
  const { busy, done, problem, run } = useAct<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const body = { total: Number(total), mode, ...(until ? { expiresAt: new Date(until).toISOString() } : {}) };
      await call(`${path}/credits`, { method: 'POST', as: 'token', body });
      setTotal('');
      onGranted();
      return `${number(body.total)} granted.`;
    });
  };
  return (
    <form class="stacked" onSubmit={submit} aria-label="Grant credits">
      <div class="fields">
        <TextField label="Grant credits" type="number" value={total} onText={setTotal} required />
        <TextField label="They end" type="date" value={until} onText={setUntil} help="Empty: never." />
      </div>
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <button type="submit" class="button" disabled={busy || total === ''}>
          Grant
        </button>
        {done && <span role="status">{done}</span>}
      </div>
    </form>
  );
}
