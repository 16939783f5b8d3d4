import { describe, expect, it } from 'vitest';
import { type Summary, TRACKING_EXPORTS } from '../contract/tracking-history.ts';
import { type AddedKeywords, IMPORT_FORMATS, type TrackedKeyword } from '../contract/tracking-keywords.ts';
import { parseArguments } from './arguments.ts';
import { EXPORT_CONTENTS, IMPORT_FORMAT_NAMES, TRACKING_COMMANDS } from './commands-tracking.ts';
import { isPacked, textOf } from './text-file.ts';
import { OPTION_ACTIONS, withOptions } from './track.ts';
import { addedText } from './track-add.ts';
import { importedText } from './track-import.ts';
import { newProject } from './track-init.ts';
import { priceText } from './track-parts.ts';
import { changeText, figureLines, positionText, reportText } from './track-report.ts';
import { runText } from './track-run.ts';
import { fitted } from './track-table.ts';

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

describe('an option of some actions', () => {
  it('is named with them in the help', () => {
    const [{ options, actions }] = TRACKING_COMMANDS as [(typeof TRACKING_COMMANDS)[number]];
    const named = options.map(({ name, summary }) => {
      const found = [...summary.matchAll(/(?:^|\. )([a-z]+(?:, [a-z]+)*): /g)].flatMap(([, list]) => list!.split(', '));
      return [name, found] as const;
    });
    expect(Object.fromEntries(named.filter(([, found]) => found.length > 0))).toEqual(OPTION_ACTIONS);
    for (const used of Object.values(OPTION_ACTIONS)) for (const action of used) expect(actions).toContain(action);
  });
  it('is named instead of the field of a request', () => {
    expect(withOptions('Bad input parameter: keywords[0].region is not known.')).toBe('--region is not known.');
    expect(withOptions('Bad input parameter: schedule.timeZone is not known.')).toBe('--zone is not known.');
    expect(withOptions('Bad input parameter: competitors[1].domain must be a domain.')).toBe('--competitor must be a domain.');
    expect(withOptions('Bad input parameter: name is missing.')).toBe('Bad input parameter: name is missing.');
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
    expect(() => projectOf('--daily', '6 am')).toThrow('--daily must be a time such as 06:00.');
    expect(() => projectOf('--results', '15')).toThrow('--results must be 10, 20, … or 100.');
    expect(() => projectOf('--weekdays', 'mon,fun')).toThrow('--weekdays has the unknown day "fun".');
    expect(projectOf('--weekdays', 'mon,Thursday', '--match', 'host')).toMatchObject({
      domains: [{ domain: 'shop.example', match: 'host' }],
      schedule: { every: 'weekdays', weekdays: [1, 4] },
    });
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
    expect(lines.slice(5, 7)).toEqual(['  tracked already: tea 4', '  … and 2 more']);
    expect(lines.at(-1)).toContain('1,500 checks (before: 1,500 credits); your balance');
  });
});

describe('files', () => {
  it('may be written by Excel: UTF-16, or Windows-1252', () => {
    expect(textOf(Buffer.from('keyword\nköln'))).toBe('keyword\nköln');
    expect(textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('keyword\tvolume', 'utf16le')]))).toBe('keyword\tvolume');
    expect(textOf(Buffer.from('köln', 'latin1'))).toBe('köln');
  });
  it('are not read as text when they are packed', () => {
    expect([isPacked(Buffer.from('PK\u0003\u0004…')), isPacked(Buffer.from('PK is a keyword'))]).toEqual([true, false]);
  });
  it('show their columns before anything is saved', () => {
    const forecast = { checksPerMonth: 30, creditsPerMonth: 30, balance: null, lastsUntil: null };
    const result: AddedKeywords = { added: 1, ids: [], duplicates: [], forecast: { before: forecast, after: forecast }, run: null };
    const columns = { keyword: 'Keyword', tags: 'tags' };
    const imported = { format: 'sextant', columns, ignored: ['CPC'], lines: 2, points: 0, problems: [], result } as const;
    expect(importedText(imported, false).split('\n')).toEqual([
      '2 lines, read as a table',
      'columns: keyword = Keyword, tags',
      'columns without use: CPC',
      '1 keyword to add',
      '30 credits per month for 30 checks (before: 30 credits)',
    ]);
  });
});

describe('a table', () => {
  const rows = [{ keyword: 'how to read a nautical chart', device: 'desktop', best: '1', url: 'www.shop.example/charts/how-to-read' }];
  const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));
  it('is complete without a terminal, and fits into a narrow one', () => {
    expect(fitted(rows, null, ['best'])).toContain('www.shop.example/charts/how-to-read');
    expect(fitted(rows, 70, ['best'])).toMatch(/www\.shop\.exam\S*…$/);
    expect(fitted(rows, 60, ['best'])).toMatch(/^keyword +device +best\n/);
    expect(fitted(rows, 38, ['best'])).toMatch(/^keyword +device\n/);
    expect(fitted(rows, 30, ['best'])).toMatch(/… {2}desktop$/);
    for (const width of [30, 38, 60, 70]) expect(widest(fitted(rows, width, ['best']))).toBeLessThanOrEqual(width);
  });
  it('of projects fits too', () => {
    expect(fitted([{ id: '6afd4f771c8c8fd33644c2ee', name: 'Shop', visibility: '1.0%' }], 30, ['visibility'])).not.toContain('1.0%');
  });
});

describe('a report', () => {
  it('names the device of keywords that moved, and engines and regions only if they differ', () => {
    const keyword = {
      id: '1',
      keyword: 'tea',
      searchEngine: 'google',
      region: 'US',
      language: 'en',
      device: 'mobile',
      state: 'found',
      reason: null,
      position: 3,
      depth: 10,
      change1: null,
      change7: null,
      change30: null,
      best: 1,
      volume: null,
      url: 'https://shop.example/tea',
    } as unknown as TrackedKeyword;
    const mover = { id: '1', keyword: 'tea', position: 3, url: null, change: { value: 2, movement: 'up' as const } };
    const summary = { now: null, before: null, days: [], competitors: [], winners: [mover], losers: [] } as unknown as Summary;
    const text = (...keywords: TrackedKeyword[]) =>
      reportText({ summary, keywords, deviceOf: new Map([['1', 'mobile']]), width: null, nothing: 'Nothing yet.' });
    expect(text(keyword)).toMatch(/^Nothing yet\.\n\nImproved\nkeyword {2}device.*\ntea {6}mobile {2}3 {9}\+2/);
    expect(text(keyword)).not.toContain('engine');
    expect(text(keyword, { ...keyword, searchEngine: 'bing' })).toMatch(/\nkeyword +engine +device/);
    expect(text({ ...keyword, volume: 1200 })).toMatch(/best {2}volume/);
  });
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
