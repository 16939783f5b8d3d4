// Usage: credits per day by type and engine, credit grants, and limits.
import { useState } from 'preact/hooks';
import { credits, number, percent } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Bars, Stacks } from '../parts/bars.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, WhenLoaded } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../use-api.ts';

interface UsageDay {
  readonly day: string;
  readonly kind: string;
  readonly engine?: string;
  readonly credits: number;
  readonly count: number;
  readonly reversed: number;
}
interface UsageResponse {
  readonly mode: string;
  readonly days: readonly UsageDay[];
  readonly lots: readonly { id?: string; granted: number; left: number; createdAt?: string; expiresAt: string | null }[];
  readonly balance: number;
  readonly limits: readonly { name: string; limit: number; used: number; resetsAt?: string; action: string }[];
  readonly countedTo?: string;
}

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
            <Spent usage={usage} days={Number(period)} />
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

const sum = (rows: readonly UsageDay[], of: (row: UsageDay) => number): number => rows.reduce((total, row) => total + of(row), 0);
const net = ({ credits, reversed }: UsageDay): number => credits - reversed;

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

const typeOf = ({ kind }: UsageDay): string => labelOf(kind);
const engineOf = ({ kind, engine }: UsageDay): string => (engine ? `${labelOf(kind)} · ${labelOf(engine)}` : labelOf(kind));
const GROUPS = [
  ['kind', 'Type'],
  ['engine', 'Engine'],
] as const;

function Spent({ usage: { days }, days: span }: { readonly usage: UsageResponse; readonly days: number }) {
  const [groupBy, setGroupBy] = useState('kind');
  const nameOf = groupBy === 'kind' ? typeOf : engineOf;
  const groupName = groupBy === 'kind' ? 'type' : 'engine';
  const names = [...new Set(days.map(nameOf))].sort((a, b) => total(b) - total(a));
  function total(name: string): number {
    return sum(
      days.filter((row) => nameOf(row) === name),
      net,
    );
  }
  const all = Math.max(1, sum(days, net));
  return (
    <Card title="Credits per day" actions={<SelectField label="Group by" value={groupBy} options={GROUPS} onText={setGroupBy} />}>
      {days.length === 0 ? (
        <Empty title="No credits spent in this period">
          <p>
            Choose a longer period, or send a request in the <a href="#/playground">playground</a>. It shows the price before you send.
          </p>
        </Empty>
      ) : (
        <>
          <Stacks label={`Credits per day and ${groupName}`} names={names.slice(0, 6)} stacks={stacksOf(days, span, nameOf)} />
          <Bars
            label={`Credits by ${groupName}`}
            rows={names.map((name) => ({ name, share: total(name) / all, figure: credits(total(name)) }))}
          />
        </>
      )}
    </Card>
  );
}

/** Returns one stack per day of the period, including days without usage. */
function stacksOf(rows: readonly UsageDay[], span: number, nameOf: (row: UsageDay) => string) {
  const today = new Date();
  return Array.from({ length: span }, (_, index) => {
    const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - span + 1 + index));
    const name = date.toISOString().slice(0, 10);
    const parts = new Map<string, number>();
    for (const row of rows) if (row.day.startsWith(name)) parts.set(nameOf(row), (parts.get(nameOf(row)) ?? 0) + net(row));
    return { name, parts: [...parts].map(([part, value]) => ({ name: part, value })) };
  });
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
            { name: 'Granted on', kind: 'nowrap', show: ({ createdAt }) => <Time at={createdAt} /> },
            { name: 'Expires', kind: 'nowrap', show: ({ expiresAt }) => <Time at={expiresAt} empty="Never" /> },
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
