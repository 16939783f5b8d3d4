import { describe, expect, test } from 'vitest';
import type { Job, JobEnd } from '../contract/order.ts';
import { createRecordJob } from './job-series.ts';

const JOB = { kind: 'serp', mode: 'live', request: '{"keyword":"tea","searchEngine":"bing"}', history: [] } as unknown as Job;

function recorded(job: Partial<Job>, end: JobEnd): unknown[][] {
  const calls: unknown[][] = [];
  createRecordJob({ count: (...values) => void calls.push(values) })({ ...JOB, ...job }, end, 1500);
  return calls;
}
const attempt = (outcome: string) => ({ source: 'page', outcome, ms: 300 });

describe('the end of a claim', () => {
  test('counts an unfinished live object as a failed run, with its attempts', () => {
    expect(recorded({}, { outcome: 'again', attempts: [attempt('unreachable')], retryAfterSeconds: 5 })).toEqual([
      ['engines', 'live/bing', { runs: 1, failed: 1 }, 1500],
      ['sources', 'live/bing/page', { attempts: 1, failed: 1 }, 300],
    ]);
  });

  test('counts only the attempts of this claim', () => {
    const history = [attempt('unreachable')];
    const end: JobEnd = { outcome: 'again', attempts: [...history, attempt('blocked')], retryAfterSeconds: 5 };
    expect(recorded({ history }, end).slice(1)).toEqual([['sources', 'live/bing/page', { attempts: 1, blocked: 1 }, 300]]);
  });

  test('does not count a claim that only waited for a rate limit or a cooldown', () => {
    const history = [attempt('unreachable')];
    expect(recorded({ history }, { outcome: 'again', attempts: history, retryAfterSeconds: 5 })).toEqual([]);
  });

  test('counts a valid SERP with the yield of its parser', () => {
    const detail = { engine: 'bing', found: 12, asked: 10, filled: {} };
    const end: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [attempt('valid')], detail, body: '{}', ageMs: 0 };
    expect(recorded({}, end)).toEqual([
      ['engines', 'live/bing', { runs: 1, ok: 1 }, 1500],
      ['sources', 'live/bing/page', { attempts: 1, ok: 1 }, 300],
      ['parsing', 'live/bing', { pages: 1, found: 10, requested: 10 }],
    ]);
  });

  test('counts the quality of a collected SERP by source, and not that of a reused one', () => {
    const detail = { engine: 'bing', found: 5, asked: 10, filled: {}, quality: 0.66, qualityReasons: ['fewResults'] };
    const end: JobEnd = { outcome: 'done', verdict: 'valid', attempts: [attempt('valid')], detail, body: '{}', ageMs: 0 };
    expect(recorded({}, end)[2]).toEqual(['quality', 'live/bing/page', { pages: 1, low: 1, sumThousandths: 660 }]);
    const reused: JobEnd = { ...end, detail: { ...detail, reused: true } };
    expect(recorded({}, reused).map(([name]) => name)).not.toContain('quality');
  });

  test('keeps test jobs apart from live jobs, and uses the kind when there is no engine', () => {
    const end: JobEnd = { outcome: 'faulty', verdict: null, attempts: [], ageMs: 0 };
    expect(recorded({ mode: 'test', kind: 'ai', request: '{"prompt":"\\"source\\":\\"x\\""}' }, end)).toEqual([
      ['engines', 'test/ai', { runs: 1, failed: 1 }, 1500],
    ]);
  });
});
