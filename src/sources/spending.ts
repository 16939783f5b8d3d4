// The cost of a call, as reported in the response of a paid provider. Price lists are not used.
import type { Page } from './adapter.ts';
import { isObject, type Json } from './model-json.ts';

export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the provider's unit: dollars, or credits of a plan. */
  readonly amount: number;
  readonly currency: 'USD' | 'credits';
}

const NOTHING: Spent = { inputTokens: 0, outputTokens: 0, amount: 0, currency: 'USD' };

/** Sources that charge the operator per call. Web pages and official APIs with a free quota are not among them. */
export const PAID_SOURCES: ReadonlySet<string> = new Set([
  'dataforseo',
  'serpapi',
  'serper',
  'upstream',
  'brave',
  'yandex-search',
  'yandex-search-deferred',
  'google-programmable',
  'google-places',
  'gemini',
  'openai',
  'perplexity',
]);

/** Parsers by the source's name in an object's `attempts`. */
const PARSERS: Readonly<Record<string, (response: Json) => Partial<Spent>>> = {
  openai: ({ usage }) => tokensIn(usage, ['input_tokens'], ['output_tokens']),
  perplexity: ({ usage }) => ({
    ...tokensIn(usage, ['prompt_tokens'], ['completion_tokens']),
    amount: countAt(isObject(usage) ? usage.cost : null, 'total_cost'),
  }),
  gemini: ({ usageMetadata }) => tokensIn(usageMetadata, ['promptTokenCount'], ['candidatesTokenCount', 'thoughtsTokenCount']),
  // A task that is polled later is charged when it is created. Polls report a cost of 0.
  dataforseo: (response) => ({ amount: countAt(response, 'cost') }),
  serper: (response) => ({ amount: countAt(response, 'credits'), currency: 'credits' }),
};

/** Returns null when the response reports no cost. Even a response that cannot be used may have been charged. */
export function spentOn(source: string, page: Page): Spent | null {
  const parser = PARSERS[source];
  if (!parser) return null;
  try {
    const response: unknown = JSON.parse(page.body);
    return isObject(response) ? { ...NOTHING, ...parser(response) } : null;
  } catch {
    return null;
  }
}

function tokensIn(usage: unknown, input: readonly string[], output: readonly string[]): Partial<Spent> {
  const sum = (names: readonly string[]): number => names.reduce((total, name) => total + countAt(usage, name), 0);
  return { inputTokens: sum(input), outputTokens: sum(output) };
}

/** A counter cannot decrease, so only finite numbers from 0 up count. */
function countAt(value: unknown, name: string): number {
  const count = isObject(value) ? value[name] : 0;
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? count : 0;
}
