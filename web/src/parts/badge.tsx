// A short label with a colour. The text always carries the meaning too.
import { labelOf } from '../labels.ts';

const TONES: Readonly<Record<string, string>> = {
  ready: 'good',
  valid: 'good',
  delivered: 'good',
  ok: 'good',
  empty: 'note',
  waiting: 'wait',
  pending: 'wait',
  suspect: 'wait',
  unreachable: 'wait',
  resting: 'wait',
  test: 'note',
  reused: 'note',
  faulty: 'bad',
  failed: 'bad',
  blocked: 'bad',
  unparsed: 'bad',
  unreadable: 'bad',
};

/** Shows the label of an API value. `tone` overrides the colour of the value. */
export function Badge({ value, tone }: { readonly value: string; readonly tone?: string }) {
  return <span class={`badge ${tone ?? TONES[value] ?? ''}`}>{labelOf(value)}</span>;
}
