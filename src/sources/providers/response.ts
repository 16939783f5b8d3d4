// Parses API responses: JSON, or an error with its recovery. Errors have no provider text and no key.
import { isUrl } from '../../contract/text.ts';
import { blocked, type Page, type SourceError, unreachable, unreadable } from '../adapter.ts';
import { isObject, type Json, text } from '../model-json.ts';
import { hostOf } from '../urls.ts';

export const COOLDOWN_SECONDS = 60;
export const OUT_OF_QUOTA_COOLDOWN_SECONDS = 3600;
const COOLDOWN_SECONDS_MAX = 86_400;

export interface Provider {
  /** The name for error texts, such as `Kakao`. */
  readonly name: string;
  /** Returns the error of the provider's own codes when the status alone is misleading, otherwise null. */
  judge?(response: Json, page: Page): SourceError | null;
}

/** Returns the JSON of a good response. Throws a source error with its recovery for any other page. */
export function readJson(page: Page, provider: Provider): Json {
  let value: unknown;
  try {
    value = JSON.parse(page.body);
  } catch {
    value = undefined;
  }
  const { status } = page;
  const providerError = status >= 200 && status < 300 ? null : provider.judge?.(isObject(value) ? value : {}, page);
  if (providerError) throw providerError;
  if (status === 429) throw throttled(provider, cooldownSecondsOf(page));
  if (status === 401 || status === 403) throw badCredentials(provider);
  if (status >= 500 || status === 408) throw unreachable(`${provider.name} reported a server error.`);
  if (status < 200 || status >= 300) throw unreadable(`${provider.name} rejected the request.`);
  if (!isObject(value)) throw unknownFormat(provider);
  return value;
}

export const throttled = ({ name }: Provider, cooldownSeconds: number) =>
  blocked(`The rate limit of ${name} is exceeded.`, cooldownSeconds);
export const outOfQuota = ({ name }: Provider) => blocked(`The quota at ${name} is used up.`, OUT_OF_QUOTA_COOLDOWN_SECONDS);
export const badCredentials = ({ name }: Provider) => unreadable(`${name} rejected the credentials.`);
export const serverError = ({ name }: Provider) => unreachable(`${name} reported a server error.`);
export const unknownFormat = ({ name }: Provider) => unreadable(`${name} sent a response in an unknown format.`);

/** Returns the cooldown that the provider requests, in seconds or as a date by its clock, otherwise the fallback. */
export function cooldownSecondsOf(page: Page, fallback = COOLDOWN_SECONDS): number {
  const after = page.headers['retry-after']?.trim() ?? '';
  if (/^\d{1,6}$/.test(after)) return Math.min(Math.max(Number(after), 1), COOLDOWN_SECONDS_MAX);
  const [until, now] = [Date.parse(after), Date.parse(page.headers.date ?? '')];
  if (Number.isNaN(until) || Number.isNaN(now)) return fallback;
  return Math.min(Math.max(Math.ceil((until - now) / 1000), 1), COOLDOWN_SECONDS_MAX);
}

export const objectIn = (value: unknown): Json => (isObject(value) ? value : {});

/** Returns an integer from 0 up, written as a number or as digits. */
export function countIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

export const numberIn = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^-?\d{1,12}(?:\.\d{1,12})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** Returns an http(s) URL, or null. */
export function webAddressIn(value: unknown): string | null {
  const address = text(value)?.trim();
  return address && /^https?:\/\//i.test(address) && isUrl(address) && hostOf(address) !== '' ? new URL(address).href : null;
}

/** Returns the URL of a method, with the parameters that have a value. */
export function addressOf(baseUrl: string, path: string, parameters: Readonly<Record<string, string | number | null>> = {}): string {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

/** Returns the number in a parameter of the page's own request. */
export const parameterOf = (page: Page, name: string): number => countIn(new URL(page.request.url).searchParams.get(name) ?? '') ?? 0;
