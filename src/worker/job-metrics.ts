// Counts how jobs end: outcome, duration, attempts at sources and the yield of the parsers.
import type { Job, JobEnd } from '../contract/order.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type YieldWatch, yieldOf } from '../products/serp/parser-yield.ts';
import { qualityIn, qualityLevel } from '../products/serp/quality/recorded.ts';

type JobMetrics = Pick<Metrics, 'job' | 'jobWait' | 'attempt' | 'items' | 'quality'>;

export const createCountJob =
  (metrics: JobMetrics, yields: YieldWatch) =>
  (job: Job, end: JobEnd, ms: number): void => {
    metrics.job(job.kind, end.outcome, verdictLabel(end), ms / 1000);
    metrics.jobWait(job.priority, job.waitedMs / 1000);
    const found = yieldOf(job, end);
    if (found) {
      // The sandbox always returns as many results as requested, so it says nothing about a parser.
      if (job.mode === 'live') yields.record(found.engine, found.found, found.requested);
      for (const [array, count] of Object.entries(found.filled)) metrics.items(found.engine, array, count);
    }
    const judged = qualityIn(job, end);
    // The sandbox says nothing about the engines.
    if (judged && job.mode === 'live') metrics.quality(judged.engine, qualityLevel(judged.quality));
    for (const { source, outcome, stopped } of end.attempts.slice(job.history.length)) {
      metrics.attempt(job.kind, source, outcome);
      // A blocked further page counts as an attempt of its own: the object is valid, and the operator still sees the block.
      if (stopped) metrics.attempt(job.kind, source, stopped.outcome);
    }
  };

/** An object for which no source could be reached has no verdict. Alerts find it under the label `unreachable`. */
function verdictLabel(end: JobEnd): string {
  if (end.outcome === 'again') return 'none';
  return end.verdict ?? end.attempts.findLast(({ outcome }) => outcome === 'unreachable')?.outcome ?? 'none';
}
