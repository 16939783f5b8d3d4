// Accounts: the list with a form for a new account, or one account.
import { useState } from 'preact/hooks';
import { number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo, type Route } from '../route.ts';
import { useApi } from '../use-api.ts';
import { AccountPage } from './account.tsx';
import { NewAccount } from './new-account.tsx';

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly createdAt: string;
  readonly keys: number;
}

export function Accounts({ route }: { readonly route: Route }) {
  return route.id ? <AccountPage key={route.id} id={route.id} /> : <List />;
}

function List() {
  const [creating, setCreating] = useState(false);
  const loaded = useApi<{ items: readonly AccountRow[] }>('/admin/accounts', 'token');
  return (
    <Page
      title="Accounts"
      about="Customers of this service, with their keys, credits and limits."
      actions={
        <button type="button" class="button primary" onClick={() => setCreating(!creating)} aria-expanded={creating}>
          Create account
        </button>
      }
    >
      {creating && <NewAccount onCreated={loaded.reload} />}
      <Card>
        <WhenLoaded from={loaded}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No accounts yet">
                <p>Create the first account to get its API keys.</p>
              </Empty>
            ) : (
              <Table
                caption="Accounts"
                rows={items}
                keyOf={({ id }) => id}
                stack
                columns={[
                  { name: 'Name', kind: 'lead', show: ({ id, name }) => <a href={linkTo('accounts', {}, id)}>{name}</a> },
                  { name: 'Email', kind: 'break', show: ({ email }) => <span class="muted">{email}</span> },
                  { name: 'Contract', show: ({ contract }) => <Badge value={contract} /> },
                  { name: 'Keys', kind: 'figure', show: ({ keys }) => number(keys) },
                  { name: 'Created', kind: 'time', show: ({ createdAt }) => <Time at={createdAt} /> },
                ]}
              />
            )
          }
        </WhenLoaded>
      </Card>
    </Page>
  );
}
