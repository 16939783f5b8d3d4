// Adds the end of each claim of a job to the time series, so that attempts of unfinished objects count too.
import type { SeriesRecorder } from '../business/series/recorder.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import { QUALITY_LOW } from '../contract/quality.ts';
import { yieldOf } from '../products/serp/parser-yield.ts';
import { qualityIn } from '../products/serp/quality/recorded.ts';
import { engineOf } from './job-engine.ts';

const OK: ReadonlySet<string> = new Set(['valid', 'empty', 'reused']);
const BLOCKED: ReadonlySet<string> = new Set(['blocked', 'suspect']);

type Counted = 'ok' | 'blocked' | 'failed';
const countedAs = (outcome: string): Counted => (OK.has(outcome) ? 'ok' : BLOCKED.has(outcome) ? 'blocked' : 'failed');

export const createRecordJob =
  (recorder: Pick<SeriesRecorder, 'count'>) =>
  (job: Job, end: JobEnd, ms: number): void => {
    const engine = `${job.mode}/${engineOf(job) ?? job.kind}`;
    const attempts = end.attempts.slice(job.history.length);
    // A claim that only waits for a rate limit or a cooldown says nothing about the engine.
    if (end.outcome !== 'again' || attempts.length > 0)
      recorder.count('engines', engine, { runs: 1, [end.outcome === 'done' ? 'ok' : 'failed']: 1 }, ms);
    for (const attempt of attempts) {
      recorder.count('sources', `${engine}/${attempt.source}`, { attempts: 1, [countedAs(attempt.outcome)]: 1 }, attempt.ms);
      if (attempt.stopped)
        recorder.count('sources', `${engine}/${attempt.source}`, { attempts: 1, [countedAs(attempt.stopped.outcome)]: 1 });
    }
    const judged = qualityIn(job, end);
    if (judged)
      recorder.count('quality', `${job.mode}/${judged.engine}/${judged.source}`, {
        pages: 1,
        low: judged.quality < QUALITY_LOW ? 1 : 0,
        sumThousandths: Math.round(judged.quality * 1000),
      });
    const found = yieldOf(job, end);
    if (found)
      recorder.count('parsing', `${job.mode}/${found.engine}`, {
        pages: 1,
        found: Math.min(found.found, found.requested),
        requested: found.requested,
      });
  };
