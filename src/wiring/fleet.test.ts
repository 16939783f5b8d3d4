import { describe, expect, test } from 'vitest';
import { ConfigProblem, readConfig } from '../config.ts';
import { digestKeyOf, nodeNameOf, reportSettings } from './fleet.ts';

const KEY = digestKeyOf({ keyPepper: 'pepper' });
const report = (environment: Record<string, string>, key: string | null = KEY) => reportSettings(readConfig(environment), key);

describe('reported settings', () => {
  test('are those that differ from their defaults', () => {
    expect(report({}).plain).toEqual({});
    const { plain } = report({ RETENTION_DAYS: '9', RATE_BURST: '1000', BING_RSS: 'false', CALLBACK_RETRY_SECONDS: '1,2' });
    expect(plain).toEqual({ RETENTION_DAYS: '9', BING_RSS: 'false', CALLBACK_RETRY_SECONDS: '1,2' });
  });
  test('contain no secret, and no credentials inside other values', () => {
    const secrets = {
      ADMIN_TOKEN: 'hidden-1',
      SERPER_KEY: 'hidden-2',
      DATABASE_URL: 'postgres://user:hidden-3@host/name',
      PROXIES: 'DE=http://user:hidden-4@host:1',
      UPSTREAM_URL: 'https://user:hidden-5@other.example',
    };
    const found = report(secrets);
    expect(JSON.stringify(found)).not.toContain('hidden');
    expect(found.plain).toEqual({});
    // Secrets of one machine are not compared, so even their digests are left out.
    expect(Object.keys(found.secrets!).sort()).toEqual(['ADMIN_TOKEN', 'KEY_PEPPER', 'SERPER_KEY', 'UPSTREAM_URL']);
  });
  test('of equal values have equal digests, and other values and other peppers have others', () => {
    const digests = [report({ SERPER_KEY: 'a' }), report({ SERPER_KEY: 'a' }), report({ SERPER_KEY: 'b' })];
    const other = report({ SERPER_KEY: 'a' }, digestKeyOf({ keyPepper: 'another' }));
    const [first, same, changed] = digests.map(({ secrets }) => secrets!.SERPER_KEY);
    expect([same === first, changed === first, other.secrets!.SERPER_KEY === first]).toEqual([true, false, false]);
    expect(other.secrets!.KEY_PEPPER).not.toBe(digests[0]!.secrets!.KEY_PEPPER);
    expect([digests[1]!.digest === digests[0]!.digest, digests[2]!.digest === digests[0]!.digest]).toEqual([true, false]);
  });
  test('of one machine do not change the digest of all', () => {
    expect(report({ PORT: '81', NODE_NAME: 'a' }).digest).toBe(report({}).digest);
    expect(report({ RETENTION_DAYS: '9' }).digest).not.toBe(report({}).digest);
  });
  test('of two secrets with the same value have different digests', () => {
    const { secrets } = report({ SERPER_KEY: 'same', SERPAPI_KEY: 'same' });
    expect(secrets!.SERPER_KEY).not.toBe(secrets!.SERPAPI_KEY);
  });
  test('have no digests without a pepper', () => {
    expect(report({ SERPER_KEY: 'a', RETENTION_DAYS: '9' }, null)).toMatchObject({ plain: { RETENTION_DAYS: '9' }, secrets: null });
  });
});

describe('the name of a node', () => {
  test.each([
    ['web-1.example.com', 'web-1.example.com'],
    ['Büro PC', 'B-ro-PC'],
    ['-x', 'x'],
    ['é', 'node'],
    ['x'.repeat(80), 'x'.repeat(63)],
  ])('comes from the host name %s', (host, name) => {
    expect(nodeNameOf({ NODE_NAME: null }, host)).toBe(name);
  });
  test('can be set', () => {
    expect(nodeNameOf(readConfig({ NODE_NAME: 'north.1' }), 'host')).toBe('north.1');
    for (const NODE_NAME of ['a b', 'a/b', '.a', 'x'.repeat(64), 'ä']) expect(() => readConfig({ NODE_NAME })).toThrow(ConfigProblem);
  });
});
