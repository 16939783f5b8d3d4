// Outcomes of finished checks: points, failures with their reason, and further tries.
import { describe, expect, test } from 'vitest';
import { resultBody, settingsOf } from '../../../../test/tracked.ts';
import type { Stored } from '../../../contract/order.ts';
import type { FinishedCheck } from './finished.ts';
import { needsObject, outcomeOf } from './outcome.ts';

const check = (more: Partial<FinishedCheck> = {}): FinishedCheck => ({
  accountId: 1,
  projectId: 1,
  slot: 1440,
  keywordId: 1,
  objectId: 'a'.repeat(24),
  tries: 1,
  depth: 10,
  revision: 0,
  topCount: 10,
  settings: settingsOf(),
  gone: false,
  faulty: false,
  verdict: 'valid',
  retryable: false,
  stateSlot: null,
  recent: [],
  failures: 0,
  keyword: { tags: [], starred: false, volume: null, targetUrl: null },
  ...more,
});
const stored = (result: Partial<NonNullable<Stored['result']>>): Stored =>
  ({
    id: 'a'.repeat(24),
    result: { faulty: false, verdict: 'valid', attempts: '[{}]', detail: '{}', generatedAt: new Date(), body: null, ...result },
  }) as Stored;

describe('a check', () => {
  test('with a result page has its point', async () => {
    const body = await resultBody(['https://rival.example/', 'https://shop.example/']);
    expect(await outcomeOf(check(), stored({ body }))).toMatchObject({ kind: 'point', point: { code: 1, position: 2, competitors: [1] } });
    const none = await resultBody([]);
    expect(await outcomeOf(check({ verdict: 'empty' }), stored({ body: none }))).toMatchObject({
      kind: 'point',
      point: { code: 2, depth: 10 },
    });
  });

  test.each([
    ['blocked', 11],
    ['suspect', 12],
    ['unparsed', 13],
  ] as const)('that is %s fails, even if its object is not faulty', async (verdict, code) => {
    for (const faulty of [true, false])
      expect(await outcomeOf(check({ verdict, faulty }), stored({ verdict }))).toEqual({ kind: 'failed', code });
  });

  test('without any page fails as unreachable, or by its deadline when no source was tried', async () => {
    const faulty = check({ verdict: null, faulty: true });
    expect(await outcomeOf(faulty, stored({ verdict: null }))).toEqual({ kind: 'failed', code: 10 });
    expect(await outcomeOf(faulty, stored({ verdict: null, attempts: '[]' }))).toEqual({ kind: 'failed', code: 14 });
  });

  test('whose object is gone fails as deleted, and is left alone when the object went a moment ago', async () => {
    expect(await outcomeOf(check({ gone: true }), undefined)).toEqual({ kind: 'failed', code: 15 });
    expect(await outcomeOf(check(), undefined)).toBeNull();
  });

  test('is tried again after growing pauses while it may be', async () => {
    const faulty = { faulty: true, retryable: true, verdict: 'blocked' } as const;
    const pauses = await Promise.all([1, 2, 3, 4].map((tries) => outcomeOf(check({ ...faulty, tries }), undefined)));
    expect(pauses).toEqual([
      { kind: 'retry', seconds: 300 },
      { kind: 'retry', seconds: 1200 },
      { kind: 'retry', seconds: 3600 },
      { kind: 'failed', code: 11 },
    ]);
  });

  test('needs its object only where the row does not say enough', () => {
    expect(needsObject(check())).toBe(true);
    expect(needsObject(check({ faulty: true, verdict: null }))).toBe(true);
    expect(needsObject(check({ faulty: true, verdict: 'blocked' }))).toBe(false);
    expect(needsObject(check({ gone: true }))).toBe(false);
  });

  test('whose body cannot be read is reported', async () => {
    const body = await resultBody([]);
    await expect(outcomeOf(check(), stored({ body: { ...body, bytes: Buffer.from('x') } }))).rejects.toThrow();
    await expect(outcomeOf(check(), stored({ body: null }))).rejects.toThrow('has no body');
  });
});
