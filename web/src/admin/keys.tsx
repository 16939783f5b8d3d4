// The API keys of an account: list, create and revoke.
import { call } from '../api.ts';
import { credits, day, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/page.tsx';
import { Empty, ProblemNotice, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import { KeyForm } from './key-form.tsx';
import { useAction } from './use-action.ts';

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
  readonly lastUsedAt?: string | null;
}

/** Returns the name and the restrictions of a key. */
const restrictionsOf = ({ name, scopes, budget, spent = 0, expiresAt }: KeyRow): string =>
  [
    name,
    scopes?.map(labelOf).join(', '),
    budget == null ? null : `${number(budget - spent)} of ${credits(budget)} remaining`,
    expiresAt ? `expires ${day(expiresAt)}` : null,
  ]
    .filter(Boolean)
    .join(' · ');

export function Keys({ path }: { readonly path: string }) {
  const loaded = useApi<{ items: readonly KeyRow[] }>(`${path}/keys`, 'token');
  const revocation = useAction<null>();
  const revoke = (id: string) => {
    if (!confirm('Revoke this key? Requests with it fail within 5 seconds. You cannot undo this.')) return;
    void revocation.run(async () => {
      await call(`/admin/keys/${id}`, { method: 'DELETE', as: 'token' });
      loaded.reload();
      return null;
    });
  };
  return (
    <Card title="API keys">
      <KeyForm path={path} onCreated={loaded.reload} />
      {revocation.problem && <ProblemNotice problem={revocation.problem} />}
      <WhenLoaded from={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No keys yet">
              <p>Without a key the account cannot send requests. Create one above.</p>
            </Empty>
          ) : (
            <Table
              caption="Keys"
              rows={items}
              keyOf={({ id }) => id}
              stack
              columns={[
                {
                  name: 'Key',
                  kind: 'lead',
                  show: (key) => (
                    <>
                      <code>{key.id}</code>
                      <div class="restrictions tiny muted">{restrictionsOf(key)}</div>
                    </>
                  ),
                },
                { name: 'Mode', show: (key) => <Badge value={key.mode} tone={key.mode === 'live' ? 'good' : 'note'} /> },
                { name: 'Created', kind: 'time', show: ({ createdAt }) => <Time at={createdAt} /> },
                { name: 'Last used', kind: 'time', show: ({ lastUsedAt }) => <Time at={lastUsedAt} empty="Never" /> },
                {
                  name: 'State',
                  show: ({ id, revokedAt }) =>
                    revokedAt ? (
                      <Badge value={`Revoked ${day(revokedAt)}`} tone="bad" />
                    ) : (
                      <button type="button" class="button small" onClick={() => revoke(id)} aria-label={`Revoke key ${id}`}>
                        Revoke key
                      </button>
                    ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
    </Card>
  );
}
