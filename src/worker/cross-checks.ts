// Cross-checks of a worker: asks a second source for a sample of the settled searches, one at a time.
import { createHash } from 'node:crypto';
import type { CrossCheckLimits } from '../business/cross-checks/limits.ts';
import { inThousandths, pairKey } from '../business/cross-checks/means.ts';
import type { CrossCheckStore } from '../business/cross-checks/store.ts';
import type { SeriesRecorder } from '../business/series/recorder.ts';
import { DIFFERENCES_MAX, HOSTS_MAX, LOW_AGREEMENT } from '../contract/cross-checks.ts';
import type { Job, JobEnd } from '../contract/order.ts';
import type { EngineName } from '../contract/vocabulary.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type Agreement, missingHosts, type Outline } from '../products/serp/agreement.ts';
import {
  askForOutline,
  type CheckableSearch,
  checkableOf,
  compare,
  comparedName,
  isComparable,
  othersOf,
} from '../products/serp/cross-check.ts';
import { failureOf } from '../sources/attempt.ts';
import { type Circuits, createCircuits } from '../sources/route.ts';
import type { Engine } from '../sources/serp.ts';
import type { SerpSource } from '../sources/serp-route.ts';
import { engineOf } from './job-engine.ts';

export interface CrossCheckParts {
  readonly limits: CrossCheckLimits;
  readonly store: CrossCheckStore;
  readonly series: Pick<SeriesRecorder, 'count'>;
  readonly metrics: Pick<Metrics, 'crossCheck' | 'agreement'>;
  readonly engineOf: (name: EngineName) => Engine | null;
  readonly routeOf: (engine: Engine, job: Job) => readonly SerpSource[];
  /** The circuits of customers' searches. A source that is paused there is not asked. */
  readonly circuits: Pick<Circuits, 'openCircuits'>;
  /** While it is true, no check begins. */
  readonly isBusy: () => boolean;
  readonly onError: (error: unknown) => void;
  readonly queueMax?: number;
  readonly retryMs?: number;
}

export interface CrossChecks {
  /** Considers a settled job. Returns at once and never throws. */
  consider(job: Job, end: JobEnd): void;
  /** Drops waiting checks and aborts the running one. */
  stop(): Promise<void>;
}

export type CrossCheckOutcome = 'compared' | 'failed' | 'dropped' | 'over_budget';

const QUEUE_MAX = 20;
/** Results change with time, so an older search is no longer compared. */
const WAIT_MS_MAX = 60_000;
const ASK_MS_MAX = 60_000;
const RETRY_MS = 1000;
const STOP_MS_MAX = 1000;
/** Checks use this share of a source's rate limit, in addition to the customers' searches. */
const RATE_SHARE = 0.1;

/** Returns whether the object is in the sample. The same object always gets the same decision. */
export function isSampled(objectId: string, share: number): boolean {
  const hash = createHash('sha256').update(`cross-check ${objectId}`).digest();
  return hash.readUInt32BE(0) < share * 2 ** 32;
}

interface Waiting extends CheckableSearch {
  readonly engine: Engine;
  readonly since: number;
}

