// Settings as processes report them, and which of them must be equal on all nodes.

/** Settings that differ from their defaults, by name. */
export interface ReportedSettings {
  /** Equal when all settings that are compared are equal. */
  readonly digest: string;
  readonly plain: Readonly<Record<string, string>>;
  /** Keyed digests. Null when the process has no pepper to key them with. */
  readonly secrets: Readonly<Record<string, string>> | null;
}

/** The secret that keys the digests of all others. */
export const KEY_PEPPER = 'KEY_PEPPER';

/** They describe one machine, or are read by commands only. */
export const SETTINGS_PER_NODE: ReadonlySet<string> = new Set([
  'NODE_NAME',
  'HOST',
  'PORT',
  'ADMIN_HOST',
  'ADMIN_PORT',
  'WORKER_METRICS_PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_PREPARED_STATEMENTS',
  'DATABASE_POOL_SIZE',
  'MIGRATION_WAIT_SECONDS',
  'WAL_ARCHIVE_DIR',
  'WORKER_LABELS',
  'WORKER_LABELS_ONLY',
  'WAL_ARCHIVE_TIMEOUT_SECONDS',
  'SEXTANT_URL',
  'SEXTANT_KEY',
  'LOG_LEVEL',
  'DISK_FREE_MIN_MB',
  'TRUST_PROXY',
  'DNS_SERVERS',
  'API_PROCESSES',
  'WORKER_PROCESSES',
  'WORKER_CONCURRENCY',
  'CALLBACK_CONCURRENCY',
  'PARSE_THREADS',
  'PAGES_IN_FLIGHT_MB',
  'PROXIES',
  'BROWSER_PATH',
  'BROWSER_URL',
  'BROWSER_CONCURRENCY',
  'BROWSER_RESTART_AFTER_PAGES',
  'BROWSER_IDLE_SECONDS',
  'TECHNOLOGIES_DIR',
  'GEO_CITY_DATABASE',
  'GEO_ASN_DATABASE',
  'REPLAY_DIR',
  'DRAIN_SECONDS',
  'RDAP_BOOTSTRAP_URL',
  'GEOTARGETS_URL',
]);

/** Workers do not read them, so a machine with workers only may leave them out. */
export const SETTINGS_OF_API: ReadonlySet<string> = new Set([
  'ADMIN_TOKEN',
  'KEY_PEPPER_PREVIOUS',
  'MCP_ALLOWED_HOSTS',
  'CORS_ORIGINS',
  'SYNC_WAIT_SECONDS',
  'SYNC_WAITS_MAX',
  'STREAMS_MAX',
  'IMAGE_PROXY',
  'AI_RATE_SECONDS',
  'PRICES',
  'FRESHNESS_PRICE',
  'CUSTOM_OPTIONS_FAILURE_PERCENT_MAX',
  'OVERLOAD_REQUESTS_MAX',
  'OVERLOAD_BURST_MAX',
  'OVERLOAD_EVENT_LOOP_LAG_MS',
  'RATE_PER_MINUTE',
  'RATE_BURST',
  'IP_RATE_PER_MINUTE',
  'IP_RATE_BURST',
  'IP_BAD_KEYS_PER_MINUTE',
  'IP_BAD_TOKENS_PER_MINUTE',
  'IPV6_PREFIX_LENGTH',
  'IP_CONNECTIONS_MAX',
  'BODY_MB_PER_MINUTE',
  'IP_BODY_MB_PER_MINUTE',
  'REJECTED_SECONDS_PER_MINUTE',
  'IP_REJECTED_SECONDS_PER_MINUTE',
  'ALERT_SUCCESS_PERCENT',
  'ALERT_SUCCESS_MINUTES',
  'ALERT_SUCCESS_RUNS_MIN',
  'ALERT_QUEUE_SECONDS',
  'ALERT_CALLBACKS_FAILING',
  'ALERT_DISK_PERCENT',
  'ALERT_BACKUP_HOURS',
  'ALERT_YIELD_PERCENT',
  'ALERT_AGREEMENT_PERCENT',
  'ALERT_AGREEMENT_MIN_PERCENT',
  'ALERT_AGREEMENT_PAIRS_MIN',
  'ALERT_QUALITY_PERCENT',
  'ALERT_BUDGET_PERCENT',
  'CANARIES_FILE',
  'ALERT_WEBHOOK_URL',
  'ALERT_WEBHOOK_SECRET',
  'ALERT_SMTP_URL',
  'ALERT_MAIL_TO',
  'ALERT_MAIL_FROM',
]);
