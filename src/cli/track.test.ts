import { describe, expect, it } from 'vitest';
import { TRACKING_EXPORTS } from '../contract/tracking-history.ts';
import { type AddedKeywords, IMPORT_FORMATS } from '../contract/tracking-keywords.ts';
import { parseArguments } from './arguments.ts';
import { EXPORT_CONTENTS, IMPORT_FORMAT_NAMES } from './commands-tracking.ts';
import { addedText } from './track-add.ts';
import { newProject } from './track-init.ts';
import { priceText } from './track-parts.ts';
import { changeText, figureLines, positionText } from './track-report.ts';
import { runText } from './track-run.ts';

const projectOf = (...words: string[]) => newProject('shop.example', parseArguments(words, 'track'));

describe('the options of track', () => {
  it('have the values of the API', () => {
    expect(IMPORT_FORMAT_NAMES).toEqual(IMPORT_FORMATS);
    expect(EXPORT_CONTENTS).toEqual(TRACKING_EXPORTS);
  });
  it('may be repeated', () => {
    const args = parseArguments(['--tag', 'a', '--tag=b'], 'track');
    expect([args.all('tag'), args.option('tag'), args.all('competitor')]).toEqual([['a', 'b'], 'b', []]);
  });
});

describe('track init', () => {
  it('sends only what was given, and the region', () => {
    expect(projectOf()).toEqual({ name: 'shop.example', domains: [{ domain: 'shop.example' }], defaults: { region: 'US' } });
    const words =
      '--name Shop --competitor a.example --competitor b.example --region DE --engine bing --language de --device both --results 20';
    expect(projectOf(...words.split(' '), '--daily', '07:30', '--zone', 'Europe/Berlin')).toEqual({
      name: 'Shop',
      domains: [{ domain: 'shop.example' }],
      competitors: [{ domain: 'a.example' }, { domain: 'b.example' }],
      defaults: { region: 'DE', searchEngine: 'bing', language: 'de', devices: ['desktop', 'mobile'], maxResults: 20 },
      schedule: { every: 'weekdays', at: '07:30', timeZone: 'Europe/Berlin' },
    });
    expect(projectOf('--hours', '6').schedule).toEqual({ every: 'hours', hours: 6 });
    expect(projectOf('--manual').schedule).toEqual({ every: 'manual' });
  });
  it('rejects schedules that contradict each other', () => {
    expect(() => projectOf('--daily', '06:00', '--manual')).toThrow('Use only one of --daily and --manual.');
    expect(() => projectOf('--hours', '2', '--zone', 'Europe/Berlin')).toThrow('--zone applies only to --daily.');
    expect(() => projectOf('--hours', '169')).toThrow('--hours must be a whole number from 1 to 168.');
  });
});

describe('prices', () => {
  const forecast = { checksPerMonth: 1500, creditsPerMonth: 1500, balance: 3000, lastsUntil: '2027-01-17T06:00:00+0000' };
  it('are per month, with the time that the balance lasts', () => {
    expect(priceText(forecast)).toBe('1,500 credits per month for 1,500 checks; your balance of 3,000 lasts until 2027-01-17');
    expect(priceText({ ...forecast, balance: null })).toBe('1,500 credits per month for 1,500 checks');
    expect(priceText({ ...forecast, creditsPerMonth: 1, checksPerMonth: 1, lastsUntil: null })).toMatch(
      /^1 credit per month for 1 check; .* a year$/,
    );
  });
  it('name duplicates, few of many', () => {
    const duplicates = Array.from({ length: 7 }, (_, index) => ({ index, keyword: `tea ${index}`, id: '1' }));
    const added: AddedKeywords = { added: 1, ids: [], duplicates, forecast: { before: forecast, after: forecast }, run: null };
    const lines = addedText(added, false).split('\n');
    expect(lines[0]).toBe('1 keyword to add, 7 tracked already');
    expect(lines.slice(5, 7)).toEqual(['  tracked already: tea 4', '… and 2 more']);
    expect(lines.at(-1)).toContain('(before: 1,500 credits)');
  });
});

describe('a report', () => {
  it('keeps the four states of a check apart', () => {
    const found = { state: 'found', reason: null, position: 7, depth: 10 } as const;
    expect(positionText(found)).toBe('7');
    expect(positionText({ ...found, state: 'notFound', position: null })).toBe('not in top 10');
    expect(positionText({ ...found, state: 'failed', reason: 'blocked' })).toBe('7 (last check failed: blocked)');
    expect(positionText({ state: 'failed', reason: 'blocked', position: null, depth: null })).toBe('check failed: blocked');
    expect(positionText({ state: 'skipped', reason: 'credits', position: null, depth: 20 })).toBe('not in top 20 (last skipped: credits)');
    expect(positionText({ state: null, reason: null, position: null, depth: null })).toBe('not checked yet');
  });
  it('shows changes with their sign, and nothing for checks that cannot be compared', () => {
    expect([
      changeText({ value: 3, movement: 'up' }),
      changeText({ value: -2, movement: 'down' }),
      changeText({ value: 0, movement: 'same' }),
      changeText({ value: null, movement: 'entered' }),
      changeText({ value: null, movement: 'left' }),
      changeText({ value: null, movement: 'absent' }),
      changeText(null),
    ]).toEqual(['+3', '-2', '0', 'new', 'lost', '', '']);
  });
  it('leaves out figures that are unknown', () => {
    const figures = {
      keywords: 4,
      failed: 1,
      skipped: 0,
      ranked: 0.75,
      average: 6.25,
      averageWithAbsent: 7.5,
      distribution: { top3: 1, top10: 2, top20: 0, top100: 0, none: 1 },
      visibility: 0.1234,
      shareOfVoice: null,
      visits: null,
      weightedBy: 'keyword',
      curve: 'dataforseo-etv',
      aiAnswers: 0,
      aiCited: null,
      depth: { min: 10, max: 10 },
    } as const;
    expect(figureLines(figures, { ...figures, visibility: 0.1 })).toEqual([
      'visibility        12.3% (before: 10.0%)',
      'average position  6.3 (before: 6.3)',
      'ranked            75.0% (before: 75.0%)',
      'distribution      1–3: 1, 4–10: 2, 11–20: 0, 21–100: 0, none: 1',
      'without a result  1 failed, 0 skipped',
      'CTR curve dataforseo-etv, all keywords count the same',
    ]);
  });
});

describe('a run', () => {
  it('is described by its outcomes and its cost', () => {
    const run = {
      slot: '2026-11-18T09:31',
      kind: 'manual',
      state: 'paused',
      reason: 'credits',
      dueAt: '',
      depth: 10,
      placed: 3,
      skipped: 2,
      pending: 0,
      found: 1,
      notFound: 1,
      failed: 1,
      cost: 2,
    } as const;
    expect(runText(run)).toBe('3 checks: 1 found, 1 not found, 1 failed, 2 skipped, 0 pending; 2 credits (paused: credits)');
  });
});
