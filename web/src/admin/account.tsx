// One account: summary, limits, notes, API keys and credits.

import { credits, number } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Card, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { WhenLoaded } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { linkTo } from '../route.ts';
import { useApi } from '../use-api.ts';
import { AccountUsage } from './account-usage.tsx';
import { CreditsCard } from './credits.tsx';
import { Keys } from './keys.tsx';
import { LimitsForm } from './limits.tsx';
import { NotesForm } from './notes.tsx';
import type { Account } from './types.ts';

export function AccountPage({ id }: { readonly id: string }) {
  const path = `/admin/accounts/${encodeURIComponent(id)}`;
  const loaded = useApi<Account>(path, 'token');
  return (
    <Page
      title={loaded.data?.name ?? 'Account'}
      about={loaded.data?.email ?? '…'}
      actions={
        <>
          <a class="button small" href={linkTo('objects', { account: id })}>
            View requests
          </a>
          <a class="button small" href="#/accounts">
            View all accounts
          </a>
        </>
      }
    >
      <WhenLoaded from={loaded}>
        {(account) => (
          <div class="columns">
            <Card title="Account">
              <Pairs
                pairs={[
                  ['Account ID', account.id],
                  ['Contract', labelOf(account.contract)],
                  ['Created', <Time key="created" at={account.createdAt} />],
                  ['Balance', `${number(account.balance?.live)} live credits, ${number(account.balance?.test)} test credits`],
                  ['Maximum results', number(account.maxResults)],
                  ['Archive', account.archive ? 'On: requests are stored longer' : 'Off'],
                  ...Object.entries(account.prices ?? {}).map(([rule, price]) => [`Price of ${rule}`, credits(price)] as const),
                ]}
              />
            </Card>
            <LimitsForm path={path} account={account} onChanged={loaded.reload} />
            <NotesForm path={path} notes={account.notes} />
          </div>
        )}
      </WhenLoaded>
      <Keys path={path} />
      <CreditsCard path={path} />
      <AccountUsage path={path} />
    </Page>
  );
}
