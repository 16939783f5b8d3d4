// Accounts: the list with a way to make one, or one of them.
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { day, number } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { linkTo, type Route } from '../route.ts';
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
  const [making, setMaking] = useState(false);
  const answer = useAnswer<{ items: readonly AccountRow[] }>('/admin/accounts', 'token');
  return (
    <Page
      title="Accounts"
      about="Customers of this service: their keys, credits, limits and rates."
      actions={
        <button type="button" class="button first" onClick={() => setMaking(!making)} aria-expanded={making}>
          New account
        </button>
      }
    >
      {making && <NewAccount onMade={answer.reload} />}
      <Card>
        <Shown answer={answer}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No accounts yet">
                <p>Make the first one; its keys are shown once.</p>
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
                  { name: 'Contract', show: ({ contract }) => <Badge word={contract} /> },
                  { name: 'Keys', kind: 'figure', show: ({ keys }) => number(keys) },
                  { name: 'Since', kind: 'nowrap', show: ({ createdAt }) => day(createdAt) },
                ]}
              />
            )
          }
        </Shown>
      </Card>
    </Page>
  );
}
