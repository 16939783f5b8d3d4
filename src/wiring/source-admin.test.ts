import { expect, test } from 'vitest';
import type { SourceState } from '../business/fleet/source-control.ts';
import { sourceState } from './source-admin.ts';

const off = (by: string): SourceState => ({ disabledSince: '2026-11-15T09:30:00+0000', disabledBy: by, cooldowns: [] });
const cooldowns: SourceState['cooldowns'] = [{ mode: 'live', seconds: 5, reason: 'captcha', processes: 1 }];
const states = new Map<string, SourceState>([
  ['google/page', off('Ada')],
  ['google/page-de', { disabledSince: null, disabledBy: null, cooldowns }],
  ['google/serper', off('Bob')],
]);
const offBy = (engine: string, name: string) => sourceState(states, engine, name).disabledBy;

test('a source is off when a name that includes it is off', () => {
  expect(['page', 'page-de', 'page-us', 'pages', 'serper'].map((name) => offBy('google', name))).toEqual([
    'Ada',
    'Ada',
    'Ada',
    null,
    'Bob',
  ]);
  expect(offBy('bing', 'page')).toBeNull();
});

test('a source that is off for this reason keeps its cooldowns', () => {
  expect(sourceState(states, 'google', 'page-de')).toEqual({ ...off('Ada'), cooldowns });
});