export function createCrossChecks(parts: CrossCheckParts): CrossChecks {
  const { limits, metrics, queueMax = QUEUE_MAX, retryMs = RETRY_MS } = parts;
  // Cooldowns and rate limits of their own: an attempt of a check must neither pause a source for customers nor delay them.
  const circuits = createCircuits();
  const waiting: Waiting[] = [];
  /** The number of checks so far by engine and first source. */
  const rotation = new Map<string, number>();
  const isEnabled = Object.keys(limits).length > 0;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const next = (): void => {
    if (running || timer || stopping.signal.aborted) return;
    while (waiting.length > 0 && waiting[0]!.since < performance.now() - WAIT_MS_MAX)
      metrics.crossCheck(waiting.shift()!.engine.name, 'dropped');
    if (waiting.length === 0) return;
    if (parts.isBusy()) {
      timer = setTimeout(() => {
        timer = undefined;
        next();
      }, retryMs);
      timer.unref();
      return;
    }
    running = check(waiting.shift()!).finally(() => {
      running = null;
      next();
    });
  };

  const check = async (search: Waiting): Promise<void> => {
    const outcome = await run(search).catch((error: unknown): CrossCheckOutcome => {
      if (!stopping.signal.aborted) parts.onError(error);
      return 'failed';
    });
    metrics.crossCheck(search.engine.name, stopping.signal.aborted && outcome === 'failed' ? 'dropped' : outcome);
  };

  const run = async (search: Waiting): Promise<CrossCheckOutcome> => {
    const { engine, job, source: first } = search;
    const route = parts.routeOf(engine, job as Job);
    const source = choose(engine.name, first, othersOf(route, first));
    if (!source) return 'dropped';
    let isSpent = false;
    const reserve = async (): Promise<boolean> => {
      isSpent = (await parts.store.reserve(engine.name, comparedName(source.name))) !== 'reserved';
      return !isSpent;
    };
    if (!(await reserve())) return 'over_budget';
    const circuit = circuitOf(engine.name, source.name);
    let outline: Outline;
    try {
      outline = await askForOutline(source, engine, search.query, { signal: stopping.signal, msMax: ASK_MS_MAX, mayContinue: reserve });
      circuits.record(circuit, false, 0);
    } catch (thrown) {
      const { error } = failureOf(thrown);
      circuits.record(circuit, error.recovery !== 'fail', error.cooldownSeconds, error.message);
      return 'failed';
    }
    // A part of the results would look like a disagreement.
    if (isSpent) return 'over_budget';
    const firstSource = route.find(({ name }) => name === first);
    await record(search, [comparedName(source.name), outline], compare([search.outline, firstSource], [outline, source]));
    return 'compared';
  };

  /** Rotates over the other sources, without those that are paused or at their rate limit. */
  const choose = (engine: string, first: string, others: readonly SerpSource[]): SerpSource | null => {
    const pair = `${engine}/${comparedName(first)}`;
    const count = rotation.get(pair) ?? 0;
    rotation.set(pair, count + 1);
    const open = parts.circuits.openCircuits();
    for (let step = 0; step < others.length; step++) {
      const source = others[(count + step) % others.length]!;
      const circuit = circuitOf(engine, source.name);
      const rate = source.ratePerMinute === undefined ? undefined : source.ratePerMinute * RATE_SHARE;
      if (!open.has(circuit) && circuits.waitMs(circuit, rate) === 0) return source;
    }
    return null;
  };

  const record = async ({ engine, job, source, outline }: Waiting, [name, other]: readonly [string, Outline], found: Agreement) => {
    const both = [
      { source: comparedName(source), hosts: missingHosts(outline, other, HOSTS_MAX) },
      { source: name, hosts: missingHosts(other, outline, HOSTS_MAX) },
    ] as const;
    const sources = both[0].source < both[1].source ? both : ([both[1], both[0]] as const);
    const isLow = found.agreement < LOW_AGREEMENT;
    parts.series.count('agreement', pairKey(engine.name, [sources[0].source, sources[1].source]), {
      pairs: 1,
      overlapThousandths: inThousandths(found.overlap),
      correlationThousandths: inThousandths(found.correlation),
      featuresThousandths: inThousandths(found.features),
      agreementThousandths: inThousandths(found.agreement),
      low: isLow ? 1 : 0,
    });
    metrics.agreement(engine.name, `${sources[0].source}~${sources[1].source}`, found.agreement);
    if (!isLow) return;
    const difference = { objectId: job.id, engine: engine.name, sources, agreement: found.agreement };
    await parts.store.recordDifference(difference, DIFFERENCES_MAX).catch(parts.onError);
  };

  return {
    consider: (job, end) => {
      try {
        if (!isEnabled || stopping.signal.aborted || job.kind !== 'serp' || job.mode !== 'live' || end.outcome !== 'done') return;
        const name = engineOf(job);
        const limit = name !== null && Object.hasOwn(limits, name) ? limits[name] : undefined;
        if (!limit || !isSampled(job.id, limit.share)) return;
        const engine = parts.engineOf(name as EngineName);
        const first = end.attempts.at(-1)?.source;
        if (!engine || !isComparable(engine) || first === undefined || othersOf(parts.routeOf(engine, job), first).length === 0) return;
        if (waiting.length >= queueMax) return metrics.crossCheck(engine.name, 'dropped');
        const search = checkableOf(job, end);
        if (!search) return;
        waiting.push({ ...search, engine, since: performance.now() });
        next();
      } catch (error) {
        parts.onError(error);
      }
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      waiting.length = 0;
      let wait: NodeJS.Timeout | undefined;
      const waited = new Promise<void>((resolve) => {
        wait = setTimeout(resolve, STOP_MS_MAX);
      });
      await Promise.race([running, waited]);
      clearTimeout(wait);
    },
  };
}

const circuitOf = (engine: string, source: string): string => `${engine}/live/${source}`;
