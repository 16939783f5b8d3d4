// What a call to a paid provider cost, where the provider's own answer tells it; nothing is reckoned from price lists.
import type { Page } from './adapter.ts';
import { isObject, type Json } from './model-json.ts';

export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the provider's own money: dollars, or credits of a plan. */
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

/** By the source's name in an object's `attempts`. */
const READERS: Readonly<Record<string, (answer: Json) => Partial<Spent>>> = {
  openai: ({ usage }) => tokensIn(usage, ['input_tokens'], ['output_tokens']),
  perplexity: ({ usage }) => ({
    ...tokensIn(usage, ['prompt_tokens'], ['completion_tokens']),
    amount: countAt(isObject(usage) ? usage.cost : null, 'total_cost'),
  }),
  gemini: ({ usageMetadata }) => tokensIn(usageMetadata, ['promptTokenCount'], ['candidatesTokenCount', 'thoughtsTokenCount']),
  // A task that is looked at later is paid when it is ordered; looking costs nothing and says so.
  dataforseo: (answer) => ({ amount: countAt(answer, 'cost') }),
  serper: (answer) => ({ amount: countAt(answer, 'credits'), currency: 'credits' }),
};

/** Null where the answer says nothing about it. An answer that is of no use to us may have cost all the same. */
export function spentOn(source: string, page: Page): Spent | null {
  const reader = READERS[source];
  if (!reader) return null;
  try {
    const answer: unknown = JSON.parse(page.body);
    return isObject(answer) ? { ...NOTHING, ...reader(answer) } : null;
  } catch {
    return null;
  }
}

function tokensIn(usage: unknown, input: readonly string[], output: readonly string[]): Partial<Spent> {
  const sum = (names: readonly string[]): number => names.reduce((total, name) => total + countAt(usage, name), 0);
  return { inputTokens: sum(input), outputTokens: sum(output) };
}

/** A counter cannot take anything back, so that nothing but a plain number from 0 up counts. */
function countAt(value: unknown, name: string): number {
  const count = isObject(value) ? value[name] : 0;
  return typeof count === 'number' && Number.isFinite(count) && count > 0 ? count : 0;
}
