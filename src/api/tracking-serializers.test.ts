import { describe, expect, test } from 'vitest';
import type { TSchema } from '../contract/schema.ts';
import type { Project } from '../contract/tracking.ts';
import { AlertDelivery, type TrackingAlert, type TrackingMessage } from '../contract/tracking-alerts.ts';
import { type Figures, type KeywordHistory, ProjectList } from '../contract/tracking-history.ts';
import type { AddedKeywords, Imported, TrackedKeyword } from '../contract/tracking-keywords.ts';
import type { ShareReport } from '../contract/tracking-report.ts';
import { SCHEMAS } from './openapi.ts';
import { buildSerializer } from './serializers.ts';

const known = Object.fromEntries(SCHEMAS.map((schema) => [(schema as { $id: string }).$id, schema]));
const written = (schema: TSchema | string, value: unknown): unknown => {
  const route = { method: 'GET', url: '/', httpStatus: '200', schema: typeof schema === 'string' ? { $ref: schema } : schema };
  return JSON.parse(buildSerializer(known)(route)(value));
};

const forecast = { checksPerMonth: 30, creditsPerMonth: 30, balance: null, lastsUntil: null };
const project: Project = {
  id: 'a'.repeat(24),
  name: 'Shop',
  domains: [{ domain: 'shop.example', match: 'host' }],
  competitors: [{ domain: 'rival.example', name: 'Rival' }],
  brandTerms: ['shop'],
  defaults: { searchEngine: 'google', region: 'DE', devices: ['desktop', 'mobile'], maxResults: 20, priority: 'LOW' },
  schedule: {
    every: 'weekdays',
    weekdays: [1, 5],
    at: '06:00',
    timeZone: 'UTC',
    windowMinutes: 0,
    catchUp: 'skip',
    deep: { weekday: 1, maxResults: 100 },
  },
  top: 0,
  retries: 0,
  curve: { name: 'flat', shares: [0.3, 0.15], aiFactor: 0.5 },
  notes: '',
  state: 'active',
  stateSince: '2026-11-18T00:00:00+0000',
  keywords: 1,
  enabledKeywords: 0,
  nextAt: null,
  createdAt: '2026-11-18T00:00:00+0000',
  forecast,
};
const keyword: TrackedKeyword = {
  id: '1',
  keyword: 'red shoes',
  searchEngine: 'google',
  region: 'Germany',
  language: 'de',
  device: 'mobile',
  tags: [],
  starred: false,
  enabled: true,
  targetUrl: null,
  note: null,
  volume: null,
  state: null,
  reason: null,
  checkedAt: null,
  failures: 0,
  position: null,
  rank: null,
  depth: null,
  url: null,
  title: null,
  change1: null,
  change7: { value: null, movement: 'entered' },
  change30: { value: -3, movement: 'down' },
  best: null,
  bestOn: null,
  features: ['aiAnswer'],
  owned: [],
  citedAs: null,
  visits: 1.5,
  createdAt: '2026-11-18T00:00:00+0000',
};
const figures: Figures = {
  keywords: 2,
  failed: 0,
  skipped: 0,
  ranked: 0.5,
  average: 3.5,
  averageWithAbsent: null,
  distribution: { top3: 1, top10: 0, top20: 0, top100: 0, none: 1 },
  visibility: 0.123456,
  shareOfVoice: null,
  visits: null,
  weightedBy: 'keyword',
  curve: 'dataforseo-etv',
  aiAnswers: 0,
  aiCited: null,
  depth: { min: 10, max: 10 },
};
const alert: TrackingAlert = {
  id: 'b'.repeat(24),
  kind: 'paused',
  at: '2026-11-18T00:00:00+0000',
  project: { id: project.id, name: 'Shop' },
  rule: null,
  keyword: null,
  before: null,
  after: { slot: '2026-11-18T00:00', position: null, depth: 10, url: null },
  change: null,
  competitor: null,
  feature: null,
  reason: 'credits',
  objectId: null,
  text: 'Paused.',
  read: false,
};

describe('responses of tracking', () => {
  test('are written with every field, nulls and nested lists included', () => {
    expect(written('Project', project)).toEqual(project);
    expect(written('TrackedKeyword', keyword)).toEqual(keyword);
    expect(written('TrackedKeywordList', { items: [keyword], total: 1, next: null })).toEqual({ items: [keyword], total: 1, next: null });
    const overview = { items: [{ project, now: figures, before: null, visibility: [null, 0.5], unreadAlerts: 0 }] };
    expect(written(ProjectList, overview)).toEqual(overview);
    expect(written(AlertDelivery, {})).toEqual({ when: 'atOnce' });
  });
  test('keep fields whose names are not in the schema, where it allows any', () => {
    const result: AddedKeywords = {
      added: 1,
      ids: ['1'],
      duplicates: [{ index: 0, keyword: 'x', id: null }],
      forecast: { before: forecast, after: forecast },
      run: null,
    };
    const imported: Imported = {
      format: 'serpbear',
      columns: { keyword: 'Keyword', tags: 'Tags' },
      ignored: ['ID'],
      lines: 1,
      points: 0,
      problems: [{ line: 2, message: 'x' }],
      result,
    };
    expect(written('Imported', imported)).toEqual(imported);
    const message: TrackingMessage = {
      id: 'c'.repeat(24),
      type: 'tracking',
      timestamp: '2026-11-18T00:00:00+0000',
      project: alert.project,
      text: 'x',
      total: 1,
      counts: { paused: 1, 'any kind': 2 },
      alerts: [alert],
    };
    expect(written('TrackingMessage', message)).toEqual(message);
  });
  test('a report has only its sections', () => {
    const { note: _note, ...shown } = keyword;
    const report: ShareReport = {
      title: 'Report',
      domains: ['shop.example'],
      sections: ['keywords'],
      tags: [],
      from: '2026-11-01',
      to: '2026-11-18',
      expiresAt: null,
      keywords: [shown],
    };
    expect(written('ShareReport', { ...report, keywords: [keyword] })).toEqual(report);
    const summary = {
      ...report,
      keywords: undefined,
      sections: ['summary'],
      now: null,
      before: figures,
      days: [{ day: '2026-11-18', figures }],
    };
    expect(written('ShareReport', summary)).toEqual(JSON.parse(JSON.stringify(summary)));
  });
  test('a history has points of all four states', () => {
    const empty = { rank: null, url: null, title: null, features: [], owned: [], citedAs: null, competitors: [null, 3], objectId: null };
    const history: KeywordHistory = {
      keywordId: '1',
      from: '2026-11-01',
      to: '2026-11-18',
      competitors: ['a.example', 'b.example'],
      points: [
        { ...empty, slot: '2026-11-01T00:00', state: 'found', position: 1, depth: 10, top: ['https://shop.example/'] },
        { ...empty, slot: '2026-11-02T00:00', state: 'notFound', imported: true, position: null, depth: 100 },
        { ...empty, slot: '2026-11-03T00:00', state: 'failed', reason: 'blocked', position: null, depth: null },
        { ...empty, slot: '2026-11-04T00:00', state: 'skipped', reason: 'downtime', position: null, depth: null },
      ],
    };
    expect(written('KeywordHistory', history)).toEqual(history);
  });
});
