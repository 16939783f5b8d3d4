import { describe, expect, test } from 'vitest';
import type { DomainRule } from '../types.ts';
import { readColumns, readCompetitors, readSchedule, readSettings } from './settings.ts';

/** Only what these tests need of a domain. */
const readDomain = ({ domain, match = 'site' as const }: { domain: string; match?: DomainRule['match'] }): DomainRule => ({
  host: domain.toLowerCase().replace(/^www\./, ''),
  path: '',
  match,
});

describe('a schedule', () => {
  test('is every day at 06:00 UTC by default, over four hours', () => {
    expect(readSchedule()).toMatchObject({
      every: 'weekdays',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      local_time: '06:00',
      time_zone: 'UTC',
      window_minutes: 240,
      catch_up: 'latest',
      deep_results: 0,
    });
  });
  test('has a window of at most one period', () => {
    expect(readSchedule({ every: 'hours', hours: 1 }).window_minutes).toBe(60);
    expect(readSchedule({ every: 'hours', hours: 12 }).window_minutes).toBe(240);
    expect(() => readSchedule({ every: 'hours', hours: 2, windowMinutes: 121 })).toThrow('schedule.windowMinutes must be at most 120');
    expect(readSchedule({ every: 'weekdays', windowMinutes: 1440 }).window_minutes).toBe(1440);
    expect(readSchedule({ every: 'weekdays', windowMinutes: 0 }).window_minutes).toBe(0);
  });
  test('sorts its days and drops repeated ones', () => {
    expect(readSchedule({ every: 'weekdays', weekdays: [5, 1, 5] }).weekdays).toEqual([1, 5]);
    expect(readSchedule({ every: 'monthdays', monthdays: [31, 1, 15, 1] }).monthdays).toEqual([1, 15, 31]);
  });
});

describe('competitors', () => {
  const hostsOf = (competitors: ReturnType<typeof readCompetitors>) => competitors.map((each) => each?.host ?? null);
  test('keep their index when others are removed, moved or added', () => {
    const first = readCompetitors([{ domain: 'a.example' }, { domain: 'b.example' }, { domain: 'c.example' }], [], readDomain);
    expect(hostsOf(first)).toEqual(['a.example', 'b.example', 'c.example']);
    const second = readCompetitors([{ domain: 'd.example' }, { domain: 'c.example' }, { domain: 'www.A.example' }], first, readDomain);
    expect(hostsOf(second)).toEqual(['a.example', null, 'c.example', 'd.example']);
    // The index of a removed competitor is never used again: stored points have its positions there.
    expect(hostsOf(readCompetitors([{ domain: 'b.example' }], second, readDomain))).toEqual([null, null, null, null, 'b.example']);
  });
  test('may not repeat each other', () => {
    expect(() => readCompetitors([{ domain: 'a.example' }, { domain: 'www.a.example' }], [], readDomain)).toThrow(
      'competitors[1].domain repeats a.example',
    );
  });
  test('change their name in place', () => {
    const first = readCompetitors([{ domain: 'a.example', name: 'A' }], [], readDomain);
    expect(readCompetitors([{ domain: 'a.example', name: ' B ' }], first, readDomain)[0]).toMatchObject({ host: 'a.example', name: 'B' });
    expect(readCompetitors([{ domain: 'a.example' }], first, readDomain)[0]).toMatchObject({ name: 'a.example' });
  });
});

describe('settings', () => {
  test('keep what a change does not name', () => {
    const made = readSettings(
      { name: 'Shop', domains: [{ domain: 'shop.example' }], brandTerms: [' Shop ', ''], notes: 'first' },
      readDomain,
    );
    expect(made).toMatchObject({ brandTerms: ['shop'], notes: 'first', curve: null, delivery: {} });
    const changed = readSettings({ notes: '', curve: { name: 'flat', shares: [0.1, 0.1] } }, readDomain, {
      ...made,
      delivery: { when: 'daily' },
    });
    expect(changed).toMatchObject({
      domains: made.domains,
      brandTerms: ['shop'],
      notes: '',
      delivery: { when: 'daily' },
      curve: { name: 'flat', shares: [0.1, 0.1], aiFactor: 1 },
    });
  });
  test('keep the domain as it was written', () => {
    const { domains } = readSettings({ name: 'Shop', domains: [{ domain: 'WWW.Shop.example', match: 'host' }] }, readDomain);
    expect(domains).toEqual([{ host: 'shop.example', path: '', match: 'host', given: { domain: 'WWW.Shop.example', match: 'host' } }]);
  });
  test('have a name, and LOW priority by default', () => {
    expect(readColumns({ name: ' Shop ', domains: [] })).toEqual({
      name: 'Shop',
      max_results: 10,
      priority: 0,
      retries_max: 2,
      top_count: 10,
    });
    expect(() => readColumns({ name: '  ', domains: [] })).toThrow('name must not be blank');
    const earlier = { name: 'Shop', max_results: 50, priority: 2, retries_max: 0, top_count: 5 };
    expect(readColumns({ top: 0 }, earlier)).toEqual({ ...earlier, top_count: 0 });
    expect(readColumns({ defaults: { priority: 'NORMAL' } }, earlier)).toEqual({ ...earlier, max_results: 10, priority: 1 });
  });
});
