// The keys of an account: what they are called, whether they live, and new ones.
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { credits, day, number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { useAct } from './act.ts';
import { Secrets } from './secret.tsx';

interface KeyRow {
  readonly id: string;
  readonly mode: 'live' | 'test';
  readonly createdAt?: string;
  readonly revokedAt?: string | null;
  readonly name?: string | null;
  readonly scopes?: readonly string[] | null;
  readonly budget?: number | null;
  readonly spent?: number;
  readonly expiresAt?: string | null;
}

/** What the key is called, and what it is limited to. */
const boundsOf = ({ name, scopes, budget, spent = 0, expiresAt }: KeyRow): string =>
  [
    name,
    scopes?.join(', '),
    budget == null ? null : `${number(budget - spent)} of ${credits(budget)} left`,
    expiresAt ? `until ${day(expiresAt)}` : null,
  ]
    .filter(Boolean)
    .join(' · ');

export function Keys({ path }: { readonly path: string }) {
  const answer = useAnswer<{ items: readonly KeyRow[] }>(`${path}/keys`, 'token');
  const [mode, setMode] = useState('live');
  const made = useAct<{ id: string; key: string }>();
  const revoked = useAct<null>();
  const make = () =>
    made.run(async () => {
      const key = await call<{ id: string; key: string }>(`${path}/keys`, { method: 'POST', as: 'token', body: { mode } });
      answer.reload();
      return key;
    });
  const revoke = (id: string) => {
    if (!confirm('Revoke this key? Whoever uses it is refused within seconds, for good.')) return;
    void revoked.run(async () => {
      await call(`/admin/keys/${id}`, { method: 'DELETE', as: 'token' });
      answer.reload();
      return null;
    });
  };
  return (
    <Card
      title="Keys"
      actions={
        <>
          <SelectField label="Mode" value={mode} options={['live', 'test']} onText={setMode} />
          <button type="button" class="button small" disabled={made.busy} onClick={make}>
            One more key
          </button>
        </>
      }
    >
      {made.done && <Secrets items={[[`Key ${made.done.id}`, made.done.key]]} />}
      {made.problem && <ProblemNotice problem={made.problem} />}
      {revoked.problem && <ProblemNotice problem={revoked.problem} />}
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No keys" />
          ) : (
            <Table
              caption="Keys"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'Key',
                  show: (key) => (
                    <>
                      <code>{key.id}</code>
                      <div class="bounds tiny muted">{boundsOf(key)}</div>
                    </>
                  ),
                },
                { name: 'Mode', show: (key) => <Badge word={key.mode} tone={key.mode === 'live' ? 'good' : 'note'} /> },
                { name: 'Made', kind: 'nowrap', show: ({ createdAt }) => day(createdAt) },
                {
                  name: 'State',
                  show: ({ id, revokedAt }) =>
                    revokedAt ? (
                      <Badge word={`revoked ${day(revokedAt)}`} tone="bad" />
                    ) : (
                      <button type="button" class="button small" onClick={() => revoke(id)} aria-label={`Revoke ${id}`}>
                        Revoke
                      </button>
                    ),
                },
              ]}
            />
          )
        }
      </Shown>
    </Card>
  );
}
