// The cost of calls, from handwritten responses in the formats of the providers.
import { describe, expect, it } from 'vitest';
import type { Page } from './adapter.ts';
import { spentOn } from './spending.ts';

const page = (body: unknown): Page => ({
  request: { url: 'https://provider.example/' },
  url: 'https://provider.example/',
  status: 200,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('a call', () => {
  it.each([
    ['openai', { usage: { input_tokens: 12, output_tokens: 5 } }, { inputTokens: 12, outputTokens: 5, amount: 0, currency: 'USD' }],
    [
      'perplexity',
      { usage: { prompt_tokens: 3, completion_tokens: 4, cost: { request_cost: 0.005, total_cost: 0.0051 } } },
      { inputTokens: 3, outputTokens: 4, amount: 0.0051, currency: 'USD' },
    ],
    [
      'gemini',
      { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2, thoughtsTokenCount: 9 } },
      { inputTokens: 7, outputTokens: 11, amount: 0, currency: 'USD' },
    ],
    ['dataforseo', { cost: 0.002, tasks: [] }, { inputTokens: 0, outputTokens: 0, amount: 0.002, currency: 'USD' }],
    ['serper', { credits: 2, organic: [] }, { inputTokens: 0, outputTokens: 0, amount: 2, currency: 'credits' }],
  ])('of %s costs what its response reports', (source, body, spent) => {
    expect(spentOn(source, page(body))).toEqual(spent);
  });

  it('whose response reports no valid cost has no known cost', () => {
    const nothing = { inputTokens: 0, outputTokens: 0, amount: 0, currency: 'USD' };
    expect(spentOn('openai', page({ usage: { input_tokens: -3, output_tokens: 'many' } }))).toEqual(nothing);
    expect(spentOn('perplexity', page({ usage: { cost: 'free' } }))).toEqual(nothing);
    expect(spentOn('dataforseo', page({ cost: null }))).toEqual(nothing);
    expect(spentOn('dataforseo', page('<html>'))).toBeNull();
    expect(spentOn('openai', page('[]'))).toBeNull();
    expect(spentOn('serpapi', page({ cost: 1 }))).toBeNull();
  });
});
