import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../config.ts';
import { type ComparedProcess, warningsOf } from './drift.ts';
import { KEY_PEPPER, SETTINGS_OF_API, SETTINGS_PER_NODE } from './settings.ts';

const process = (node: string, change: Partial<ComparedProcess> = {}): ComparedProcess => ({
  node,
  role: 'api',
  version: '1.0.0',
  seenSeconds: 2,
  silent: false,
  clockSkewMs: 0,
  plain: {},
  secrets: { [KEY_PEPPER]: 'p1' },
  ...change,
});
const messages = (...processes: ComparedProcess[]): string[] => warningsOf(processes).map(({ message }) => message);

test('equal nodes have no warnings', () => {
  const same = { plain: { RETENTION_DAYS: '30' }, secrets: { [KEY_PEPPER]: 'p1', SERPER_KEY: 's1' } };
  expect(warningsOf([process('a', same), process('b', same), process('b', { ...same, role: 'worker' })])).toEqual([]);
});

test('different versions are listed with their nodes', () => {
  expect(warningsOf([process('a'), process('b', { version: '1.1.0' }), process('c')])).toEqual([
    { kind: 'version', setting: null, nodes: ['a', 'b', 'c'], message: 'Different versions: 1.0.0 on a, c; 1.1.0 on b.' },
  ]);
});

describe('a setting', () => {
  test('that differs is named with its values and nodes', () => {
    expect(warningsOf([process('a', { plain: { RETENTION_DAYS: '30' } }), process('b')])).toEqual([
      { kind: 'setting', setting: 'RETENTION_DAYS', nodes: ['a', 'b'], message: 'RETENTION_DAYS differs: 30 on a; the default on b.' },
    ]);
  });
  test('that belongs to a machine may differ', () => {
    expect(messages(process('a', { plain: { PORT: '81', DATA_DIR: '/a' } }), process('b'))).toEqual([]);
  });
  test('of the API is not compared with workers, but every other one is', () => {
    const worker = process('b', { role: 'worker' });
    expect(messages(process('a', { plain: { RATE_BURST: '5', ARCHIVE_DAYS: '9' } }), worker)).toEqual([
      'ARCHIVE_DAYS differs: 9 on a; the default on b.',
    ]);
  });
  test('with a long value is shortened', () => {
    const [message] = messages(process('a', { plain: { SERP_ROUTES: 'x'.repeat(500) } }), process('b'));
    expect(message!.length).toBeLessThan(150);
  });
  test('is compared by lists that name only settings', () => {
    expect([...SETTINGS_PER_NODE, ...SETTINGS_OF_API].filter((name) => !(name in SETTINGS))).toEqual([]);
  });
});

describe('a secret', () => {
  const secrets = (pepper: string, more: Record<string, string> = {}) => ({ secrets: { [KEY_PEPPER]: pepper, ...more } });
  test('that differs is named without any digest', () => {
    const found = messages(process('a', secrets('p1', { SERPER_KEY: 'd1' })), process('b', secrets('p1', { SERPER_KEY: 'd2' })));
    expect(found).toEqual(['SERPER_KEY (secret) differs: a / b.']);
  });
  test('that is missing on one node differs', () => {
    expect(messages(process('a', secrets('p1', { SERPER_KEY: 'd1' })), process('b'))).toEqual(['SERPER_KEY (secret) differs: a / b.']);
  });
  test('cannot be compared under different peppers, which differ themselves', () => {
    const found = messages(process('a', secrets('p1', { SERPER_KEY: 'd1' })), process('b', secrets('p2', { SERPER_KEY: 'd2' })));
    expect(found).toEqual(['KEY_PEPPER (secret) differs: a / b.']);
  });
  test('of a worker without a pepper is not compared', () => {
    expect(messages(process('a', secrets('p1', { SERPER_KEY: 'd1' })), process('b', { role: 'worker', secrets: null }))).toEqual([]);
  });
});

describe('a clock', () => {
  test.each([
    [2001, 'The clock of b is 2.0 s ahead of the database’s. Enable NTP.'],
    [-75_300, 'The clock of b is 75.3 s behind the database’s. Enable NTP.'],
  ])('that is %i ms ahead is reported', (clockSkewMs, message) => {
    expect(messages(process('a'), process('b', { clockSkewMs }))).toEqual([message]);
  });
  test.each([2000, -1999, null])('that is %s ms ahead is fine', (clockSkewMs) => {
    expect(messages(process('a'), process('b', { clockSkewMs }))).toEqual([]);
  });
});

test('silent processes are counted per node and not compared', () => {
  const silent = { silent: true, seenSeconds: 200, version: '0.9.0', clockSkewMs: 90_000, plain: { MODE: 'production' } };
  expect(messages(process('a'), process('b', silent), process('b', { ...silent, role: 'worker' }), process('c', silent))).toEqual([
    '2 processes of b have sent no heartbeat for 3 min.',
    'A process (api) of c has sent no heartbeat for 3 min.',
  ]);
});
