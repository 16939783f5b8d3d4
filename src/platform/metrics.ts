// Prometheus metrics. Labels never hold API keys, keywords, domains or names.
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';
import { METRICS, type MetricName } from './metric-table.ts';

export interface ProviderSpent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly amount: number;
  readonly currency: string;
}

export interface Metrics {
  request(route: string, method: string, status: number, seconds: number): void;
  /** One early rejection. Under overload they are frequent, so they are summed here and added to the counter at a scrape. */
  rejected(reason: string): void;
  job(kind: string, outcome: string, verdict: string, seconds: number): void;
  jobWait(priority: string, seconds: number): void;
  /** One claim of the worker and the number of jobs that it found. */
  claim(jobs: number): void;
  attempt(kind: string, source: string, outcome: string): void;
  /** Parsed items per array. */
  items(engine: string, array: string, count: number): void;
  /** One collected SERP: low, medium or high. */
  quality(engine: string, level: string): void;
  /** A live page that belongs to no known layout. */
  unknownLayoutPage(engine: string): void;
  /** One call to a provider. `spent` is null when its response does not report the cost. */
  providerCall(provider: string, spent: ProviderSpent | null): void;
  /** One cross-check of a search and its outcome. */
  crossCheck(engine: string, outcome: 'compared' | 'failed' | 'dropped' | 'over_budget'): void;
  /** The agreement of a pair of sources in one cross-check. */
  agreement(engine: string, pair: string, agreement: number): void;
  /** One run of a canary. */
  canary(engine: string, source: string, outcome: string): void;
  callback(ok: boolean): void;
  /** One host name lookup and its outcome. */
  dnsLookup(outcome: string): void;
  /** Cached names and running lookups of this process, read at every scrape. */
  dnsState(state: () => { readonly cachedNames: number; readonly running: number }): void;
  /** The storage of a large result. */
  largeResult(storage: 's3' | 'database'): void;
  /** A blob that could not be read. */
  blobReadFailed(reason: string): void;
  maintenance(task: string, count: number): void;
  /** Checks of tracked keywords that were placed, skipped or recorded. */
  trackingChecks(outcome: string, count: number): void;
  /** Spans of traces that were exported, refused by the receiver, or dropped because too many waited. */
  spans(outcome: 'dropped' | 'exported' | 'failed', count: number): void;
  /** Remaining cooldown in seconds by `engine/mode/source` in this process, read at every scrape. */
  cooldowns(read: () => ReadonlyMap<string, number>): void;
  /** Synchronous requests that wait in this process, read at every scrape. */
  syncWaiters(count: () => number): void;
  /** Called at every scrape; sets gauges from the database. */
  onScrape(update: (gauge: (name: string, labels: Record<string, string>, value: number) => void) => Promise<void>): void;
  /** The metrics of this process, to be aggregated with those of others. */
  snapshot(): Promise<MetricObject[]>;
  text(others: readonly MetricObject[][]): Promise<string>;
}

/** Gauges of prom-client whose names end like those of counters. Each is the sum of the metric without `_total`. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

type NameOf<Type> = { [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never }[MetricName];

const DATABASE_GAUGES = Object.entries(METRICS)
  .filter(([, metric]) => metric.type === 'gauge' && metric.of === 'database')
  .map(([name]) => name as NameOf<'gauge'>);

/**
 * How often event loop lag is measured. No client waits for the event loop of a worker, and every 10 ms would be half of
 * the CPU time of an idle one.
 */
const [API_LAG_MS, WORKER_LAG_MS] = [10, 50];

