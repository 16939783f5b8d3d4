// Table of all settings with their defaults and descriptions. No other file reads the environment.
import { alertConflict, alertSettings } from './alert-settings.ts';
import { canarySettings } from './canary-settings.ts';
import { CALLBACK_FORMATS, type CallbackFormat } from './contract/vocabulary.ts';
import { basePath, labelConflict, labelSettings, nodeName } from './node-settings.ts';
import type { Level } from './platform/log.ts';
import { distanceOf } from './platform/suggest.ts';
import {
  bodyLimitSettings,
  crossChecks,
  dnsSettings,
  flag,
  inProduction,
  integer,
  isAddress,
  isHostName,
  isOrigin,
  isTarget,
  list,
  number,
  numbers,
  oneOf,
  optional,
  prices,
  rateSettings,
  type Setting,
  text,
} from './setting.ts';
import { replayConflict, SOURCE_SETTINGS } from './source-settings.ts';
import { traceSettings } from './trace-settings.ts';
import { trackingSettings } from './tracking-settings.ts';

/** Local use by one person, or a service that others can reach. */
export const RUN_MODES = ['local', 'production'] as const;
export type RunMode = (typeof RUN_MODES)[number];

export const SETTINGS = {
  MODE: oneOf<RunMode>(RUN_MODES, 'local', 'production turns off the shortcuts for local use. See Going to production.'),
  HOST: text('127.0.0.1', 'Host name or IP address to listen on. The default accepts local connections only.'),
  PORT: integer(8080, 0, 65_535, 'Port to listen on.'),
  BASE_PATH: basePath,
  NODE_NAME: nodeName,
  DATA_DIR: text('.data', 'Directory of the embedded database and the generated secrets.'),
  DATABASE_URL: optional('Use this PostgreSQL (15 or newer) instead of the embedded one.', true),
  DATABASE_DIRECT_URL: optional(
    'The same database without the pooler, if DATABASE_URL is a pooler. Used for LISTEN, locks and migrations.',
    true,
  ),
  DATABASE_PREPARED_STATEMENTS: flag(true, 'Use prepared statements. Set false behind a PgBouncer older than 1.21 in transaction mode.'),
  MIGRATION_WAIT_SECONDS: integer(600, 0, 86_400, 'How long a start waits while another process migrates the database.'),
  WAL_ARCHIVE_DIR: optional(
    'Archive the WAL of the embedded database in this directory, preferably on another disk. sextant restore reads it.',
  ),
  WAL_ARCHIVE_TIMEOUT_SECONDS: integer(
    60,
    1,
    3600,
    'Archive a WAL segment after this time at the latest. A lost disk costs at most this much data.',
  ),
  S3_URL: optional('Store large results in this S3 storage: https://host/bucket/prefix or https://bucket.host/prefix. Needs both S3 keys.'),
  S3_REGION: text('us-east-1', 'Region in the signature of S3 requests. Most self-hosted servers accept any.'),
  S3_ACCESS_KEY: optional('Access key of the S3 storage.', true),
  S3_SECRET_KEY: optional('Secret key of the S3 storage. It signs every request.', true),
  S3_SESSION_TOKEN: optional('Session token of the S3 storage, for temporary keys.', true),
  S3_MIN_BYTES: integer(65_536, 1, 1_073_741_824, 'Store compressed results and raw pages of at least this size in S3.'),
  SEXTANT_URL: optional('URL of the running service for sextant batch, sextant track and sextant mcp.'),
  SEXTANT_KEY: optional('API key for these commands. Safer here than on the command line.', true),
  MCP_ALLOWED_HOSTS: list(
    isHostName,
    'host names',
    'Host names (comma-separated) allowed in Host and Origin of /mcp requests. localhost is always allowed.',
  ),
  ADMIN_TOKEN: optional('Token of the admin API. If not set, the first start generates and prints it.', true),
  ADMIN_PORT: integer(0, 0, 65_535, 'Serve /admin and /metrics on this port instead of PORT. 0 keeps them on PORT.'),
  ADMIN_HOST: text('127.0.0.1', 'Host name or IP address to listen on when ADMIN_PORT or WORKER_METRICS_PORT is set.'),
  WORKER_METRICS_PORT: integer(0, 0, 65_535, 'Serve /metrics of sextant worker on this port of ADMIN_HOST. 0: not at all.'),
  KEY_PEPPER: optional(
    'Secret for hashing API keys. Generated in DATA_DIR if not set. Set it when several machines share a database.',
    true,
  ),
  KEY_PEPPER_PREVIOUS: optional(
    'Also accept keys hashed with this pepper while keys move to KEY_PEPPER. See sextant key rotate-pepper.',
    true,
  ),
  LOG_LEVEL: oneOf<Level>(['debug', 'info', 'warn', 'error'], 'info', 'debug logs one line per request.'),
  SYNC_WAIT_SECONDS: number(295, 0, 3600, 'How long a synchronous create waits. Common HTTP clients time out at exactly 300 s.'),
  SYNC_WAITS_MAX: integer(
    5000,
    0,
    1_000_000,
    'Synchronous requests that may wait at once. Further ones get their unfinished object at once.',
  ),
  SERPAPI_KEEP_HTML: flag(
    false,
    'Store the pages of searches at the SerpApi endpoints, so that GET /searches/{id}.html returns them later.',
  ),
  DISK_FREE_MIN_MB: integer(
    1024,
    0,
    10_000_000,
    'Reject new requests when the DATA_DIR disk has less free space than this. Reads and running jobs continue. 0 disables the check.',
  ),
  STREAMS_MAX: integer(1000, 1, 100_000, 'Open event streams per API process. One account may hold a tenth of them. Further ones get 429.'),
  IMAGE_PROXY: flag(
    true,
    'Load the images of live results for the dashboard through the service. false disables it, and the dashboard shows no remote images.',
  ),
  RETENTION_DAYS: integer(7, 1, 3650, 'How long objects are stored.'),
  ARCHIVE_DAYS: integer(30, 1, 3650, 'How long objects of accounts with the archive service are stored.'),
  CASE_PAGES: integer(3, 0, 5, 'Sample pages to store per layout that a parser may not understand. 0 stores none.'),
  LEDGER_DAYS: integer(400, 31, 36_500, 'How long ledger entries are stored.'),
  AI_RATE_SECONDS: number(60, 0, 86_400, 'Accept one AI request per account in this time.'),
  AI_GRACE_DAYS: integer(7, 0, 365, 'How late a scheduled AI job may still run after the service was down.'),
  CALLBACK_FORMAT: oneOf<CallbackFormat>(CALLBACK_FORMATS, 'SIMPLE', 'Format of callbacks whose request has no callbackFormat.'),
  CALLBACK_RETRY_SECONDS: numbers(
    [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    null,
    'Pauses before the second, third, … attempt of a callback.',
  ),
  CALLBACK_TIMEOUT_SECONDS: number(15, 1, 60, 'How long a receiver may take to respond.'),
  CALLBACK_BYTES_MAX: integer(67_108_864, 0, 1_073_741_824, 'Send a larger object as SIMPLE, with X-Truncated: 1. 0 disables the limit.'),
  CALLBACK_CONCURRENCY: integer(100, 1, 10_000, 'Concurrent callbacks per process.'),
  TRUST_PROXY: list(
    isAddress,
    'IP addresses or networks',
    'Proxies (IP addresses or CIDR, comma-separated) whose X-Forwarded-For is trusted.',
  ),
  CORS_ORIGINS: list(
    isOrigin,
    'origins such as https://app.example',
    'Origins (comma-separated) whose pages may call the API from a browser. * allows all. The admin API is always excluded.',
  ),
  CALLBACK_ALLOW: list(
    isTarget,
    'networks, IP addresses or host names, optionally with :port',
    'Private callback targets to allow: networks (CIDR), IP addresses or host names, optionally with :port. See Going to production.',
  ),
  ...dnsSettings,
  ...rateSettings,
  ...bodyLimitSettings,
  CUSTOM_OPTIONS_FAILURE_PERCENT_MAX: integer(
    30,
    0,
    100,
    'Reject custom user agents, URL parameters and cookies (429) for an account whose requests with them failed more often than this in the last hour, in percent. 100 disables the limit.',
  ),
  OVERLOAD_REQUESTS_MAX: integer(
    256,
    8,
    100_000,
    'Concurrent requests per API process under sustained overload. Further ones are rejected.',
  ),
  OVERLOAD_BURST_MAX: integer(
    2000,
    8,
    100_000,
    'Concurrent requests per API process before it counts as overloaded. Waiting synchronous requests do not count.',
  ),
  OVERLOAD_EVENT_LOOP_LAG_MS: integer(50, 10, 60_000, 'An API process whose event loop lags this much also counts as overloaded.'),
  PRICES: prices,
  CREDIT_PRICE_USD: number(0.0006, 0, 1000, 'US dollars for each credit, in costs and balances of the DataForSEO-compatible endpoint.'),
  FRESHNESS_PRICE: number(1, 0, 1, 'Price of a reused result as a fraction of the full price, rounded up.'),
  FRESHNESS_SHARED: inProduction(
    flag(true, 'Requests with freshness may reuse results of other accounts. Default with MODE=production: false.'),
    false,
  ),
  API_PROCESSES: integer(0, 0, 64, 'API processes of sextant start. 0 means half the cores, at least 1 and at most 4.'),
  WORKER_PROCESSES: integer(0, 0, 64, 'Worker processes of sextant start. 0 means half the cores, at least 1 and at most 8.'),
  WORKER_CONCURRENCY: integer(200, 1, 10_000, 'Concurrent jobs per worker process. Most of the time they wait for the network.'),
  ...labelSettings,
  PARSE_THREADS: integer(
    0,
    0,
    64,
    'Threads per worker process that parse live pages. 0 means all cores but one, shared by the workers of sextant start, at most 8. On two cores it means 2.',
  ),
  PAGES_IN_FLIGHT_MB: integer(
    128,
    1,
    65_536,
    'Memory per worker process for live pages between request and parser. Further pages wait. See Memory of a worker.',
  ),
  DATABASE_POOL_SIZE: integer(8, 2, 1000, 'Database connections per process.'),
  DATABASE_TIMEOUT_SECONDS: number(10, 1, 300, 'A database statement without a response fails after this time.'),
  JOB_DEADLINE_SECONDS: numbers(
    [86_400, 21_600, 600, 600, 900],
    5,
    'Time from due to failed and reversed, for LOW, NORMAL, REALTIME, INSTANT, AI.',
  ),
  SOURCE_ATTEMPTS_MAX: integer(5, 1, 100, 'Source attempts per object.'),
  SOURCE_RETRY_SECONDS: numbers([5, 30, 120, 600], null, 'Pauses between rounds over the sources of a route.'),
  CROSS_CHECKS: crossChecks,
  DRAIN_SECONDS: number(2, 0, 25, 'How long a process still accepts requests after SIGTERM.'),
  ...trackingSettings,
  ...alertSettings,
  ...canarySettings,
  ...traceSettings,
  ...SOURCE_SETTINGS,
} as const;

/** A property that object spread copies, so that a changed configuration still knows which settings were given. */
const GIVEN: unique symbol = Symbol('given');

export type Config = { readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['fallback'] } & {
  readonly [GIVEN]?: ReadonlySet<string>;
};

/** Returns the settings from the environment. All others have their defaults. */
export const givenIn = (config: Config): ReadonlySet<string> => config[GIVEN] ?? new Set();

export class ConfigProblem extends Error {}

/** Reads all settings. Throws `ConfigProblem` with every invalid setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const isProduction = environment.MODE === 'production';
  const values = Object.entries(SETTINGS as Record<string, Setting<unknown>>).map(([name, setting]) => {
    const given = environment[name];
    if (given === undefined || given === '') return [name, isProduction ? (setting.production ?? setting.fallback) : setting.fallback];
    try {
      return [name, setting.read(given)];
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
      return [name, setting.fallback];
    }
  });
  const read = Object.fromEntries(values);
  for (const conflict of [replayConflict(read), labelConflict(read), alertConflict(read)]) if (conflict !== null) problems.push(conflict);
  if (problems.length > 0) throw new ConfigProblem(`Bad settings: ${problems.join('; ')}.`);
  const given = Object.keys(SETTINGS).filter((name) => environment[name] !== undefined && environment[name] !== '');
  return { ...Object.fromEntries(values), [GIVEN]: new Set(given) } as Config;
}

/** Returns environment variables whose names are nearly a setting: typing errors that would be ignored. */
export function nearSettings(environment: Readonly<Record<string, string | undefined>> = process.env): { name: string; meant: string }[] {
  const known = Object.keys(SETTINGS);
  const long = known.filter((name) => name.length > 6);
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < 6) return [];
    const meant = long.find((setting) => Math.abs(setting.length - name.length) < 3 && distanceOf(name.toUpperCase(), setting) <= 2);
    return meant === undefined ? [] : [{ name, meant }];
  });
}
