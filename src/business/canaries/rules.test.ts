import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CanaryHistory,
  type ConclusiveRun,
  gapSeconds,
  leavesRoute,
  NO_HISTORY,
  nextHistory,
  paceSeconds,
  secondsToNextRun,
} from './rules.ts';

const KNOWN = ['a', 'b', 'c'];
const play = (runs: readonly ConclusiveRun[], from: CanaryHistory = NO_HISTORY): CanaryHistory =>
  runs.reduce((history, run) => nextHistory(history, run, KNOWN), from);
/** `a` passes, `A` fails. */
const runsOf = (text: string): ConclusiveRun[] =>
  [...text].map((letter) => ({ canary: letter.toLowerCase(), passed: letter === letter.toLowerCase() }));
const isFailing = (text: string): boolean => play(runsOf(text)).isFailing;

const run = fc.record({ canary: fc.constantFrom(...KNOWN), passed: fc.boolean() });
const runs = fc.array(run, { maxLength: 40 });

/** The rule in other words: looks at the whole list each time. */
function failsNow(list: readonly ConclusiveRun[]): boolean {
  const failures = list.slice(-3).filter(({ passed }) => !passed);
  if (failures.length >= 2 && new Set(failures.map(({ canary }) => canary)).size >= 2) return true;
  return KNOWN.some((canary) => {
    const own = list.filter((one) => one.canary === canary).slice(-3);
    return own.length === 3 && own.every(({ passed }) => !passed);
  });
}

describe('a source', () => {
  it('fails after two canaries failed in three runs', () => {
    expect(['AB', 'AbC', 'aBC', 'Aba'].map(isFailing)).toEqual([true, true, true, false]);
  });

  it('may have a canary with any name', () => {
    const failed: ConclusiveRun = { canary: 'constructor', passed: false };
    expect(nextHistory(NO_HISTORY, failed, ['constructor']).streaks).toEqual({ constructor: -1 });
  });

  it('fails after one canary failed three times in a row', () => {
    expect(['AA', 'AAA', 'AAaA', 'AbAbA', 'AAaAA'].map(isFailing)).toEqual([false, true, false, true, false]);
  });

  it('passes after every canary that failed has passed twice in a row', () => {
    expect(['ABaabb', 'ABab', 'ABabab', 'ABaaabAb', 'ABaaBab', 'AAAaa', 'AAAbbbba'].map(isFailing)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('does not fail again because of what happened before it passed', () => {
    expect(isFailing('ABaabbC')).toBe(false);
    expect(isFailing('ABaabbCA')).toBe(true);
  });

  it('begins to fail exactly when the rule says so', () => {
    fc.assert(
      fc.property(runs, (list) => {
        const first = list.findIndex((_, index) => failsNow(list.slice(0, index + 1)));
        const seen = list.findIndex((_, index) => play(list.slice(0, index + 1)).isFailing);
        expect(seen).toBe(first);
      }),
    );
  });

  it('never fails because of a run that passed, and never recovers because of one that failed', () => {
    fc.assert(
      fc.property(runs, run, (list, last) => {
        const before = play(list);
        const after = nextHistory(before, last, KNOWN);
        if (before.isFailing !== after.isFailing) expect(last.passed).toBe(before.isFailing);
      }),
    );
  });

  it('always recovers after each canary has passed twice, in any state', () => {
    fc.assert(fc.property(runs, (list) => !play(runsOf('aabbcc'), play(list)).isFailing));
  });

  it('is failing exactly while a canary must still pass', () => {
    fc.assert(
      fc.property(runs, (list) => {
        const { isFailing, failed } = play(list);
        expect(failed.length > 0).toBe(isFailing);
      }),
    );
  });

  it('needs a bounded history', () => {
    fc.assert(
      fc.property(runs, (list) => {
        const { recent, streaks } = play(list);
        expect(recent.length).toBeLessThanOrEqual(3);
        expect(Object.values(streaks).every((streak) => Math.abs(streak) <= 3 && streak !== 0)).toBe(true);
      }),
    );
  });

  it('recovers without canaries that no longer exist', () => {
    const failing = play(runsOf('AB'));
    expect(failing.failed).toEqual(['a', 'b']);
    const left = nextHistory(failing, { canary: 'b', passed: true }, ['b']);
    expect([left.isFailing, left.failed]).toEqual([true, ['b']]);
    expect(nextHistory(left, { canary: 'b', passed: true }, ['b']).isFailing).toBe(false);
  });
});

describe('the next run', () => {
  it('is after the interval, give or take a tenth', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const seconds = secondsToNextRun(3600, false, random);
        expect(seconds > 3239 && seconds < 3961).toBe(true);
      }),
    );
  });

  it('is sooner after a failure: a tenth of the interval, at least a minute', () => {
    expect([3600, 300].map((interval) => secondsToNextRun(interval, true, 0.5))).toEqual([360, 60]);
    expect(secondsToNextRun(10, true, 0.5)).toBe(10);
  });

  it('is never so soon that the canaries use up the budget of their source before the day is over', () => {
    // Six canaries of all engines, 48 runs a day.
    const pace = paceSeconds(6, 48);
    expect(pace).toBe(3 * 3600);
    expect([true, false].map((isAwaited) => secondsToNextRun(3600, isAwaited, 0.5, { pace }))).toEqual([pace, pace]);
    // A large budget limits only the repetitions.
    expect([true, false].map((isAwaited) => secondsToNextRun(3600, isAwaited, 0.5, { pace: paceSeconds(6, 720) }))).toEqual([720, 3600]);
    expect(paceSeconds(0, 0)).toBe(0);
  });

  it('is later for sources that take turns: together they are tested as often as one, whether they pass or fail', () => {
    const runsPerDay = (isAwaited: boolean, sources: number): number =>
      (sources * 86_400) / secondsToNextRun(3600, isAwaited, 0.5, { sources, failing: isAwaited ? sources : 0 });
    for (const sources of [1, 2, 10, 100])
      expect([runsPerDay(false, sources), runsPerDay(true, sources)].map(Math.round), `${sources}`).toEqual([24, 240]);
    // One of ten fails: it need not wait for its turn.
    expect(secondsToNextRun(3600, true, 0.5, { sources: 10, failing: 1 })).toBe(360);
  });

  it('leaves a gap at one source', () => {
    expect([3600, 60].map(gapSeconds)).toEqual([30, 3]);
  });
});

it('the last working source leaves the route only when the setting says so', () => {
  const table = (['false', 'true', 'all'] as const).map((switching) => [0, 1].map((others) => leavesRoute(switching, true, others)));
  expect(table).toEqual([
    [false, false],
    [false, true],
    [true, true],
  ]);
  expect(leavesRoute('all', false, 3)).toBe(false);
});