export function createMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  // No prefix, so that standard Node.js dashboards work.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: role === 'worker' ? WORKER_LAG_MS : API_LAG_MS });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const described = (name: MetricName) => ({ name, help: METRICS[name].help, labelNames: [...METRICS[name].labels], registers });
  const histogram = (name: NameOf<'histogram'>) => new Histogram({ ...described(name), buckets: [...METRICS[name].buckets] });
  const counter = (name: NameOf<'counter'>) => new Counter(described(name));
  const gauge = (name: NameOf<'gauge'>, aggregator: 'first' | 'max' | 'sum' = 'sum') => new Gauge({ ...described(name), aggregator });

  const requests = histogram('sextant_http_request_duration_seconds');
  const requestsBy = new Map<string, Histogram.Internal<string>>();
  const rejected = counter('sextant_http_rejected_total');
  const rejectedBy = new Map<string, number>();
  const jobs = histogram('sextant_job_duration_seconds');
  const waits = histogram('sextant_job_wait_seconds');
  const claims = counter('sextant_job_claims_total');
  const attempts = counter('sextant_source_attempts_total');
  const items = counter('sextant_parsed_items_total');
  const crossChecks = counter('sextant_cross_checks_total');
  const agreements = histogram('sextant_cross_check_agreement');
  const qualities = counter('sextant_results_by_quality_total');
  const unknownLayouts = counter('sextant_unknown_layout_pages_total');
  const calls = counter('sextant_provider_calls_total');
  const tokens = counter('sextant_provider_tokens_total');
  const spend = counter('sextant_provider_spend_total');
  const canaryRuns = counter('sextant_canary_runs_total');
  const callbacks = counter('sextant_callbacks_total');
  const dnsLookups = counter('sextant_dns_lookups_total');
  const largeResults = counter('sextant_large_results_total');
  const blobReadsFailed = counter('sextant_blob_read_failures_total');
  const maintenance = counter('sextant_maintenance_total');
  const trackingChecks = counter('sextant_tracking_checks_total');
  const spans = counter('sextant_trace_spans_total');
  // Workers do not read them. Their zeros would look like an outage of the database.
  const ofDatabase = role === 'worker' ? [] : DATABASE_GAUGES;
  // All processes read the same database. The process that serves the scrape has the newest values and comes first.
  const gauges = new Map<string, Gauge>(ofDatabase.map((name) => [name, gauge(name, 'first')]));
  const waiting = gauge('sextant_sync_waiters');
  const dnsNames = gauge('sextant_dns_cached_names');
  const dnsRunning = gauge('sextant_dns_lookups_running');
  const cooldown = gauge('sextant_source_cooldown_seconds', 'max');
  let readCooldowns: (() => ReadonlyMap<string, number>) | null = null;
  let countWaiting: (() => number) | null = null;
  let dnsState: Parameters<Metrics['dnsState']>[0] | null = null;
  let update: Parameters<Metrics['onScrape']>[0] | null = null;

  const refresh = async (): Promise<void> => {
    await update?.((name, labels, value) => gauges.get(name)?.set(labels, value));
  };
  const snapshot = async (): Promise<MetricObject[]> => {
    waiting.set(countWaiting?.() ?? 0);
    dnsNames.set(dnsState?.().cachedNames ?? 0);
    dnsRunning.set(dnsState?.().running ?? 0);
    for (const [reason, value] of rejectedBy) rejected.inc({ reason }, value);
    rejectedBy.clear();
    cooldown.reset();
    for (const [circuit, seconds] of readCooldowns?.() ?? []) {
      const [engine, mode, source] = circuit.split('/');
      cooldown.set({ engine, mode, source }, seconds);
    }
    return (await registry.getMetricsAsJSON()) as MetricObject[];
  };
  return {
    request: (route, method, status, value) => {
      // Finding the labelled histogram costs more than observing, and there are few.
      const name = `${method} ${status} ${route}`;
      const one = requestsBy.get(name) ?? requests.labels(route, method, String(status));
      requestsBy.set(name, one);
      one.observe(value);
    },
    rejected: (reason) => void rejectedBy.set(reason, (rejectedBy.get(reason) ?? 0) + 1),
    job: (kind, outcome, verdict, value) => jobs.observe({ kind, outcome, verdict }, value),
    jobWait: (priority, value) => waits.observe({ priority }, value),
    claim: (found) => claims.inc({ found: found > 0 ? 'jobs' : 'none' }),
    attempt: (kind, source, outcome) => attempts.inc({ kind, source, outcome }),
    items: (engine, array, value) => items.inc({ engine, array }, value),
    quality: (engine, quality) => qualities.inc({ engine, quality }),
    unknownLayoutPage: (engine) => unknownLayouts.inc({ engine }),
    providerCall: (provider, spent) => {
      calls.inc({ provider });
      if (!spent) return;
      if (spent.inputTokens > 0) tokens.inc({ provider, direction: 'input' }, spent.inputTokens);
      if (spent.outputTokens > 0) tokens.inc({ provider, direction: 'output' }, spent.outputTokens);
      if (spent.amount > 0) spend.inc({ provider, currency: spent.currency }, spent.amount);
    },
    crossCheck: (engine, outcome) => crossChecks.inc({ engine, outcome }),
    agreement: (engine, pair, value) => agreements.observe({ engine, pair }, value),
    canary: (engine, source, outcome) => canaryRuns.inc({ engine, source, outcome }),
    callback: (ok) => callbacks.inc({ ok: String(ok) }),
    dnsLookup: (outcome) => dnsLookups.inc({ outcome }),
    dnsState: (given) => {
      dnsState = given;
    },
    largeResult: (storage) => largeResults.inc({ storage }),
    blobReadFailed: (reason) => blobReadsFailed.inc({ reason }),
    maintenance: (task, value) => maintenance.inc({ task }, value),
    spans: (outcome, value) => spans.inc({ outcome }, value),
    trackingChecks: (outcome, value) => trackingChecks.inc({ outcome }, value),
    cooldowns: (given) => {
      readCooldowns = given;
    },
    syncWaiters: (given) => {
      countWaiting = given;
    },
    onScrape: (given) => {
      update = given;
    },
    snapshot,
    text: async (others) => {
      await refresh();
      const own = await snapshot();
      return AggregatorRegistry.aggregate([own, ...others] as never).metrics();
    },
  };
}

interface CooldownMetric {
  readonly values: readonly { readonly labels: { engine?: string; mode?: string; source?: string }; readonly value: number }[];
}

/** Cooldowns in seconds by `engine/mode/source`, from snapshots of several processes; the longest one counts. */
export function cooldownsIn(processes: readonly MetricObject[][]): ReadonlyMap<string, number> {
  const cooldowns = new Map<string, number>();
  for (const metric of processes.flat()) {
    if (metric.name !== 'sextant_source_cooldown_seconds') continue;
    for (const { labels, value } of (metric as unknown as CooldownMetric).values) {
      if (labels.engine === undefined || value <= 0) continue;
      const circuit = `${labels.engine}/${labels.mode}/${labels.source}`;
      cooldowns.set(circuit, Math.max(value, cooldowns.get(circuit) ?? 0));
    }
  }
  return cooldowns;
}
