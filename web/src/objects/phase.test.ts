import { describe, expect, test } from 'vitest';
import type { ObjectTimeline } from '../api-types.ts';
import { localTime } from '../format.ts';
import { phaseOf } from './phase.ts';

const START = '2026-11-15T09:30:00.000+0000';
const DUE = '2026-11-15T09:31:00.000+0000';
const at = (seconds: number) => Date.UTC(2026, 10, 15, 9, 30, seconds);
const blocked = { source: 'google', outcome: 'blocked', ms: 900 };

function timeline(fields: Partial<ObjectTimeline>, claimed?: object, dueAt = START): ObjectTimeline {
  return {
    id: '0'.repeat(24),
    kind: 'serp',
    mode: 'test',
    createdAt: '2026-11-15T09:30:00+0000',
    request: {},
    state: 'waiting',
    verdict: null,
    error: null,
    callback: 'none',
    steps: [
      { at: START, what: 'created', detail: {} },
      { at: START, what: 'queued', detail: { priority: 'NORMAL', dueAt } },
      ...(claimed ? [{ at: null, what: 'claimed' as const, detail: { ...claimed } }] : []),
    ],
    ledger: [],
    attempts: [],
    deliveries: [],
    expiresAt: '2026-11-22T09:30:00+0000',
    ...fields,
  };
}
const textAt = (seconds: number, one: ObjectTimeline, route: readonly string[] = []) => phaseOf(one, route, at(seconds))?.text;

describe('the phase of a request', () => {
  test('is queued until a worker takes it', () => {
    expect(textAt(2, timeline({}))).toBe('Queued. It starts when a worker is free.');
  });
  test('is scheduled when it must start later, in the time zone of the reader', () => {
    expect(textAt(20, timeline({}, undefined, DUE))).toBe(`Scheduled: starts in 40 s, at ${localTime(DUE)}.`);
  });
  test('names the sources that are tried', () => {
    const running = timeline({}, { claims: 1, running: true });
    expect(textAt(3, running, ['google', 'bing'])).toBe('Trying Google, then Bing.');
    expect(textAt(3, running)).toBe('A worker is querying the source.');
  });
  test('names the failed attempts and the time of the next one', () => {
    const waiting = timeline({ attempts: [blocked, blocked] }, { claims: 2, running: false }, DUE);
    expect(textAt(50, waiting)).toBe(`2 attempts failed, the last one with Google (Blocked). Next attempt in 10 s, at ${localTime(DUE)}.`);
    expect(textAt(61, waiting)).toContain('The next attempt starts when a worker is free.');
  });
  test('names the failed attempts while it is tried again', () => {
    expect(textAt(61, timeline({ attempts: [blocked] }, { claims: 2, running: true }, DUE), ['google'])).toBe(
      '1 attempt failed, the last one with Google (Blocked). Trying Google.',
    );
  });
  test('counts the time since the request was created, never below zero', () => {
    expect(phaseOf(timeline({}), [], at(12))?.elapsedSeconds).toBe(12);
    expect(phaseOf(timeline({}), [], at(-5))?.elapsedSeconds).toBe(0);
  });
  test('is null when the request is finished', () => {
    expect(phaseOf(timeline({ state: 'ready' }), [], at(1))).toBeNull();
  });
});
