import { describe, expect, test } from 'vitest';
import { blocked, type SourceError, unreachable, unreadable } from './adapter.ts';
import { attempt } from './attempt.ts';
import { createCircuits, type Source } from './route.ts';

type Script = Record<string, (string | SourceError)[]>;
const settings = { triesMax: 5, retryAfterSeconds: [5, 30] };

function run(
  names: string[],
  script: Script,
  more: {
    retryDelayMs?: number | null;
    history?: { source: string; outcome: string; ms: number }[];
    circuits?: ReturnType<typeof createCircuits>;
  } = {},
) {
  const asked: string[] = [];
  const route = names.map((name) => ({ name, retryDelayMs: more.retryDelayMs ?? null }) as unknown as Source<unknown, unknown>);
  const result = attempt<unknown, unknown, string>(
    {
      circuit: 'engine',
      route,
      circuits: more.circuits ?? createCircuits(),
      history: more.history ?? [],
      ask: async (source) => {
        asked.push(source.name);
        const answer = script[source.name]!.shift()!;
        if (typeof answer === 'string') return { answer, outcome: 'valid' };
        throw answer;
      },
    },
    settings,
  );
  return { result, asked };
}

describe('a route', () => {
  test('goes on to the next source at a wall, and writes every try down', async () => {
    const { result } = run(['a', 'b'], { a: [blocked('captcha', 60)], b: ['found'] });
    expect(await result).toMatchObject({
      end: 'answer',
      answer: 'found',
      source: 'b',
      attempts: [
        { source: 'a', outcome: 'blocked' },
        { source: 'b', outcome: 'valid' },
      ],
    });
  });
  test('gives the job back when every source failed for now, and comes again later', async () => {
    const { result } = run(['a'], { a: [unreachable('down')] });
    expect(await result).toMatchObject({ end: 'again', retryAfterSeconds: 5, attempts: [{ outcome: 'unreachable' }] });
  });
  test('does not ask a source twice that cannot read the page, and fails when none is left', async () => {
    const { result, asked } = run(['a', 'b'], { a: [unreadable('odd')], b: [unreadable('odd too')] });
    expect(await result).toMatchObject({ end: 'failed' });
    expect(asked).toEqual(['a', 'b']);
  });
  test('counts the tries of earlier claims', async () => {
    const history = Array.from({ length: 4 }, () => ({ source: 'a', outcome: 'blocked', ms: 1 }));
    const { result } = run(['a'], { a: [blocked('captcha')] }, { history });
    expect(await result).toMatchObject({ end: 'failed' });
  });
  test('leaves resting lanes alone and says when the first is free', async () => {
    const circuits = createCircuits();
    circuits.note('engine/a', true, 120);
    const { result, asked } = run(['a'], { a: ['fail'] }, { circuits });
    expect(await result).toMatchObject({ end: 'again', retryAfterSeconds: 120, attempts: [] });
    expect(asked).toEqual([]);
  });
  test('asks the test world again at once', async () => {
    const { result } = run(['sandbox'], { sandbox: [blocked('wall'), blocked('wall'), 'found'] }, { retryDelayMs: 1 });
    expect(await result).toMatchObject({ end: 'answer', attempts: [{ outcome: 'blocked' }, { outcome: 'blocked' }, { outcome: 'valid' }] });
  });
});
