// API keys of one account, chosen by name.

import { SelectField } from '../parts/field.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { linkTo, type Route, replaceRoute } from '../route.ts';
import { useApi } from '../use-api.ts';
import type { AccountRow } from './accounts.tsx';
import { Keys } from './keys.tsx';

const pathOf = (id: string): string => `/admin/accounts/${encodeURIComponent(id)}`;

export function KeysPage({ route }: { readonly route: Route }) {
  const loaded = useApi<{ items: readonly AccountRow[] }>('/admin/accounts', 'token');
  return (
    <Page title="API keys" about="Create keys with a name, scopes, a budget and an expiry, see when they were used last, and revoke them.">
      <WhenLoaded from={loaded}>
        {({ items }) => {
          const chosen = route.id ?? items[0]?.id;
          if (chosen === undefined)
            return (
              <Empty title="No accounts yet">
                <p>
                  A key belongs to an account. <a href="#/accounts">Create the first account.</a>
                </p>
              </Empty>
            );
          return (
            <>
              <Card>
                <div class="fields">
                  <SelectField
                    label="Account"
                    value={chosen}
                    options={items.map(({ id, name }) => [id, `${name} (${id})`] as const)}
                    onText={(id) => replaceRoute(linkTo('keys', {}, id))}
                  />
                </div>
              </Card>
              <Keys key={chosen} path={pathOf(chosen)} />
            </>
          );
        }}
      </WhenLoaded>
    </Page>
  );
}
