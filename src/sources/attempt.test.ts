import { describe, expect, test } from 'vitest';
import { blocked, type SourceError, unreachable, unreadable } from './adapter.ts';
import { attempt } from './attempt.ts';
import { createCircuits, type Source } from './route.ts';

type Script = Record<string, (string | SourceError)[]>;
const settings = { attemptsMax: 5, retryAfterSeconds: [5, 30] };

function run(
  names: string[],
  script: Script,
  more: {
    retryDelayMs?: number | null;
    isFixed?: true;
    history?: { source: string; outcome: string; ms: number }[];
    circuits?: ReturnType<typeof createCircuits>;
  } = {},
) {
  const requested: string[] = [];
  const route = names.map(
    (name) => ({ name, retryDelayMs: more.retryDelayMs ?? null, isFixed: more.isFixed }) as unknown as Source<unknown, unknown>,
  );
  const result = attempt<unknown, unknown, string>(
    {
      circuit: 'engine',
      route,
      circuits: more.circuits ?? createCircuits(),
      history: more.history ?? [],
      ask: async (source) => {
        requested.push(source.name);
        const outcome = script[source.name]!.shift()!;
        if (typeof outcome === 'string') return { result: outcome, outcome: 'valid' };
        throw outcome;
      },
    },
    settings,
  );
  return { result, asked: requested };
}

describe('a route', () => {
  test('uses the next source after a block page and records every attempt', async () => {
    const { result } = run(['a', 'b'], { a: [blocked('captcha', 60)], b: ['found'] });
    expect(await result).toMatchObject({
      end: 'answer',
      result: 'found',
      source: 'b',
      attempts: [
        { source: 'a', outcome: 'blocked' },
        { source: 'b', outcome: 'valid' },
      ],
    });
  });
  test('retries the job later when every source failed with a temporary error', async () => {
    const { result } = run(['a'], { a: [unreachable('down')] });
    expect(await result).toMatchObject({ end: 'again', retryAfterSeconds: 5, attempts: [{ outcome: 'unreachable' }] });
  });
  test('does not retry a source that cannot parse the page, and fails when none is left', async () => {
    const { result, asked: requested } = run(['a', 'b'], { a: [unreadable('odd')], b: [unreadable('odd too')] });
    expect(await result).toMatchObject({ end: 'failed' });
    expect(requested).toEqual(['a', 'b']);
  });
  test('counts the attempts of earlier claims', async () => {
    const history = Array.from({ length: 4 }, () => ({ source: 'a', outcome: 'blocked', ms: 1 }));
    const { result } = run(['a'], { a: [blocked('captcha')] }, { history });
    expect(await result).toMatchObject({ end: 'failed' });
  });
  test('skips open circuits and returns the time until the first one closes', async () => {
    const circuits = createCircuits();
    circuits.record('engine/a', true, 120);
    const { result, asked: requested } = run(['a'], { a: ['fail'] }, { circuits });
    expect(await result).toMatchObject({ end: 'again', retryAfterSeconds: 120, attempts: [] });
    expect(requested).toEqual([]);
  });
  test('attempts a source once that always returns the same, and gives it no cooldown', async () => {
    const circuits = createCircuits();
    const { result, asked: requested } = run(
      ['replay'],
      { replay: [blocked('captcha', 900)] },
      { retryDelayMs: 0, isFixed: true, circuits },
    );
    expect(await result).toMatchObject({ end: 'failed', attempts: [{ source: 'replay', outcome: 'blocked' }] });
    expect([requested, [...circuits.openCircuits()]]).toEqual([['replay'], []]);
  });
  test('retries the sandbox immediately', async () => {
    const { result } = run(['sandbox'], { sandbox: [blocked('wall'), blocked('wall'), 'found'] }, { retryDelayMs: 1 });
    expect(await result).toMatchObject({ end: 'answer', attempts: [{ outcome: 'blocked' }, { outcome: 'blocked' }, { outcome: 'valid' }] });
  });
});
