// Spans of jobs: the wait in the queue, the job, its attempts and settling. They continue the trace of the request.
import { traceOf } from '../business/orders/trace.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import type { Span, SpanAttributes, Tracer } from '../platform/tracing.ts';
import { engineOf } from './job-engine.ts';
import type { LoopParts } from './loop.ts';

type TracedParts = Pick<LoopParts, 'onEnd' | 'run' | 'runIsolated' | 'settle'>;

interface RunningSpan {
  readonly span: Span;
  readonly startedAt: number;
}

/** Outcomes of attempts that returned a usable result, as in the alert rules. */
const GOOD: ReadonlySet<string> = new Set(['valid', 'empty', 'reused']);

/** Returns the same parts with spans around them. Jobs without a stored context, such as checks of tracked keywords, have none. */
export function traceJobs(tracer: Tracer, parts: TracedParts): TracedParts {
  const running = new WeakMap<Job, RunningSpan>();

  const begin = (job: Job): RunningSpan | null => {
    const known = running.get(job);
    if (known) return known;
    const parent = traceOf(job.request);
    if (parent === null) return null;
    const startedAt = Date.now();
    const attributes = { 'sextant.object_id': job.id, 'sextant.priority': job.priority, 'sextant.claim': job.attempt };
    tracer.start('queue wait', { kind: 'internal', parent, attributes, at: startedAt - job.waitedMs }).end({ at: startedAt });
    const span = tracer.start(`job ${job.kind}`, {
      kind: 'consumer',
      parent,
      at: startedAt,
      attributes: { ...attributes, ...describeJob(job, tracer.showsKeywords) },
    });
    const one = { span, startedAt };
    running.set(job, one);
    return one;
  };
  const runIn =
    (run: LoopParts['run']): LoopParts['run'] =>
    (job) => {
      begin(job);
      return run(job);
    };

  return {
    run: runIn(parts.run),
    runIsolated: runIn(parts.runIsolated),
    settle: async (job, end) => {
      const one = begin(job);
      if (!one) return parts.settle(job, end);
      const { traceparent: parent } = one.span;
      const span = tracer.start('settle', { kind: 'internal', parent });
      let failure: unknown = null;
      try {
        const settled = await parts.settle(job, end);
        if (!settled) failure = 'lease lost';
        return settled;
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        span.end({ failure });
      }
    },
    onEnd: (job, end, ms, settled) => {
      const one = running.get(job);
      if (one) {
        traceAttempts(tracer, job, end, one);
        running.delete(job);
        one.span.end({ attributes: describeEnd(end), failure: end.outcome === 'faulty' ? (end.verdict ?? 'unreachable') : null });
      }
      parts.onEnd(job, end, ms, settled);
    },
  };
}

/** Attempts are stored with their durations only. They follow each other, so each begins when the one before it ended. */
function traceAttempts(tracer: Tracer, job: Job, end: JobEnd, { span, startedAt }: RunningSpan): void {
  const engine = engineOf(job) ?? undefined;
  let at = startedAt;
  for (const { source, outcome, ms, stopped } of end.attempts.slice(job.history.length)) {
    const attributes = {
      'sextant.engine': engine,
      'sextant.source': source,
      'sextant.outcome': outcome,
      'sextant.stopped': stopped?.outcome,
    };
    const attempt = tracer.start('attempt', { kind: 'client', parent: span.traceparent, attributes, at });
    at += ms;
    attempt.end({ at, failure: GOOD.has(outcome) ? null : outcome });
  }
}

function describeJob(job: Job, showsKeywords: boolean): SpanAttributes {
  return {
    'sextant.kind': job.kind,
    'sextant.mode': job.mode,
    'sextant.account_id': job.accountId,
    'sextant.engine': engineOf(job) ?? undefined,
    'sextant.crashes': job.crashes > 0 ? job.crashes : undefined,
    ...(showsKeywords ? { 'sextant.keyword': keywordOf(job) } : {}),
  };
}

function keywordOf({ request }: Job): string | undefined {
  const { keyword, keywords } = JSON.parse(request) as { keyword?: string; keywords?: readonly string[] | null };
  return keyword ?? keywords?.join(', ');
}

const describeEnd = (end: JobEnd): SpanAttributes => ({
  'sextant.outcome': end.outcome === 'again' ? 'retry' : end.outcome,
  'sextant.verdict': end.outcome === 'again' ? undefined : (end.verdict ?? undefined),
});
