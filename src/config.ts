// The one table of settings: name, how it is read, its default and the reason for it. No other file reads the environment.
import { CALLBACK_FORMATS, type CallbackFormat } from './contract/vocabulary.ts';
import type { Level } from './platform/log.ts';
import { distanceOf } from './platform/nearest.ts';
import {
  dnsSettings,
  flag,
  inProduction,
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
  rationSettings,
  type Setting,
  text,
  whole,
} from './setting.ts';
import { SOURCE_SETTINGS } from './source-settings.ts';

/** Where the service runs: on a laptop, for its owner alone, or where others reach it. */
export const RUN_MODES = ['local', 'production'] as const;
export type RunMode = (typeof RUN_MODES)[number];

export const SETTINGS = {
  MODE: oneOf<RunMode>(RUN_MODES, 'local', 'production switches off what is convenient on a laptop only; see Going to production.'),
  HOST: text('127.0.0.1', 'Where to listen. Loopback until you decide otherwise.'),
  PORT: whole(8080, 0, 65_535, 'Where to listen.'),
  DATA_DIR: text('.data', 'Where embedded data and generated secrets live.'),
  DATABASE_URL: optional('Use this PostgreSQL (15 or newer) instead of the embedded one.', true),
  DATABASE_DIRECT_URL: optional(
    'The same database past the pooler, when DATABASE_URL leads through one: for LISTEN, locks and migrations.',
    true,
  ),
  DATABASE_PREPARED: flag(true, 'Use prepared statements; false behind a PgBouncer older than 1.21 in transaction mode.'),
  MIGRATION_WAIT_SECONDS: whole(600, 0, 86_400, 'How long a start waits for another one that migrates the database, before it gives up.'),
  WAL_ARCHIVE: optional('Folder, best on another disk, that gets the embedded database’s log piece by piece; sextant restore reads it.'),
  WAL_ARCHIVE_SECONDS: whole(60, 1, 3600, 'A piece of the log is handed over at the latest after this time: what a lost disk can cost.'),
  OBJECT_STORE_URL: optional(
    'Keep large bodies in this S3-compatible store: https://host/bucket/prefix or https://bucket.host/prefix, with its two keys.',
  ),
  OBJECT_STORE_REGION: text('us-east-1', 'Region that requests to the object store are signed for; most stores of one’s own take any.'),
  OBJECT_STORE_ACCESS_KEY: optional('Access key of the object store.', true),
  OBJECT_STORE_SECRET_KEY: optional('Secret key of the object store; it signs every request.', true),
  OBJECT_STORE_SESSION_TOKEN: optional('Session token of the object store, for temporary keys.', true),
  OBJECT_STORE_MIN_BYTES: whole(65_536, 1, 1_073_741_824, 'Packed bodies and kept pages of at least this size go to the object store.'),
  SEXTANT_URL: optional('The running service that sextant batch and sextant mcp ask.'),
  SEXTANT_KEY: optional('The API key that these two send; safer here than on the command line.', true),
  MCP_HOSTS: list(
    isHostName,
    'host names',
    'Names (with commas) under which /mcp may be called, by their Host and by pages of that origin; localhost always may.',
  ),
  ADMIN_TOKEN: optional('The operator’s token. Generated and printed once when it is not set.', true),
  ADMIN_PORT: whole(0, 0, 65_535, 'Where /admin and /metrics listen instead of on PORT; 0 leaves them there.'),
  ADMIN_HOST: text('127.0.0.1', 'Where to listen for the operator when ADMIN_PORT is set.'),
  KEY_PEPPER: optional(
    'Key of the hashes of API keys. Generated into DATA_DIR when it is not set; set it when several machines share a database.',
    true,
  ),
  KEY_PEPPER_PREVIOUS: optional(
    'Accept keys hashed with this pepper as well, while keys move to KEY_PEPPER; see sextant keys rotate-pepper.',
    true,
  ),
  LOG_LEVEL: oneOf<Level>(['debug', 'info', 'warn', 'error'], 'info', 'debug writes one line per request.'),
  SYNC_WAIT_SECONDS: number(295, 0, 3600, 'How long a synchronous create waits; common HTTP clients give up at exactly 300 s.'),
  SYNC_WAITS_MAX: whole(5000, 0, 1_000_000, 'Clients that wait at once; further ones get their unfinished object at once.'),
  DISK_FREE_MB: whole(
    1024,
    0,
    10_000_000,
    'With less room than this where DATA_DIR lies nothing new is taken; the rest goes on. 0 never looks.',
  ),
  STREAMS_MAX: whole(
    1000,
    1,
    100_000,
    'Event streams open at once in one API process; one account may hold a tenth of them, and further ones get 429.',
  ),
  RETENTION_DAYS: whole(7, 1, 3650, 'How long objects are kept.'),
  ARCHIVE_DAYS: whole(30, 1, 3650, 'How long objects of accounts with the archive service are kept.'),
  LEDGER_DAYS: whole(400, 31, 36_500, 'How long the ledger is kept.'),
  AI_RATE_SECONDS: number(60, 0, 86_400, 'One AI request per account in this time.'),
  AI_GRACE_DAYS: whole(7, 0, 365, 'How late a scheduled AI job may still run if the service was down at its time.'),
  CALLBACK_FORMAT: oneOf<CallbackFormat>(CALLBACK_FORMATS, 'SIMPLE', 'Format of callbacks whose request names none.'),
  CALLBACK_RETRY_SECONDS: numbers(
    [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    null,
    'Pauses before the second, third, … attempt of a callback.',
  ),
  CALLBACK_TIMEOUT_SECONDS: number(15, 1, 60, 'How long a receiver may take.'),
  CALLBACK_BYTES_MAX: whole(67_108_864, 0, 1_073_741_824, 'A larger object is sent as SIMPLE, with X-Truncated: 1. 0 disables the limit.'),
  CALLBACK_CONCURRENCY: whole(100, 1, 10_000, 'Callbacks under way at once in one process.'),
  TRUST_PROXY: list(isAddress, 'addresses or networks', 'Proxies (addresses or CIDR, with commas) whose X-Forwarded-For names the caller.'),
  CORS_ORIGINS: list(
    isOrigin,
    'origins such as https://app.example',
    'Origins (with commas) whose pages may call the API from a browser; * allows any. The operator’s interface is never open to them.',
  ),
  CALLBACK_ALLOW: list(
    isTarget,
    'networks, addresses or host names, each with :port if wanted,',
    'Private targets that may be called back: networks (CIDR), addresses or host names, each with :port if wanted. See Going to production.',
  ),
  ...dnsSettings,
  ...rateSettings,
  ...rationSettings,
  FAULTY_PERCENT_MAX: whole(30, 0, 100, 'Failures within an hour, of SERPs with own agents, parameters or cookies; then 429. 100 never.'),
  REQUESTS_MAX: whole(256, 8, 100_000, 'Requests in work at once in one API process while more keep coming; further ones are turned away.'),
  REQUESTS_BURST: whole(2000, 8, 100_000, 'The same for a moment, before many at once count as too many. Clients that wait do not count.'),
  OVERLOAD_LAG_MS: whole(50, 10, 60_000, 'An API process that is this late with everything counts as overloaded, too.'),
  PRICES: prices,
  FRESHNESS_PRICE: number(1, 0, 1, 'What a reused answer costs, as a part of the full price; rounded up.'),
  FRESHNESS_SHARED: inProduction(
    flag(true, 'Requests with freshness may reuse answers that were collected for other accounts. Default with MODE=production: false.'),
    false,
  ),
  API_PROCESSES: whole(0, 0, 64, 'API processes of one start; 0 takes half the cores, at least 1 and at most 4.'),
  WORKER_PROCESSES: whole(0, 0, 64, 'Worker processes of one start; 0 takes half the cores, at least 1 and at most 8.'),
  WORKER_CONCURRENCY: whole(200, 1, 10_000, 'Objects in work at once in one worker process; most of the time they wait for the network.'),
  PARSE_THREADS: whole(1, 1, 64, 'Threads that read live pages in one worker process.'),
  DB_CONNECTIONS: whole(8, 2, 1000, 'Database connections of one process.'),
  DB_TIMEOUT_SECONDS: number(10, 1, 300, 'After this time without an answer a statement counts as lost.'),
  DEADLINE_SECONDS: numbers(
    [86_400, 21_600, 600, 600, 900],
    5,
    'From being due to being given up and reversed: LOW, NORMAL, REALTIME, INSTANT, AI.',
  ),
  TRIES_MAX: whole(5, 1, 100, 'Tries at sources for one object.'),
  AGAIN_SECONDS: numbers([5, 30, 120, 600], null, 'Pauses between rounds over the sources of a route.'),
  DRAIN_SECONDS: number(2, 0, 25, 'How long new requests are still served after SIGTERM.'),
  ...SOURCE_SETTINGS,
} as const;

/** Whether whoever runs the command wants no colours: https://no-color.org, or a terminal that knows none. */
export const refusesColour = (environment: Readonly<Record<string, string | undefined>> = process.env): boolean =>
  (environment.NO_COLOR ?? '') !== '' || environment.TERM === 'dumb';

/** Goes along with copies, so that a changed configuration still knows what was given. */
const GIVEN: unique symbol = Symbol('given');

export type Config = { readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['fallback'] } & {
  readonly [GIVEN]?: ReadonlySet<string>;
};

/** The settings that the environment gave; all others have their defaults. */
export const givenIn = (config: Config): ReadonlySet<string> => config[GIVEN] ?? new Set();

export class ConfigProblem extends Error {}

/** Reads all settings, or lists every problem at once. */
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
  if (problems.length > 0) throw new ConfigProblem(`Bad settings: ${problems.join('; ')}.`);
  const given = Object.keys(SETTINGS).filter((name) => environment[name] !== undefined && environment[name] !== '');
  return { ...Object.fromEntries(values), [GIVEN]: new Set(given) } as Config;
}

/** Names in the environment that are almost a setting's: slips that would otherwise be ignored in silence. */
export function nearSettings(environment: Readonly<Record<string, string | undefined>> = process.env): { name: string; meant: string }[] {
  const known = Object.keys(SETTINGS);
  const long = known.filter((name) => name.length > 6);
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < 6) return [];
    const meant = long.find((setting) => Math.abs(setting.length - name.length) < 3 && distanceOf(name.toUpperCase(), setting) <= 2);
    return meant === undefined ? [] : [{ name, meant }];
  });
}
