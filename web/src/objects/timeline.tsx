// The event history of one request as a vertical line of steps.
import type { ObjectTimeline, TimelineStep } from '../api-types.ts';
import { absoluteTime, bytes, credits, dateOf, duration, ms, number, relativeTime } from '../format.ts';
import { labelOf } from '../labels.ts';

const TITLES: Readonly<Record<string, string>> = {
  created: 'Created',
  charged: 'Charged',
  queued: 'Queued',
  claimed: 'Started',
  attempt: 'Source attempt',
  settled: 'Completed',
  reversed: 'Credits refunded',
  callback: 'Callback',
};
const BAD = new Set(['blocked', 'unreachable', 'unparsed', 'unreadable', 'suspect', 'faulty', 'failed']);

const isFailed = ({ detail }: TimelineStep): boolean => detail.faulty === true || detail.state === 'faulty';
const isBad = (step: TimelineStep): boolean =>
  step.what === 'reversed' || step.detail.ok === false || isFailed(step) || BAD.has(String(step.detail.outcome ?? step.detail.state ?? ''));

function titleOf(step: TimelineStep): string {
  if (step.detail.reused) return 'Result from cache';
  if (step.what === 'settled' && isFailed(step)) return 'Failed';
  return TITLES[step.what] ?? step.what;
}

/** Formats one detail of a step. Details without a format of their own are shown as name and value. */
function detailText(name: string, value: unknown): string {
  if (name === 'ms' && typeof value === 'number') return ms(value);
  if ((name === 'amount' || name === 'cost' || name === 'credits') && typeof value === 'number') return credits(Math.abs(value));
  if (name === 'bytes' && typeof value === 'number') return bytes(value);
  if (name === 'claims' && typeof value === 'number') return value === 1 ? '' : `${number(value)} times`;
  if (name === 'dueAt') return `due ${relativeTime(String(value))}`;
  if (name === 'deadlineAt') return `deadline ${relativeTime(String(value))}`;
  if (name === 'ageSeconds' && typeof value === 'number') return `${duration(value)} old`;
  if (name === 'askedAt') return `fetched ${absoluteTime(String(value))}`;
  if (name === 'status') return `HTTP ${String(value)}`;
  if (name === 'stopped') return (value as { reason: string }).reason;
  if (typeof value === 'object') return `${name} ${JSON.stringify(value)}`;
  if (typeof value === 'boolean') return value ? labelOf(name) : `not ${labelOf(name)}`;
  const isPlain = ['source', 'outcome', 'state', 'verdict', 'priority', 'reason'].includes(name);
  return isPlain ? labelOf(String(value)) : `${name} ${labelOf(String(value))}`;
}

export function Timeline({ timeline, live = false }: { readonly timeline: ObjectTimeline; readonly live?: boolean }) {
  return (
    <ol class="timeline" aria-label="Timeline of the request">
      {timeline.steps.map((step, index) => (
        <li key={index} class={isBad(step) ? 'bad' : 'done'}>
          <div class="row">
            <strong>{titleOf(step)}</strong>
            <StepTime at={step.at} start={timeline.steps[0]?.at ?? timeline.createdAt} isFirst={index === 0} />
          </div>
          <p class="tiny muted">
            {Object.entries(step.detail ?? {})
              .filter(([, value]) => value !== null && value !== undefined && value !== '')
              // The title of the step or the state of the request already says these.
              .filter(([name]) => name !== 'reused' && name !== 'running' && !(name === 'state' && step.what === 'settled'))
              .map(([name, value]) => detailText(name, value))
              .filter((text) => text !== '')
              .join(' · ')}
          </p>
        </li>
      ))}
      {live && timeline.state === 'waiting' && (
        <li class="now">
          <strong>{labelOf('waiting')}</strong>
        </li>
      )}
    </ol>
  );
}

/** The first step is relative to now, later steps are relative to the first one. */
function StepTime(props: { readonly at: string | null; readonly start: string; readonly isFirst: boolean }) {
  const { at, start, isFirst } = props;
  if (!at) return null;
  const date = dateOf(at);
  const sinceStart = Math.max(0, date.getTime() - dateOf(start).getTime());
  return (
    <time class="tiny muted" dateTime={date.toISOString()} title={`${date.toISOString().slice(0, 23).replace('T', ' ')} UTC`}>
      {isFirst ? relativeTime(at) : `+${ms(sinceStart)}`}
    </time>
  );
}
