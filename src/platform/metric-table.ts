// The table of all metrics of our own. The exposition, the Grafana dashboard and the tests of the rules are built from it.

export type MetricGroup =
  | 'Traffic and latency'
  | 'Queue'
  | 'Sources and verdicts'
  | 'Credits and providers'
  | 'Callbacks'
  | 'Tracking'
  | 'Database and storage'
  | 'Host names'
  | 'Traces';

interface Described {
  readonly help: string;
  readonly labels: readonly string[];
  /** The row of the Grafana dashboard. */
  readonly group: MetricGroup;
  /** The panel of the Grafana dashboard. */
  readonly title: string;
}

/** `database`: read from the database by API processes, so all of them report the same value. `process`: of one process. */
export type MetricDefinition = Described &
  (
    | { readonly type: 'counter' }
    | { readonly type: 'histogram'; readonly buckets: readonly number[] }
    | { readonly type: 'gauge'; readonly of: 'database' | 'process' }
  );

const counter = (group: MetricGroup, title: string, help: string, labels: readonly string[]) =>
  ({ type: 'counter', group, title, help, labels }) as const;
const histogram = (group: MetricGroup, title: string, help: string, labels: readonly string[], buckets: readonly number[]) =>
  ({ type: 'histogram', group, title, help, labels, buckets }) as const;
const databaseGauge = (group: MetricGroup, title: string, help: string, labels: readonly string[]) =>
  ({ type: 'gauge', of: 'database', group, title, help, labels }) as const;
const processGauge = (group: MetricGroup, title: string, help: string, labels: readonly string[]) =>
  ({ type: 'gauge', of: 'process', group, title, help, labels }) as const;

