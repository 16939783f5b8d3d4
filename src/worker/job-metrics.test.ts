import { describe, expect, test } from 'vitest';
import type { Job, JobEnd } from '../contract/order.ts';
import { createCountJob } from './job-metrics.ts';

const JOB = { kind: 'serp', mode: 'live', priority: 'NORMAL', waitedMs: 2000, history: [] } as unknown as Job;
const detail = { engine: 'bing', found: 7, asked: 10, filled: { organic: 7, ads: 1 } };
const valid = { outcome: 'done', verdict: 'valid', attempts: [], detail, body: '{}', ageMs: 0 } satisfies JobEnd;

function counted(job: Partial<Job>, end: JobEnd) {
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void calls.push([name, ...values]);
  const count = createCountJob(
    { job: record('job'), jobWait: record('wait'), attempt: record('attempt'), items: record('items'), quality: record('quality') },
    { record: record('yield') },
  );
  count({ ...JOB, ...job }, end, 1500);
  return (name: string) => calls.filter(([first]) => first === name).map(([, ...values]) => values);
}

describe('the end of a job is counted', () => {
  test('with its duration and its wait in seconds', () => {
    const of = counted({}, valid);
    expect([of('job'), of('wait')]).toEqual([[['serp', 'done', 'valid', 1.5]], [['NORMAL', 2]]]);
  });
  test.each<[string, JobEnd, string]>([
    ['none for a retry', { outcome: 'again', attempts: [], retryAfterSeconds: 1 }, 'none'],
    [
      'unreachable when no source could be reached',
      { outcome: 'faulty', verdict: null, attempts: [{ source: 'page', outcome: 'unreachable', ms: 1 }], ageMs: 0 },
      'unreachable',
    ],
    ['none when it was never started', { outcome: 'faulty', verdict: null, attempts: [], ageMs: 0 }, 'none'],
    ['its verdict otherwise', { outcome: 'faulty', verdict: 'blocked', attempts: [], ageMs: 0 }, 'blocked'],
  ])('with the verdict label %s', (_, end, label) => {
    expect(counted({}, end)('job')[0]![2]).toBe(label);
  });
  test('with the attempts of this claim, and with a further page that was blocked', () => {
    const history = [{ source: 'page', outcome: 'blocked', ms: 1 }] as const;
    const attempts = [...history, { source: 'serper', outcome: 'valid', ms: 1, stopped: { page: 2, outcome: 'blocked' } }];
    expect(counted({ history }, { ...valid, attempts } as JobEnd)('attempt')).toEqual([
      ['serp', 'serper', 'valid'],
      ['serp', 'serper', 'blocked'],
    ]);
  });
});

describe('the yield of a parser is counted', () => {
  test('for a valid live SERP', () => {
    const of = counted({}, valid);
    expect([of('yield'), of('items')]).toEqual([
      [['bing', 7, 10]],
      [
        ['bing', 'organic', 7],
        ['bing', 'ads', 1],
      ],
    ]);
  });
  test('for the sandbox only by items', () => {
    const of = counted({ mode: 'test' }, valid);
    expect([of('yield').length, of('items').length]).toEqual([0, 2]);
  });
  test.each<[string, Partial<Job>, JobEnd]>([
    ['a reused result', {}, { ...valid, detail: { ...detail, reused: true } }],
    ['another verdict', {}, { ...valid, verdict: 'empty' }],
    ['another kind', { kind: 'ai' }, valid],
    ['a retry', {}, { outcome: 'again', attempts: [], retryAfterSeconds: 1 }],
  ])('but not for %s', (_, job, end) => {
    expect(counted(job, end)('items')).toEqual([]);
  });
});
