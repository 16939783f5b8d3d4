// Usage: credits per day by type and engine, credit grants, and limits.
import { useState } from 'preact/hooks';
import { credits, number, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Bars } from '../parts/bars.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';
import { net, Spent, sum, type UsageResponse } from './spent.tsx';

const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;

export function Usage() {
  const [period, setPeriod] = useState('30');
  const loaded = useApi<UsageResponse>(`/usage?days=${period}`);
  return (
    <Page
      title="Usage"
      about="Credits spent, credits remaining, and the use of your limits."
      actions={<SelectField label="Period" value={period} options={PERIODS} onText={setPeriod} />}
    >
      <WhenLoaded from={loaded}>
        {(usage) => (
          <>
            <Figures usage={usage} />
            <Spent usage={usage} days={Number(period)}>
              Choose a longer period, or send a request in the <a href="#/playground">playground</a>. It shows the price before you send.
            </Spent>
            <div class="columns">
              <CreditGrants usage={usage} />
              <Limits usage={usage} />
            </div>
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}

function Figures({ usage: { days, balance, mode, countedTo } }: { readonly usage: UsageResponse }) {
  const [count, reversed] = [sum(days, (row) => row.count), sum(days, (row) => row.reversed)];
  return (
    <Stats
      items={[
        { name: 'Balance', value: number(balance), note: `${labelOf(mode)} credits` },
        {
          name: 'Spent',
          value: number(sum(days, net)),
          note: countedTo ? (
            <>
              Credits, counted up to <Time at={countedTo} />
            </>
          ) : (
            'Credits, without refunds'
          ),
        },
        { name: 'Requests', value: number(count), note: 'In this period' },
        { name: 'Refunded', value: number(reversed), note: 'Credits of failed requests' },
      ]}
    />
  );
}

function CreditGrants({ usage: { lots } }: { readonly usage: UsageResponse }) {
  return (
    <Card title="Credit grants">
      {lots.length === 0 ? (
        <Empty title="No credits granted yet">
          <p>Ask the operator of this service to grant credits to your account.</p>
        </Empty>
      ) : (
        <Table
          caption="Credit grants"
          rows={lots}
          keyOf={(lot) => lot.id ?? lots.indexOf(lot)}
          columns={[
            { name: 'Granted', kind: 'figure', show: ({ granted }) => number(granted) },
            { name: 'Remaining', kind: 'figure', show: ({ left }) => number(left) },
            { name: 'Granted on', kind: 'time', show: ({ createdAt }) => <Time at={createdAt} /> },
            { name: 'Expires', kind: 'time', show: ({ expiresAt }) => <Time at={expiresAt} empty="Never" /> },
          ]}
        />
      )}
    </Card>
  );
}

function Limits({ usage: { limits } }: { readonly usage: UsageResponse }) {
  const tone = (share: number) => (share >= 1 ? 'bad' : share >= 0.8 ? 'wait' : '');
  return (
    <Card title="Limits">
      {limits.length === 0 ? (
        <Empty title="No credit limits">
          <p>Your account has no limit per hour or per day. The operator can set one.</p>
        </Empty>
      ) : (
        <>
          <Bars
            label="Limits"
            rows={limits.map(({ name, limit, used }) => ({
              name: `Per ${name}`,
              share: used / Math.max(1, limit),
              figure: `${number(used)} of ${credits(limit)} (${percent(used / Math.max(1, limit))})`,
              tone: tone(used / Math.max(1, limit)),
            }))}
          />
          {limits.map(({ name, action, resetsAt }) => (
            <p key={name} class="tiny muted">
              Above the limit per {name}, requests {action === 'reject' ? 'are rejected' : 'cost more'}.
              {resetsAt && (
                <>
                  {' '}
                  The oldest usage stops counting <Time at={resetsAt} />.
                </>
              )}
            </p>
          ))}
        </>
      )}
    </Card>
  );
}
