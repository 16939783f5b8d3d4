// One account: who it is, its keys, its credits and its limits.
import { useAnswer } from '../answer.ts';
import { day, number } from '../format.ts';
import { Card, Page } from '../parts/page.tsx';
import { Shown } from '../parts/state.tsx';
import { Pairs } from '../playground/rendered.tsx';
import { linkTo } from '../route.ts';
import { Keys } from './keys.tsx';
import { LedgerCard } from './ledger.tsx';
import { Limits } from './limits.tsx';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly createdAt: string;
  readonly limit?: {
    readonly hour?: number | null;
    readonly day?: number | null;
    readonly action?: string;
    readonly chargeMultiplier?: number;
  };
  readonly rates?: { readonly perMinute?: number | null; readonly burst?: number | null };
  readonly archive?: boolean;
  readonly maxResults?: number;
  readonly balance?: { readonly live: number; readonly test: number };
  readonly prices?: Readonly<Record<string, number>>;
}

export function AccountPage({ id }: { readonly id: string }) {
  const path = `/admin/accounts/${encodeURIComponent(id)}`;
  const answer = useAnswer<Account>(path, 'token');
  return (
    <Page
      title={answer.data?.name ?? 'Account'}
      about={answer.data?.email}
      actions={
        <>
          <a class="button small" href={linkTo('objects', { account: id })}>
            Its objects
          </a>
          <a class="button small" href="#/accounts">
            All accounts
          </a>
        </>
      }
    >
      <Shown answer={answer}>
        {(account) => (
          <div class="columns">
            <Card title="Account">
              <Pairs
                pairs={[
                  ['Number', account.id],
                  ['Contract', account.contract],
                  ['Since', day(account.createdAt)],
                  ['Balance', `${number(account.balance?.live)} live, ${number(account.balance?.test)} test`],
                  ['Results per page', `${number(account.maxResults)} at most`],
                  ['Archive', account.archive ? 'keeps objects longer' : 'no'],
                  ...Object.entries(account.prices ?? {}).map(([rule, price]) => [`Price ${rule}`, String(price)] as const),
                ]}
              />
            </Card>
            <Limits path={path} account={account} onChanged={answer.reload} />
          </div>
        )}
      </Shown>
      <Keys path={path} />
      <LedgerCard path={path} />
    </Page>
  );
}
