// Operators: who has a token, when it was last used, and new ones.
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { day, moment } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { TextField } from '../parts/field.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, ProblemNotice, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { useAct } from './act.ts';
import { Secrets } from './secret.tsx';

interface OperatorList {
  readonly items: readonly { id: string; name: string; createdAt: string; lastUsedAt: string | null; revokedAt: string | null }[];
  /** The operator that is signed in. */
  readonly you: string;
}

interface Made {
  readonly name: string;
  readonly token: string;
}

export function Operators() {
  const answer = useAnswer<OperatorList>('/admin/operators', 'token');
  const [name, setName] = useState('');
  const made = useAct<Made>();
  const revoked = useAct<null>();
  const add = (event: Event) => {
    event.preventDefault();
    void made.run(async () => {
      const operator = await call<Made>('/admin/operators', { method: 'POST', as: 'token', body: { name: name.trim() } });
      setName('');
      answer.reload();
      return operator;
    });
  };
  const revoke = (id: string, whose: string, you: string) => {
    const warning = whose === you ? ' It is the token you are signed in with.' : '';
    if (!confirm(`Revoke the token of ${whose}? It is refused within seconds, for good.${warning}`)) return;
    void revoked.run(async () => {
      await call(`/admin/operators/${id}`, { method: 'DELETE', as: 'token' });
      answer.reload();
      return null;
    });
  };
  return (
    <Page
      title="Operators"
      about="Everybody who runs this service has a token of their own, and the audit log names them. ADMIN_TOKEN is the operator admin and always works."
    >
      <Card title="New operator">
        <form class="row" onSubmit={add}>
          <TextField label="Name" value={name} onText={setName} help="It goes into the audit log." />
          <button type="submit" class="button first" disabled={made.busy || name.trim() === ''}>
            Make token
          </button>
        </form>
        {made.done && <Secrets items={[[`Token of ${made.done.name}`, made.done.token]]} />}
        {made.problem && <ProblemNotice problem={made.problem} />}
      </Card>
      <Card title="Tokens">
        {revoked.problem && <ProblemNotice problem={revoked.problem} />}
        <Shown answer={answer}>
          {({ items, you }) =>
            items.length === 0 ? (
              <Empty title="No operators with a name yet" />
            ) : (
              <Table
                caption="Operators"
                rows={items}
                keyOf={({ id }) => id}
                stack
                columns={[
                  {
                    name: 'Name',
                    kind: 'lead',
                    show: ({ name, revokedAt }) => (
                      <>
                        {name} {name === you && !revokedAt && <Badge word="you" tone="note" />}
                      </>
                    ),
                  },
                  { name: 'Token', show: ({ id }) => <code>{id}</code> },
                  { name: 'Made', kind: 'nowrap', show: ({ createdAt }) => day(createdAt) },
                  { name: 'Last used', kind: 'nowrap', show: ({ lastUsedAt }) => (lastUsedAt ? moment(lastUsedAt) : 'never') },
                  {
                    name: 'State',
                    show: ({ id, name, revokedAt }) =>
                      revokedAt ? (
                        <Badge word={`revoked ${day(revokedAt)}`} tone="bad" />
                      ) : (
                        <button type="button" class="button small" onClick={() => revoke(id, name, you)} aria-label={`Revoke ${name}`}>
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
    </Page>
  );
}
