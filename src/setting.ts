// Types of settings: how each is parsed from text, and the error for invalid text.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { DEFAULT_PRICES, type Prices } from './business/credits/price.ts';
import { type CrossCheckLimits, readCrossChecks } from './business/cross-checks/limits.ts';
import type { Budgets } from './business/provider-budgets.ts';
import { ENGINES, KEYWORD_SOURCES } from './contract/vocabulary.ts';
import { readTarget } from './platform/ssrf-targets.ts';

export interface Setting<T> {
  readonly read: (text: string) => T;
  readonly fallback: T;
  /** The default with MODE=production, if it differs. */
  readonly production?: T;
  /** Shown in the documentation. */
  readonly reason: string;
  /** Never shown. */
  readonly secret?: boolean;
}

export const fail = (problem: string): never => {
  throw new Error(problem);
};
export const text = (fallback: string, reason: string, secret = false): Setting<string> => ({
  read: (given) => given,
  fallback,
  reason,
  secret,
});
export const optional = (reason: string, secret = false): Setting<string | null> => ({
  read: (given) => (given === '' ? null : given),
  fallback: null,
  reason,
  secret,
});
export const number = (fallback: number, least: number, most: number, reason: string): Setting<number> => ({
  read: (given) => {
    const value = Number(given);
    return given.trim() !== '' && value >= least && value <= most ? value : fail(`must be a number from ${least} to ${most}`);
  },
  fallback,
  reason,
});
export const integer = (fallback: number, least: number, most: number, reason: string): Setting<number> => ({
  ...number(fallback, least, most, reason),
  read: (given) => {
    const value = Number(given);
    const fits = given.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
    return fits ? value : fail(`must be a whole number from ${least} to ${most}`);
  },
});
/** `count` is the required number of values. Null means one or more. */
export const numbers = (fallback: readonly number[], count: number | null, reason: string): Setting<readonly number[]> => ({
  read: (given) => {
    const values = given.split(',').map(Number);
    const fits = given.trim() !== '' && values.every((value) => value >= 0) && (count === null || values.length === count);
    return fits ? values : fail(`must be ${count ?? 'one or more'} numbers separated by commas`);
  },
  fallback,
  reason,
});
export const oneOf = <T extends string>(allowed: readonly T[], fallback: T, reason: string): Setting<T> => ({
  read: (given) => (allowed.includes(given as T) ? (given as T) : fail(`must be one of ${allowed.join(', ')}`)),
  fallback,
  reason,
});
export const list = (isValid: (item: string) => boolean, expected: string, reason: string, secret = false): Setting<readonly string[]> => ({
  secret,
  read: (given) => {
    const items = given
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    return items.every(isValid) ? items : fail(`must be ${expected}, separated by commas`);
  },
  fallback: [],
  reason,
});
export const flag = (fallback: boolean, reason: string): Setting<boolean> => ({
  read: (given) =>
    /^(?:true|1|yes|on)$/i.test(given) ? true : /^(?:false|0|no|off)$/i.test(given) ? false : fail('must be true or false'),
  fallback,
  reason,
});
/** A setting with a different default with MODE=production. A given value applies in both modes. */
export const inProduction = <T>(setting: Setting<T>, production: T): Setting<T> => ({ ...setting, production });
export const isEngine = (text: string): boolean => (ENGINES as readonly string[]).includes(text);
export const isProxy = (text: string): boolean => /^(?:[A-Za-z]{2}|\*)=https?:\/\/\S+$/.test(text);
export const isHostName = (text: string): boolean => /^(?:[\w.-]{1,253}|\[[0-9a-f:.]+\])$/i.test(text);
export const isTarget = (text: string): boolean => readTarget(text) !== null;
/** Scheme, host and port without a path, as browsers send it; or `*`. */
export const isOrigin = (text: string): boolean => {
  if (text === '*') return true;
  try {
    return /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
  } catch {
    return false;
  }
};
export const isAddress = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
/**
 * `10.0.0.2`, `10.0.0.2:5353`, `2001:db8::2` or `[2001:db8::2]:53`. The DNS client ends the process when a port is 0.
 */
