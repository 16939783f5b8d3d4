// One word with a colour for what it means; the word always says it too.
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
  broken: 'bad',
};

export function Badge({ word, tone }: { readonly word: string; readonly tone?: string }) {
  return <span class={`badge ${tone ?? TONES[word] ?? ''}`}>{word}</span>;
}
