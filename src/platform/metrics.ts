// Prometheus metrics. Labels never hold API keys, keywords, domains or names.
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';

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
  /** One call to a provider. `spent` is null when its response does not report the cost. */
  providerCall(provider: string, spent: ProviderSpent | null): void;
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

const GAUGES: Readonly<Record<string, { help: string; labels: string[] }>> = {
  sextant_queue_depth: { help: 'Queued jobs.', labels: ['priority', 'label'] },
  sextant_queue_oldest_seconds: { help: 'Age of the oldest job that is due and not claimed.', labels: ['priority', 'label'] },
  sextant_jobs_running: { help: 'Running jobs.', labels: ['label'] },
  sextant_jobs_without_worker: {
    help: 'Jobs that are due and that no worker with a recent heartbeat may run. Must be 0.',
    labels: ['label'],
  },
  sextant_workers: { help: 'Workers with a recent heartbeat.', labels: [] },
  sextant_callbacks_pending: { help: 'Callbacks to be sent.', labels: [] },
  sextant_callbacks_oldest_seconds: { help: 'Age of the oldest callback that is due and not sent.', labels: [] },
  sextant_ledger_mismatched_accounts: { help: 'Accounts whose lots and ledger differ. Must be 0.', labels: [] },
  sextant_tracking_late_seconds: { help: 'Time since the oldest project was due to be planned.', labels: [] },
  sextant_tracking_pending_checks: { help: 'Checks of tracked keywords without a point.', labels: [] },
  sextant_database_up: { help: '1 when the database responds.', labels: [] },
};

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
  const seconds = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] });
  const count = (name: string, help: string, labelNames: string[]) => new Counter({ name, help, labelNames, registers: [registry] });

  const requests = seconds(
    'sextant_http_request_duration_seconds',
    'Duration of HTTP requests.',
    ['route', 'method', 'status'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  );
  const requestsBy = new Map<string, Histogram.Internal<string>>();
  const rejected = count('sextant_http_rejected_total', 'Requests and connections rejected before parsing.', ['reason']);
  const rejectedBy = new Map<string, number>();
  const jobs = seconds(
    'sextant_job_duration_seconds',
    'Duration of jobs.',
    ['kind', 'outcome', 'verdict'],
    [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  );
  const waits = seconds(
    'sextant_job_wait_seconds',
    'Time from due to claimed.',
    ['priority'],
    [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600],
  );
  const claims = count('sextant_job_claims_total', 'Claims of jobs by whether they found any.', ['found']);
  const attempts = count('sextant_source_attempts_total', 'Source attempts.', ['kind', 'source', 'outcome']);
  const items = count('sextant_parsed_items_total', 'Items that parsers found.', ['engine', 'array']);
  const calls = count('sextant_provider_calls_total', 'Calls to providers.', ['provider']);
  const tokens = count('sextant_provider_tokens_total', 'Tokens, as reported by providers.', ['provider', 'direction']);
  const spend = count('sextant_provider_spend_total', 'Cost of calls, as reported by providers.', ['provider', 'currency']);
  const callbacks = count('sextant_callbacks_total', 'Callback attempts.', ['ok']);
  const dnsLookups = count('sextant_dns_lookups_total', 'Host name lookups by outcome.', ['outcome']);
  const largeResults = count('sextant_large_results_total', 'Large results by storage.', ['storage']);
  const blobReadsFailed = count('sextant_blob_read_failures_total', 'Blobs that S3 storage did not return.', ['reason']);
  const maintenance = count('sextant_maintenance_total', 'Rows and files processed by maintenance tasks.', ['task']);
  const trackingChecks = count('sextant_tracking_checks_total', 'Checks of tracked keywords by outcome.', ['outcome']);
  const gauges = new Map(
    // All processes read the same database. The process that serves the scrape has the newest values and comes first.
    Object.entries(GAUGES).map(([name, { help, labels }]) => [
      name,
      new Gauge({ name, help, labelNames: labels, registers: [registry], aggregator: 'first' }),
    ]),
  );
  const waiting = new Gauge({
    name: 'sextant_sync_waiters',
    help: 'Synchronous requests that wait for their result.',
    registers: [registry],
  });
  const dnsNames = new Gauge({ name: 'sextant_dns_cached_names', help: 'Host names in the DNS cache.', registers: [registry] });
  const dnsRunning = new Gauge({ name: 'sextant_dns_lookups_running', help: 'Running host name lookups.', registers: [registry] });
  const cooldown = new Gauge({
    name: 'sextant_source_cooldown_seconds',
    help: 'Remaining cooldown of a source after a block page or repeated failures.',
    labelNames: ['engine', 'mode', 'source'],
    registers: [registry],
    aggregator: 'max',
  });
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
    providerCall: (provider, spent) => {
      calls.inc({ provider });
      if (!spent) return;
      if (spent.inputTokens > 0) tokens.inc({ provider, direction: 'input' }, spent.inputTokens);
      if (spent.outputTokens > 0) tokens.inc({ provider, direction: 'output' }, spent.outputTokens);
      if (spent.amount > 0) spend.inc({ provider, currency: spent.currency }, spent.amount);
    },
    callback: (ok) => callbacks.inc({ ok: String(ok) }),
    dnsLookup: (outcome) => dnsLookups.inc({ outcome }),
    dnsState: (given) => {
      dnsState = given;
    },
    largeResult: (storage) => largeResults.inc({ storage }),
    blobReadFailed: (reason) => blobReadsFailed.inc({ reason }),
    maintenance: (task, value) => maintenance.inc({ task }, value),
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