export const METRICS = {
  sextant_http_request_duration_seconds: histogram(
    'Traffic and latency',
    'Requests',
    'Duration of HTTP requests.',
    ['route', 'method', 'status'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  ),
  sextant_http_rejected_total: counter(
    'Traffic and latency',
    'Rejected before parsing',
    'Requests and connections rejected before parsing.',
    ['reason'],
  ),
  sextant_sync_waiters: processGauge(
    'Traffic and latency',
    'Synchronous requests that wait',
    'Synchronous requests that wait for their result.',
    [],
  ),
  sextant_queue_depth: databaseGauge('Queue', 'Queued jobs', 'Queued jobs.', ['priority', 'label']),
  sextant_queue_oldest_seconds: databaseGauge('Queue', 'Age of the oldest job', 'Age of the oldest job that is due and not claimed.', [
    'priority',
    'label',
  ]),
  sextant_jobs_running: databaseGauge('Queue', 'Running jobs', 'Running jobs.', ['label']),
  sextant_jobs_without_worker: databaseGauge(
    'Queue',
    'Jobs without a worker',
    'Jobs that are due and that no worker with a recent heartbeat may run. Must be 0.',
    ['label'],
  ),
  sextant_workers: databaseGauge('Queue', 'Workers', 'Workers with a recent heartbeat.', []),
  sextant_job_wait_seconds: histogram(
    'Queue',
    'Claimed jobs',
    'Time from due to claimed.',
    ['priority'],
    [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3600],
  ),
  sextant_job_claims_total: counter('Queue', 'Claims', 'Claims of jobs by whether they found any.', ['found']),
  sextant_job_duration_seconds: histogram(
    'Sources and verdicts',
    'Finished jobs',
    'Duration of jobs.',
    ['kind', 'outcome', 'verdict'],
    [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  ),
  sextant_source_attempts_total: counter('Sources and verdicts', 'Source attempts', 'Source attempts.', ['kind', 'source', 'outcome']),
  sextant_parsed_items_total: counter('Sources and verdicts', 'Parsed items', 'Items that parsers found.', ['engine', 'array']),
  sextant_results_by_quality_total: counter(
    'Sources and verdicts',
    'Results by quality',
    'Collected SERPs by quality: low, medium or high.',
    ['engine', 'quality'],
  ),
  sextant_source_cooldown_seconds: processGauge(
    'Sources and verdicts',
    'Paused sources',
    'Remaining cooldown of a source after a block page or repeated failures.',
    ['engine', 'mode', 'source'],
  ),
  sextant_cross_checks_total: counter(
    'Sources and verdicts',
    'Cross-checks',
    'Cross-checks by outcome: compared, failed, dropped or over_budget.',
    ['engine', 'outcome'],
  ),
  sextant_cross_check_agreement: histogram(
    'Sources and verdicts',
    'Agreement of sources',
    'Agreement of two sources in one cross-check, from 0 to 1.',
    ['engine', 'pair'],
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  ),
  sextant_canary_runs_total: counter('Sources and verdicts', 'Canary runs', 'Runs of canaries: passed, failed or inconclusive.', [
    'engine',
    'source',
    'outcome',
  ]),
  sextant_canary_failing_sources: databaseGauge(
    'Sources and verdicts',
    'Sources that fail their canaries',
    'Sources that fail their canaries. Must be 0.',
    [],
  ),
  sextant_layouts: databaseGauge('Sources and verdicts', 'Layouts', 'Known layouts of result pages.', ['engine']),
  sextant_open_cases: databaseGauge('Sources and verdicts', 'Open cases', 'Layouts that a parser may not understand.', ['engine']),
  sextant_unknown_layout_pages_total: counter(
    'Sources and verdicts',
    'Pages of unknown layouts',
    'Live pages that belong to no known layout.',
    ['engine'],
  ),
  sextant_ledger_mismatched_accounts: databaseGauge(
    'Credits and providers',
    'Accounts whose lots and ledger differ',
    'Accounts whose lots and ledger differ. Must be 0.',
    [],
  ),
  sextant_provider_calls_total: counter('Credits and providers', 'Provider calls', 'Calls to providers.', ['provider']),
  sextant_provider_tokens_total: counter('Credits and providers', 'Provider tokens', 'Tokens, as reported by providers.', [
    'provider',
    'direction',
  ]),
  sextant_provider_spend_total: counter('Credits and providers', 'Provider cost', 'Cost of calls, as reported by providers.', [
    'provider',
    'currency',
  ]),
  sextant_callbacks_total: counter('Callbacks', 'Callback attempts', 'Callback attempts.', ['ok']),
  sextant_callbacks_pending: databaseGauge('Callbacks', 'Callbacks to be sent', 'Callbacks to be sent.', []),
  sextant_callbacks_oldest_seconds: databaseGauge(
    'Callbacks',
    'Age of the oldest callback',
    'Age of the oldest callback that is due and not sent.',
    [],
  ),
  sextant_tracking_checks_total: counter('Tracking', 'Checks of tracked keywords', 'Checks of tracked keywords by outcome.', ['outcome']),
  sextant_tracking_late_seconds: databaseGauge(
    'Tracking',
    'Delay of the oldest project',
    'Time since the oldest project was due to be planned.',
    [],
  ),
  sextant_tracking_pending_checks: databaseGauge('Tracking', 'Checks without a point', 'Checks of tracked keywords without a point.', []),
  sextant_database_up: databaseGauge('Database and storage', 'Database responds', '1 when the database responds.', []),
  sextant_maintenance_total: counter('Database and storage', 'Maintenance', 'Rows and files processed by maintenance tasks.', ['task']),
  sextant_large_results_total: counter('Database and storage', 'Large results', 'Large results by storage.', ['storage']),
  sextant_blob_read_failures_total: counter('Database and storage', 'Failed reads of S3 storage', 'Blobs that S3 storage did not return.', [
    'reason',
  ]),
  sextant_dns_lookups_total: counter('Host names', 'Lookups', 'Host name lookups by outcome.', ['outcome']),
  sextant_dns_cached_names: processGauge('Host names', 'Cached host names', 'Host names in the DNS cache.', []),
  sextant_dns_lookups_running: processGauge('Host names', 'Running lookups', 'Running host name lookups.', []),
  sextant_trace_spans_total: counter('Traces', 'Spans', 'Spans of traces by outcome: exported, failed or dropped.', ['outcome']),
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;
