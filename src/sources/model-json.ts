// Parses JSON of AI providers. No field is assumed to exist, and no provider error text is passed on.
import { isUrl } from '../contract/text.ts';
import { blocked, type Page, unreachable, unreadable } from './adapter.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** A page that an AI answer cites. */
export interface Citation {
  /** From 1, in the order of the citations. */
  readonly position: number;
  readonly title: string | null;
  readonly url: string;
  readonly domain: string;
  readonly snippet: string | null;
  readonly date: string | null;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

export type Json = Readonly<Record<string, unknown>>;

const COOLDOWN_SECONDS = 60;
const COOLDOWN_SECONDS_MAX = 86_400;
const OUT_OF_QUOTA_COOLDOWN_SECONDS = 3600;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []);
export const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Returns the JSON of a successful response. Throws a source error with its recovery for any other page. */
export function readResponse(page: Page): Json {
  let value: unknown;
  try {
    value = JSON.parse(page.body);
  } catch {
    value = undefined;
  }
  if (page.status === 429) throw blocked('The AI provider’s rate limit is exceeded.', cooldownSeconds(page, value));
  if (page.status === 401 || page.status === 403) throw unreadable('The AI provider rejected the credentials.');
  if (page.status >= 500 || page.status === 408 || page.status === 409) throw unreachable('The AI provider reported a server error.');
  if (page.status < 200 || page.status >= 300) throw unreadable('The AI provider rejected the request.');
  if (!isObject(value)) throw unreadable('The AI provider sent a response in an unknown format.');
  return value;
}

function cooldownSeconds(page: Page, value: unknown): number {
  const code = isObject(value) && isObject(value.error) ? (value.error.code ?? value.error.type) : null;
  if (code === 'insufficient_quota') return OUT_OF_QUOTA_COOLDOWN_SECONDS;
  return retryAfterSeconds(page, COOLDOWN_SECONDS, COOLDOWN_SECONDS_MAX);
}

export function readUsage(value: unknown, input: string, output: string): Usage | null {
  if (!isObject(value)) return null;
  const inputTokens = value[input];
  const outputTokens = value[output];
  if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return null;
  return {
    inputTokens,
    outputTokens,
    totalTokens: typeof value.total_tokens === 'number' ? value.total_tokens : inputTokens + outputTokens,
  };
}

/** Returns the sources in order, each URL once, without anything that is not an http(s) URL. */
export function citationsOf(sources: readonly Partial<Record<'title' | 'url' | 'snippet' | 'date', unknown>>[]): Citation[] {
  const citations = new Map<string, Citation>();
  for (const source of sources) {
    const url = cleanUrl(source.url);
    if (url === null || citations.has(url.href)) continue;
    citations.set(url.href, {
      position: citations.size + 1,
      title: text(source.title),
      url: url.href,
      domain: url.hostname,
      snippet: text(source.snippet),
      date: text(source.date),
    });
  }
  return [...citations.values()];
}

/** Removes the tracking parameter that the provider adds to every URL it cites. */
function cleanUrl(value: unknown): URL | null {
  if (typeof value !== 'string' || !isUrl(value)) return null;
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (['openai', 'chatgpt.com', 'perplexity'].includes(url.searchParams.get('utm_source') ?? '')) url.searchParams.delete('utm_source');
  return url;
}
