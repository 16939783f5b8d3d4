// The content of the demo project: keywords, notes and a rule. Its sites and positions come from the sandbox.
import type { NewProject } from '../../../contract/tracking.ts';
import type { NewNote, NewRule } from '../../../contract/tracking-alerts.ts';
import type { NewTrackedKeyword } from '../../../contract/tracking-keywords.ts';

/** Days of history, today included. */
export const DEMO_DAYS = 90;
/** The name of every demo project begins with it. */
export const DEMO_PREFIX = 'Demo: ';

/** Every keyword belongs to the theme `navigation` of the sandbox, whose regular sites rank for all of them. */
export const DEMO_KEYWORDS: readonly NewTrackedKeyword[] = [
  { keyword: 'nautical compass', devices: ['desktop', 'mobile'], tags: ['instruments', 'shop'], volume: 5400, starred: true },
  { keyword: 'marine binoculars', devices: ['desktop', 'mobile'], tags: ['optics', 'shop'], volume: 8100, starred: true },
  { keyword: 'marine chronometer', tags: ['instruments'], volume: 2900 },
  { keyword: 'nautical charts', tags: ['charts'], volume: 6600 },
  { keyword: 'ship barometer', tags: ['instruments'], volume: 880 },
  { keyword: 'sailing gloves', tags: ['clothing', 'shop'], volume: 3600 },
  { keyword: 'sailing knife', tags: ['tools', 'shop'], volume: 1900 },
  { keyword: 'marine gps', tags: ['instruments', 'shop'], volume: 4400 },
  { keyword: 'nautical clock', tags: ['gifts'], volume: 2400 },
  { keyword: 'nautical telescope', tags: ['optics', 'gifts'], volume: 720 },
  { keyword: 'sailing rope', tags: ['tools'], volume: 1300 },
  { keyword: 'how to read a nautical chart', tags: ['guides', 'charts'], volume: 590 },
];

/** `sites` are domains of the sandbox: the own one, then its competitors. */
export const demoProject = ([own = '', ...competitors]: readonly string[]): NewProject => ({
  name: `${DEMO_PREFIX}${own}`,
  domains: [{ domain: own, match: 'site' }],
  competitors: competitors.map((domain) => ({ domain })),
  defaults: { searchEngine: 'google', region: 'US', language: 'en', devices: ['desktop'], maxResults: 10 },
  // The window begins at midnight, so that today always belongs to the past of a new demo.
  schedule: { every: 'weekdays', at: '00:00', timeZone: 'UTC' },
  notes: 'The sandbox invents these pages and moves them from day to day. Change or delete the project as you like.',
});

const DAY_MS = 86_400_000;
const dayBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

export const demoNotes = (now: Date): readonly NewNote[] => [
  { day: dayBefore(now, 61), text: 'New shop pages went live' },
  { day: dayBefore(now, 24), text: 'Guides rewritten' },
];

export const DEMO_RULE: NewRule = {
  name: 'Position changes',
  settings: {
    kinds: ['dropped', 'gained', 'leftTop', 'enteredTop', 'pageChanged', 'overtaken'],
    positions: { top10: 2, top30: 5, below: 10 },
    top: 3,
  },
};
