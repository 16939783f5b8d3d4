// Usage: credits by day, by kind and engine; lots and when they end; limits and how close they are.
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { ago, day, moment, number, percent } from '../format.ts';
import { Bars, Stacks } from '../parts/bars.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card, Page, Stats } from '../parts/page.tsx';
import { Empty, Shown } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';

interface UsageDay {
  readonly day: string;
  readonly kind: string;
  readonly engine?: string;
  readonly credits: number;
  readonly count: number;
  readonly reversed: number;
}
interface UsageAnswer {
  readonly mode: string;
  readonly days: readonly UsageDay[];
  readonly lots: readonly { id?: string; granted: number; left: number; createdAt?: string; expiresAt: string | null }[];
  readonly balance: number;
  readonly limits: readonly { name: string; limit: number; used: number; resetsAt?: string; action: string }[];
  readonly countedTo?: string;
}

const SPANS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

export function Usage() {
  const [span, setSpan] = useState('30');
  const answer = useAnswer<UsageAnswer>(`/usage?days=${span}`);
  return (
    <Page
      title="Usage"
      about="Where the credits went, what is left of them, and how close the limits are."
      actions={<SelectField label="Time" value={span} options={SPANS} onText={setSpan} />}
    >
      <Shown answer={answer}>
        {(usage) => (
          <>
            <Figures usage={usage} />
            <Spent usage={usage} days={Number(span)} />
            <div class="columns">
              <Lots usage={usage} />
              <Limits usage={usage} />
            </div>
          </>
        )}
      </Shown>
    </Page>
  );
}

const sum = (rows: readonly UsageDay[], of: (row: UsageDay) => number): number => rows.reduce((total, row) => total + of(row), 0);
const net = ({ credits, reversed }: UsageDay): number => credits - reversed;

function Figures({ usage: { days, balance, mode, countedTo } }: { readonly usage: UsageAnswer }) {
  const [count, reversed] = [sum(days, (row) => row.count), sum(days, (row) => row.reversed)];
  return (
    <Stats
      items={[
        { name: 'Balance', value: number(balance), note: `${mode} credits` },
        {
          name: 'Spent',
          value: number(sum(days, net)),
          note: countedTo ? `counted up to ${ago(countedTo)}` : 'what was given back taken off',
        },
        { name: 'Requests', value: number(count) },
        { name: 'Given back', value: number(reversed), note: 'for what could not be answered' },
      ]}
    />
  );
}

const named = ({ kind, engine }: UsageDay): string => (engine ? `${kind} · ${engine}` : kind);

function Spent({ usage: { days }, days: span }: { readonly usage: UsageAnswer; readonly days: number }) {
  const [by, setBy] = useState<'kind' | 'engine'>('kind');
  const nameOf = by === 'kind' ? ({ kind }: UsageDay) => kind : named;
  const names = [...new Set(days.map(nameOf))].sort((a, b) => total(b) - total(a));
  function total(name: string): number {
    return sum(
      days.filter((row) => nameOf(row) === name),
      net,
    );
  }
  const all = Math.max(1, sum(days, net));
  return (
    <Card
      title="Credits by day"
      actions={<SelectField label="By" value={by} options={['kind', 'engine']} onText={(text) => setBy(text as 'kind' | 'engine')} />}
    >
      {days.length === 0 ? (
        <Empty title="Nothing was spent in these days">
          <p>
            The <a href="#/playground">playground</a> shows the price of a request before it is sent.
          </p>
        </Empty>
      ) : (
        <>
          <Stacks label={`Credits by day and ${by}`} names={names.slice(0, 6)} stacks={stacksOf(days, span, nameOf)} />
          <Bars label={`Credits by ${by}`} rows={names.map((name) => ({ name, share: total(name) / all, figure: number(total(name)) }))} />
        </>
      )}
    </Card>
  );
}

/** Every day of the span, also those on which nothing happened. */
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

function Lots({ usage: { lots } }: { readonly usage: UsageAnswer }) {
  return (
    <Card title="Lots of credits">
      {lots.length === 0 ? (
        <Empty title="No credits were granted yet">
          <p>The operator grants them, under Accounts or with the command line.</p>
        </Empty>
      ) : (
        <Table
          caption="Lots"
          rows={lots}
          keyOf={(lot) => lot.id ?? lots.indexOf(lot)}
          columns={[
            { name: 'Granted', kind: 'figure', show: ({ granted }) => number(granted) },
            { name: 'Left', kind: 'figure', show: ({ left }) => number(left) },
            { name: 'Since', kind: 'nowrap', show: ({ createdAt }) => day(createdAt) },
            { name: 'Ends', kind: 'nowrap', show: ({ expiresAt }) => (expiresAt ? moment(expiresAt) : 'never') },
          ]}
        />
      )}
    </Card>
  );
}

function Limits({ usage: { limits } }: { readonly usage: UsageAnswer }) {
  const tone = (share: number) => (share >= 1 ? 'bad' : share >= 0.8 ? 'wait' : '');
  return (
    <Card title="Limits">
      {limits.length === 0 ? (
        <Empty title="No limits on credits">
          <p>The operator can set them per hour and per day.</p>
        </Empty>
      ) : (
        <>
          <Bars
            label="Limits"
            rows={limits.map(({ name, limit, used }) => ({
              name: `per ${name}`,
              share: used / Math.max(1, limit),
              figure: `${number(used)} of ${number(limit)} (${percent(used / Math.max(1, limit))})`,
              tone: tone(used / Math.max(1, limit)),
            }))}
          />
          {limits.map(({ name, action, resetsAt }) => (
            <p key={name} class="tiny muted">
              Past the limit per {name} requests are {action === 'reject' ? 'refused' : 'charged more'}
              {resetsAt ? `; the oldest use stops counting at ${moment(resetsAt)}` : ''}.
            </p>
          ))}
        </>
      )}
    </Card>
  );
}
