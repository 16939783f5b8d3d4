// Credits per day by type or engine, as a chart.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { credits } from '../format.ts';
import { labelOf } from '../labels.ts';
import { Bars, Stacks } from '../parts/bars.tsx';
import { SelectField } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Empty } from '../parts/status.tsx';

export interface UsageDay {
  readonly day: string;
  readonly kind: string;
  readonly engine?: string;
  readonly credits: number;
  readonly count: number;
  readonly reversed: number;
}
export interface UsageResponse {
  readonly mode: string;
  readonly days: readonly UsageDay[];
  readonly lots: readonly { id?: string; granted: number; left: number; createdAt?: string; expiresAt: string | null }[];
  readonly balance: number;
  readonly limits: readonly { name: string; limit: number; used: number; resetsAt?: string; action: string }[];
  readonly countedTo?: string;
}

export const sum = (rows: readonly UsageDay[], of: (row: UsageDay) => number): number => rows.reduce((total, row) => total + of(row), 0);
export const net = ({ credits, reversed }: UsageDay): number => credits - reversed;

const typeOf = ({ kind }: UsageDay): string => labelOf(kind);
const engineOf = ({ kind, engine }: UsageDay): string => (engine ? `${labelOf(kind)} · ${labelOf(engine)}` : labelOf(kind));
const GROUPS = [
  ['kind', 'Type'],
  ['engine', 'Engine'],
] as const;

/** The children say what to do when there is no usage. `actions` are other choices of the reader. */
export function Spent({
  usage: { days },
  days: span,
  title = 'Credits per day',
  actions,
  children,
}: {
  readonly usage: Pick<UsageResponse, 'days'>;
  readonly days: number;
  readonly title?: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
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
    <Card
      title={title}
      actions={
        <>
          {actions}
          <SelectField label="Group by" value={groupBy} options={GROUPS} onText={setGroupBy} />
        </>
      }
    >
      {days.length === 0 ? (
        <Empty title="No credits spent in this period">
          <p>{children}</p>
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
