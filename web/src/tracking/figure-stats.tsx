// The figures of a project with their change over the period.
import type { ComponentChildren } from 'preact';
import { number, percent } from '../format.ts';
import { Stats } from '../parts/page.tsx';
import { curveText } from './labels.ts';
import type { Figures } from './types.ts';

type Sides = { readonly now: Figures; readonly before: Figures | null };

/** `isBetterLow`: a smaller value is better, as for positions. */
function Difference(props: { readonly by: number | null; readonly show: (by: number) => string; readonly isBetterLow?: boolean }) {
  const { by, show, isBetterLow = false } = props;
  if (by === null) return <>No earlier check</>;
  const text = show(Math.abs(by));
  if (Number(text.replace(/[^\d.]/g, '')) === 0) return <>Unchanged</>;
  // As in all tables, the arrow up means better.
  const isBetter = by > 0 !== isBetterLow;
  return (
    <span class={isBetter ? 'up' : 'down'}>
      {isBetter ? '▲' : '▼'} {text}
    </span>
  );
}

const minus = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined ? null : now - before;
const points = (by: number): string => `${(by * 100).toFixed(1)} points`;
const value = (one: number | null, show: (known: number) => string, missing: string): ComponentChildren =>
  one === null ? <span class="muted small-text">{missing}</span> : show(one);

export function FigureStats({ now, before }: Sides) {
  const items = [
    {
      name: 'Visibility',
      value: value(now.visibility, percent, 'No checks'),
      note: <Difference by={minus(now.visibility, before?.visibility)} show={points} />,
    },
    {
      name: 'Share of voice',
      value: value(now.shareOfVoice, percent, 'No competitors'),
      note: <Difference by={minus(now.shareOfVoice, before?.shareOfVoice)} show={points} />,
    },
    {
      name: 'Estimated visits',
      value: value(now.visits, (visits) => number(Math.round(visits)), 'No volumes'),
      note: now.visits === null ? 'Per month' : <Difference by={minus(now.visits, before?.visits)} show={(by) => number(Math.round(by))} />,
    },
    {
      name: 'Average position',
      value: value(now.average, (average) => average.toFixed(1), 'None found'),
      note: <Difference by={minus(now.average, before?.average)} show={(by) => by.toFixed(1)} isBetterLow />,
    },
    {
      name: 'Found',
      value: percent(now.ranked),
      note: `Of ${number(now.keywords)} checked keywords`,
    },
    ...(now.aiAnswers > 0
      ? [{ name: 'AI citations', value: value(now.aiCited, percent, 'None'), note: `Of ${number(now.aiAnswers)} AI answers` }]
      : []),
  ];
  return <Stats items={items} />;
}

/** The assumptions behind the figures, which a reader of a report must know. */
export function FigureNotes({ now }: Pick<Sides, 'now'>) {
  const { weightedBy, curve, average, averageWithAbsent, depth, failed, skipped } = now;
  return (
    <p class="tiny muted">
      Visibility, share of voice and visits use the click curve {curveText(curve)},{' '}
      {weightedBy === 'volume' ? 'weighted by search volume' : 'with all keywords weighted alike, because few volumes are known'}.
      {averageWithAbsent !== null &&
        averageWithAbsent.toFixed(1) !== average?.toFixed(1) &&
        ` With keywords that were not found, the average position is ${averageWithAbsent.toFixed(1)}.`}{' '}
      Checked depth: {depth.min === depth.max ? `top ${depth.max}` : `top ${depth.min} to ${depth.max}`}.
      {failed + skipped > 0 && ` Left out: ${number(failed)} failed and ${number(skipped)} skipped checks.`}
    </p>
  );
}

export const BANDS = [
  ['top3', '1–3'],
  ['top10', '4–10'],
  ['top20', '11–20'],
  ['top100', '21–100'],
  ['none', 'Not found'],
] as const;
