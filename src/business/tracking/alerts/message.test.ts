import { describe, expect, test } from 'vitest';
import { ALERT_KINDS, type TrackingAlertKind } from '../../../contract/tracking-alerts.ts';
import { mailOf } from './email.ts';
import { composeMessage, KINDS_BY_IMPORTANCE } from './message.ts';
import { type AlertRow, alertOf, factsOf } from './rows.ts';
import { linesOf, textOf } from './text.ts';

/** 2026-11-18 00:00 in minutes since 2000. */
const SLOT = (Date.UTC(2026, 10, 18) - Date.UTC(2000, 0, 1)) / 60_000;
const ID = '691bb780aaaaaaaaaaaaaaaa';

const BODY = {
  before: { slot: SLOT - 1440, position: 4, depth: 20, url: 'https://shop.example/a' },
  after: { slot: SLOT, position: 12, depth: 20, url: 'https://shop.example/b' },
  change: -8,
  competitor: 'Rival',
  feature: 'sitelinks',
  reason: null,
  objectId: '691bb780bbbbbbbbbbbbbbbb',
};
const SERVICE = {
  keyword_id: null,
  keyword: null,
  tags: null,
  engine: null,
  region: null,
  language: null,
  is_mobile: null,
  rule_id: null,
  rule_name: null,
};

const rowOf = (kind: TrackingAlertKind, fields: Partial<AlertRow> = {}, body: object = BODY): AlertRow => ({
  id: '691bb7800000000000000001',
  kind,
  at: new Date('2026-11-18T06:00:00Z'),
  body: JSON.stringify(body),
  read_at: null,
  public_id: '691bb780cccccccccccccccc',
  project_name: 'Shop',
  rule_id: '691bb780dddddddddddddddd',
  rule_name: 'Falls',
  top: 10,
  keyword_id: 7,
  keyword: 'red tea',
  tags: ['tea'],
  engine: 'google',
  region: 'Germany',
  language: 'de',
  is_mobile: false,
  ...fields,
});
const sentence = (kind: TrackingAlertKind, body?: object, fields?: Partial<AlertRow>) => textOf(factsOf(rowOf(kind, fields, body)));

describe('the text of an alert', () => {
  test('names the keyword, what happened and both positions', () => {
    expect(sentence('dropped')).toBe('“red tea” (Google, desktop): dropped from position 4 to position 12.');
    expect(sentence('leftTop')).toBe('“red tea” (Google, desktop): left the top 10, from position 4 to position 12.');
    expect(sentence('lost', { ...BODY, after: { slot: SLOT, position: null, depth: 20, url: null } })).toBe(
      '“red tea” (Google, desktop): no longer found, from position 4 to not in the top 20.',
    );
    expect(sentence('featureLost')).toContain('lost the sitelinks');
    expect(sentence('overtaken')).toContain('overtaken by Rival, now at position 12');
    expect(sentence('pageChanged')).toContain('from https://shop.example/a to https://shop.example/b');
    expect(sentence('failing', { reason: 'blocked' })).toContain('checks keep failing (blocked)');
  });

  test('of the service names the reason and the run', () => {
    expect(sentence('paused', { reason: 'credits', placed: 30, skipped: 12 }, SERVICE)).toBe(
      'Tracking is paused: the credits are used up. 30 checks were ordered and 12 skipped.',
    );
    expect(sentence('resumed', { after: '2026-11-17T06:00:00+00:00' }, SERVICE)).toBe('Tracking continues with the next scheduled run.');
    expect(sentence('runFailed', { slot: SLOT, failed: 8, placed: 20 }, SERVICE)).toBe(
      '8 of 20 checks failed in the run of 2026-11-18T00:00.',
    );
  });

  test('exists for every kind, also when keyword and rule were removed', () => {
    for (const kind of ALERT_KINDS) expect(sentence(kind, {}, SERVICE)).toMatch(/^.+\.$/s);
    expect([...KINDS_BY_IMPORTANCE].sort()).toEqual([...ALERT_KINDS].sort());
  });

  test('is one line for desktop and mobile of one keyword and kind', () => {
    const body = { ...BODY, after: { ...BODY.after, position: 14 } };
    const rows = [rowOf('dropped'), rowOf('dropped', { id: 'b', keyword_id: 8, is_mobile: true }, body), rowOf('lost', { id: 'c' })];
    expect(linesOf(rows.map(factsOf))).toEqual([
      '“red tea” (Google, desktop and mobile): dropped from position 4 to position 12; dropped from position 4 to position 14.',
      '“red tea” (Google, desktop): no longer found, from position 4 to position 12.',
    ]);
  });
});

test('an alert of the API has the positions and no facts that only its text needs', () => {
  const alert = alertOf(factsOf(rowOf('dropped')));
  expect(alert).toMatchObject({
    kind: 'dropped',
    at: '2026-11-18T06:00:00+0000',
    before: { slot: '2026-11-17T00:00', position: 4 },
    after: { slot: '2026-11-18T00:00', position: 12 },
    change: -8,
    keyword: { id: '7', device: 'desktop', region: 'Germany' },
    read: false,
  });
  expect(Object.keys(alert)).not.toContain('placed');
  expect(alertOf(factsOf(rowOf('resumed', SERVICE, { after: '2026-11-17' }))).after).toBeNull();
});

describe('a message', () => {
  const facts = Array.from({ length: 25 }, (_, index) => factsOf(rowOf('dropped', { id: `a${index}`, keyword: `tea ${index}` })));

  test('has the alerts, counts by kind and a text with at most ten lines', () => {
    const message = composeMessage(ID, facts, [
      { kind: 'gained', count: 400 },
      { kind: 'dropped', count: 600 },
    ]);
    expect(message).toMatchObject({ id: ID, type: 'tracking', total: 1000, counts: { dropped: 600, gained: 400 } });
    expect(message.timestamp).toBe('2025-11-18T00:02:08+0000');
    expect(message.alerts).toHaveLength(25);
    const lines = message.text.split('\n');
    expect(lines).toHaveLength(12);
    expect([lines[0], lines.at(-1)]).toEqual(['Shop: 1000 alerts', 'In all: dropped: 600, gained: 400.']);
  });

  test('of one alert is short, and its email has a subject without line breaks', () => {
    const message = composeMessage(ID, [factsOf(rowOf('dropped', { project_name: 'Shop\r\nBcc: x' }))], [{ kind: 'dropped', count: 1 }]);
    expect(message.text.split('\n').at(-1)).toMatch(/^• “red tea”/);
    const { subject, text } = mailOf(message);
    expect(subject).toBe('[Sextant] Shop Bcc: x: “red tea” (Google, desktop): dropped from position 4 to position 12.');
    expect(text).toContain('Open the project in the dashboard');
  });
});
