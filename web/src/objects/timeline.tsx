// The life of an object as a line of steps.
import type { Life, Step } from '../answers.ts';
import { clock, credits, moment, ms } from '../format.ts';

const WORDS: Readonly<Record<string, string>> = {
  created: 'Created',
  charged: 'Charged',
  queued: 'Queued',
  claimed: 'Taken by a worker',
  attempt: 'Source asked',
  settled: 'Settled',
  reversed: 'Credits given back',
  callback: 'Callback',
};
const BAD = new Set(['blocked', 'unreachable', 'unparsed', 'unreadable', 'suspect', 'faulty', 'failed']);

const isBad = ({ what, detail }: Step): boolean =>
  what === 'reversed' || detail.ok === false || detail.faulty === true || BAD.has(String(detail.outcome ?? detail.state ?? ''));

/** A detail as words; what is unknown is written as it came. */
function written(name: string, value: unknown): string {
  if (name === 'ms' && typeof value === 'number') return ms(value);
  if ((name === 'amount' || name === 'cost' || name === 'credits') && typeof value === 'number') return credits(Math.abs(value));
  if (name === 'askedAt') return `the source was asked on ${moment(String(value))}`;
  if (name === 'stopped') return (value as { reason: string }).reason;
  if (typeof value === 'object') return `${name} ${JSON.stringify(value)}`;
  if (typeof value === 'boolean') return value ? name : `not ${name}`;
  return name === 'source' || name === 'outcome' || name === 'state' || name === 'verdict' ? String(value) : `${name} ${String(value)}`;
}

export function Timeline({ life, live = false }: { readonly life: Life; readonly live?: boolean }) {
  return (
    <ol class="timeline" aria-label="Life of the object">
      {life.steps.map((step, index) => (
        <li key={index} class={isBad(step) ? 'bad' : 'done'}>
          <div class="row">
            <strong>{step.detail.reused ? 'Answer reused' : (WORDS[step.what] ?? step.what)}</strong>
            <time class="tiny muted">{step.at ? clock(step.at) : ''}</time>
          </div>
          <p class="tiny muted">
            {Object.entries(step.detail ?? {})
              .filter(([, value]) => value !== null && value !== undefined && value !== '')
              // The source is called so already.
              .filter(([name]) => name !== 'reused' || step.detail.source !== 'reused')
              .map(([name, value]) => written(name, value))
              .join(' · ')}
          </p>
        </li>
      ))}
      {live && life.state === 'waiting' && (
        <li class="now">
          <strong>Waiting for what comes next …</strong>
        </li>
      )}
    </ol>
  );
}
