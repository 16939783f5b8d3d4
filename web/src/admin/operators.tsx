// Operators: the list of admin tokens, and a form that creates one.
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { day } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { TextField } from '../parts/field.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import { Secrets } from './secrets.tsx';
import { useAction } from './use-action.ts';

interface OperatorList {
  readonly items: readonly { id: string; name: string; createdAt: string; lastUsedAt: string | null; revokedAt: string | null }[];
  /** Name of the signed-in operator. */
  readonly you: string;
}

interface NewOperator {
  readonly name: string;
  readonly token: string;
}

export function Operators() {
  const loaded = useApi<OperatorList>('/admin/operators', 'token');
  const [name, setName] = useState('');
  const created = useAction<NewOperator>();
  const revocation = useAction<null>();
  const add = (event: Event) => {
    event.preventDefault();
    void created.run(async () => {
      const operator = await call<NewOperator>('/admin/operators', { method: 'POST', as: 'token', body: { name: name.trim() } });
      setName('');
      loaded.reload();
      return operator;
    });
  };
  const revoke = (id: string, owner: string, you: string) => {
    const warning = owner === you ? ' You are signed in with this token and lose access.' : '';
    if (!confirm(`Revoke the token of ${owner}? Requests with it fail within 5 seconds. You cannot undo this.${warning}`)) return;
    void revocation.run(async () => {
      await call(`/admin/operators/${id}`, { method: 'DELETE', as: 'token' });
      loaded.reload();
      return null;
    });
  };
  return (
    <Page
      title="Operators"
      about="Give each operator their own admin token: the audit log records their name. ADMIN_TOKEN belongs to the operator “admin” and always works."
    >
      <Card title="Create operator">
        <form class="stacked" onSubmit={add}>
          <div class="fields">
            <TextField label="Name" value={name} onText={setName} help="Recorded in the audit log." />
          </div>
          <div class="row">
            <button type="submit" class="button primary" disabled={created.busy || name.trim() === ''}>
              Create token
            </button>
          </div>
        </form>
        {created.result && <Secrets items={[[`Token of ${created.result.name}`, created.result.token]]} />}
        {created.problem && <ProblemNotice problem={created.problem} />}
      </Card>
      <Card title="Tokens">
        {revocation.problem && <ProblemNotice problem={revocation.problem} />}
        <WhenLoaded from={loaded}>
          {({ items, you }) =>
            items.length === 0 ? (
              <Empty title="No operators yet">
                <p>Only ADMIN_TOKEN is in use. Create a token for each operator above.</p>
              </Empty>
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
                        {name} {name === you && !revokedAt && <Badge value="You" tone="note" />}
                      </>
                    ),
                  },
                  { name: 'Token', show: ({ id }) => <code>{id}</code> },
                  { name: 'Created', kind: 'time', show: ({ createdAt }) => <Time at={createdAt} /> },
                  { name: 'Last used', kind: 'time', show: ({ lastUsedAt }) => <Time at={lastUsedAt} empty="Never" /> },
                  {
                    name: 'State',
                    show: ({ id, name, revokedAt }) =>
                      revokedAt ? (
                        <Badge value={`Revoked ${day(revokedAt)}`} tone="bad" />
                      ) : (
                        <button
                          type="button"
                          class="button small"
                          onClick={() => revoke(id, name, you)}
                          aria-label={`Revoke token of ${name}`}
                        >
                          Revoke token
                        </button>
                      ),
                  },
                ]}
              />
            )
          }
        </WhenLoaded>
      </Card>
    </Page>
  );
}