const isNameServer = (text: string): boolean => {
  const [, bracketed, bare, port = '53'] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  return isIP(address) !== 0 && Number(port) > 0 && Number(port) < 65_536;
};
/** DNS settings. */
export const dnsSettings = {
  DNS_SERVERS: list(
    isNameServer,
    'name servers such as 10.0.0.2 or [2001:db8::2]:53',
    'Name servers for all outbound traffic, in this order. Default: those of /etc/resolv.conf.',
  ),
  DNS_TIMEOUT_SECONDS: number(5, 0.5, 30, 'Time limit for one host name lookup, including all servers, attempts and search domains.'),
  DNS_LOOKUPS_PER_ACCOUNT: integer(
    32,
    1,
    512,
    'Concurrent host name lookups per account and process. Names of one domain may use a quarter of them.',
  ),
} as const;
/** Rate limits of accounts and IP addresses. */
export const rateSettings = {
  RATE_PER_MINUTE: integer(6000, 1, 10_000_000, 'Requests per minute for an account without its own rate.'),
  RATE_BURST: integer(1000, 1, 1_000_000, 'Requests at once for an account without its own rate.'),
  IP_RATE_PER_MINUTE: integer(12_000, 1, 10_000_000, 'Requests per minute from one IP address.'),
  IP_RATE_BURST: integer(2000, 1, 1_000_000, 'Requests at once from one IP address.'),
  IP_BAD_KEYS_PER_MINUTE: integer(300, 1, 1_000_000, 'Requests with a bad API key per minute from one IP address.'),
  IP_BAD_TOKENS_PER_MINUTE: integer(30, 1, 1_000_000, 'Requests with a bad admin token per minute from one IP address.'),
  IPV6_PREFIX_LENGTH: integer(64, 16, 128, 'Limits per IP address count IPv6 clients by a prefix of this many bits.'),
  IP_CONNECTIONS_MAX: integer(0, 0, 1_000_000, 'Open connections from one IP address per API process. 0 disables the limit.'),
} as const;
/** Limits on the size of request bodies and on the cost of rejected ones. */
export const bodyLimitSettings = {
  BODY_MB_PER_MINUTE: integer(600, 1, 1_000_000, 'Megabytes of request bodies per minute and account. A third of them may come at once.'),
  IP_BODY_MB_PER_MINUTE: integer(
    2400,
    1,
    1_000_000,
    'Megabytes of request bodies per minute and IP address. A third of them may come at once.',
  ),
  REJECTED_SECONDS_PER_MINUTE: number(
    6,
    0.1,
    600,
    'Seconds of CPU time per minute that rejected bodies (4xx) of one account may use. Half of them may come at once.',
  ),
  IP_REJECTED_SECONDS_PER_MINUTE: number(
    24,
    0.1,
    600,
    'Seconds of CPU time per minute that rejected bodies (4xx) from one IP address may use. Half of them may come at once.',
  ),
} as const;
const jsonOf = (given: string): unknown => {
  try {
    return JSON.parse(given);
  } catch {
    return fail('must be JSON');
  }
};
export const prices: Setting<Prices> = {
  read: (given) => {
    const value = jsonOf(given);
    const isValid =
      typeof value === 'object' && value !== null && Object.values(value).every((price) => typeof price === 'number' && price >= 0);
    return isValid ? { ...DEFAULT_PRICES, ...(value as Prices) } : fail('must be a JSON object of numbers');
  },
  fallback: DEFAULT_PRICES,
  reason: 'Price rules that override the defaults, as JSON: base.serp, depth.serp, engine.google, priority.INSTANT and so on.',
};

/** Names with their sources, in order. */
const routesSetting = (
  isName: (name: string) => boolean,
  example: string,
  reason: string,
): Setting<Readonly<Record<string, readonly string[]>>> => ({
  read: (given) => {
    const value = jsonOf(given);
    const isValid =
      typeof value === 'object' &&
      value !== null &&
      Object.entries(value).every(
        ([name, sources]) => isName(name) && Array.isArray(sources) && sources.every((source) => typeof source === 'string'),
      );
    return isValid ? (value as Record<string, string[]>) : fail(`must be JSON such as ${example}`);
  },
  fallback: {},
  reason,
});

export const routes = routesSetting(
  isEngine,
  '{"google":["serpapi","page"]}',
  'Sources per engine and their order, as JSON such as {"google":["serpapi","page"]}. Other engines use all configured sources.',
);
export const keywordRoutes = routesSetting(
  (name) => (KEYWORD_SOURCES as readonly string[]).includes(name),
  '{"google":["dataforseo","google-ads"]}',
  'Sources for keyword requests and their order, as JSON such as {"google":["dataforseo","google-ads"]}.',
);

const BOUNDS = ['calls', 'tokens', 'spend'];
export const budgets: Setting<Budgets> = {
  read: (given) => {
    const value = jsonOf(given);
    const isBudget = (budget: unknown): boolean =>
      typeof budget === 'object' &&
      budget !== null &&
      Object.keys(budget).length > 0 &&
      Object.entries(budget).every(([name, most]) => BOUNDS.includes(name) && typeof most === 'number' && most >= 0);
    const isValid = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isBudget);
    return isValid ? (value as Budgets) : fail('must be JSON such as {"openai":{"calls":1000},"serper":{"spend":500}}');
  },
  fallback: {},
  reason:
    'Daily limits (UTC) of providers, as JSON such as {"openai":{"calls":1000,"tokens":2000000},"perplexity":{"spend":5}}. spend is the cost that the provider reports.',
};

export const crossChecks: Setting<CrossCheckLimits> = {
  read: (given) => readCrossChecks(given, isEngine),
  fallback: {},
  reason:
    'Ask a second source for a sample of the live searches, as engine=share:calls a day (UTC), such as google=0.02:200,bing=0.1:50. Empty disables it. See Cross-checks.',
};
