// Both AI providers, against handwritten responses.
import { describe, expect, it } from 'vitest';
import { spentMs } from '../../../test/cpu-time.ts';
import type { Adapter, Page, SourceError } from '../adapter.ts';
import { plainText } from '../plain-text.ts';
import { createChatgpt } from './chatgpt.ts';
import { createPerplexity } from './perplexity.ts';
import type { PromptParsed, PromptQuery } from './query.ts';

const chatgpt = createChatgpt({ apiKey: 'key', model: 'gpt-test', baseUrl: 'https://api.openai.com' });
const perplexity = createPerplexity({ apiKey: 'key', model: 'sonar', baseUrl: 'https://api.perplexity.ai' });
const queryWith = (fields: Partial<PromptQuery> = {}): PromptQuery => ({
  prompt: 'What is a sextant?',
  system: null,
  schema: null,
  country: null,
  ...fields,
});
const SCHEMA = {
  name: 'answer',
  schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
};
const page = (adapter: Adapter<PromptQuery, PromptParsed>, body: unknown, status = 200, headers: Record<string, string> = {}): Page => {
  const request = adapter.start(queryWith());
  return { request, url: request.url, status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const read = (adapter: Adapter<PromptQuery, PromptParsed>, body: unknown, query = queryWith()) =>
  adapter.parse(page(adapter, body), query).found;
const failing = (
  adapter: Adapter<PromptQuery, PromptParsed>,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): SourceError => {
  try {
    adapter.parse(page(adapter, body, status, headers), queryWith());
  } catch (error) {
    return error as SourceError;
  }
  throw new Error('nothing was thrown');
};
const message = (content: object[]) => ({ type: 'message', content });

describe('ChatGPT', () => {
  const ANSWER = {
    model: 'gpt-test-2026',
    status: 'completed',
    output: [
      { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'sextant', sources: [] } },
      message([
        {
          type: 'output_text',
          text: 'A **sextant** measures [angles](https://a.example/).',
          annotations: [
            { type: 'url_citation', url: 'https://a.example/?utm_source=openai', title: 'Angles' },
            { type: 'url_citation', url: 'https://a.example/', title: 'Again' },
            { type: 'url_citation', url: 'javascript:alert(1)', title: 'Bad' },
          ],
        },
      ]),
    ],
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  };

  it('is queried with web search and the country', () => {
    const request = chatgpt.start(queryWith({ system: 'Be brief.', country: 'DE' }));
    expect(request.url).toBe('https://api.openai.com/v1/responses');
    expect(request.headers!.authorization).toBe('Bearer key');
    expect(JSON.parse(request.body!)).toMatchObject({
      model: 'gpt-test',
      instructions: 'Be brief.',
      tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
    });
  });

  it('must follow the schema, and does not search the web for it', () => {
    const body = JSON.parse(chatgpt.start(queryWith({ country: 'DE', schema: SCHEMA })).body!);
    expect(body).toMatchObject({ text: { format: { type: 'json_schema', name: 'answer', strict: true } } });
    expect(body.tools).toBeUndefined();
  });

  it('does not use strict mode for a schema that OpenAI would reject as strict', () => {
    const loose = { name: 'answer', schema: { type: 'object', properties: { a: { type: 'string' } } } };
    expect(JSON.parse(chatgpt.start(queryWith({ schema: loose })).body!).text.format.strict).toBe(false);
  });

  it('returns plain text, Markdown, each source once, queries and usage', () => {
    expect(read(chatgpt, ANSWER)).toEqual({
      text: 'A sextant measures angles.',
      markdown: 'A **sextant** measures [angles](https://a.example/).',
      model: 'gpt-test-2026',
      webSearch: true,
      citations: [{ position: 1, title: 'Angles', url: 'https://a.example/', domain: 'a.example', snippet: null, date: null }],
      searchQueries: ['sextant'],
      relatedQuestions: [],
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
      finishReason: 'stop',
    });
  });

  it('returns JSON unchanged for a query with a schema', () => {
    const found = read(
      chatgpt,
      { status: 'completed', output: [message([{ type: 'output_text', text: '{"a":"**b**"}' }])] },
      queryWith({ schema: SCHEMA }),
    );
    expect([found.text, found.markdown, found.webSearch]).toEqual(['{"a":"**b**"}', null, false]);
  });

  it('that was truncated or stopped by a filter is an error', () => {
    const cut = {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [message([{ type: 'output_text', text: 'A sext' }])],
    };
    expect(failing(chatgpt, cut)).toMatchObject({ outcome: 'unparsed', message: 'The AI model’s answer was cut off.' });
    const stopped = { ...cut, incomplete_details: { reason: 'content_filter' } };
    expect(failing(chatgpt, stopped)).toMatchObject({ outcome: 'unparsed', message: 'The AI provider’s filter stopped the answer.' });
  });

  it('that declines or returns no text is an error', () => {
    expect(
      failing(chatgpt, { status: 'completed', output: [message([{ type: 'refusal', refusal: 'I will not say SECRET' }])] }),
    ).toMatchObject({ outcome: 'unparsed', recovery: 'fail' });
    expect(failing(chatgpt, { status: 'completed', output: [] }).outcome).toBe('unparsed');
    expect(failing(chatgpt, { status: 'failed', error: { message: 'SECRET' }, output: [] }).outcome).toBe('unreachable');
  });
});

describe('Perplexity', () => {
  const ANSWER = {
    model: 'sonar',
    choices: [
      { finish_reason: 'stop', message: { role: 'assistant', content: '<think>hm</think>\n# Sextant\nIt measures angles [1][2].' } },
    ],
    citations: ['https://b.example/', 'https://a.example/'],
    search_results: [{ title: 'Angles', url: 'https://a.example/', snippet: 'About angles', date: '2026-01-02' }],
    related_questions: ['Who made it?'],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  };

  it('is queried with the country and for related questions', () => {
    const body = JSON.parse(perplexity.start(queryWith({ country: 'FR', system: 'Be brief.' })).body!);
    expect(body).toMatchObject({
      model: 'sonar',
      return_related_questions: true,
      web_search_options: { user_location: { country: 'FR' } },
    });
    expect(body.messages.map((entry: { role: string }) => entry.role)).toEqual(['system', 'user']);
  });

  it('returns the answer without its reasoning, with both kinds of sources in the order of the marks', () => {
    const found = read(perplexity, ANSWER);
    expect(found.text).toBe('Sextant\nIt measures angles [1][2].');
    expect(found.citations.map((citation) => [citation.position, citation.url, citation.title, citation.date])).toEqual([
      [1, 'https://b.example/', null, null],
      [2, 'https://a.example/', 'Angles', '2026-01-02'],
    ]);
    expect(found.relatedQuestions).toEqual(['Who made it?']);
    expect(found.usage).toEqual({ inputTokens: 3, outputTokens: 4, totalTokens: 7 });
    expect(found.finishReason).toBe('stop');
  });

  it('that returns no text or an unknown format is an error', () => {
    expect(failing(perplexity, { choices: [{ message: { content: ' ' } }] }).outcome).toBe('unparsed');
    expect(failing(perplexity, { hello: 'world' }).outcome).toBe('unparsed');
    for (const finish_reason of ['length', 'content_filter'])
      expect(failing(perplexity, { choices: [{ finish_reason, message: { content: 'A sext' } }] }).outcome).toBe('unparsed');
    expect(failing(perplexity, '<html>').outcome).toBe('unparsed');
  });
});

describe.each([
  ['ChatGPT', chatgpt],
  ['Perplexity', perplexity],
])('an error of %s', (_, adapter) => {
  it('has its recovery and no provider text', () => {
    const body = { error: { message: 'SECRET key sk-123', code: 'x' } };
    for (const [status, outcome] of [
      [401, 'unparsed'],
      [403, 'unparsed'],
      [400, 'unparsed'],
      [404, 'unparsed'],
      [429, 'blocked'],
      [500, 'unreachable'],
      [529, 'unreachable'],
    ] as const) {
      const error = failing(adapter, body, status);
      expect(error.outcome, String(status)).toBe(outcome);
      expect(error.message).not.toContain('SECRET');
    }
  });
  it('of a rate limit has the cooldown that the provider requests', () => {
    expect(failing(adapter, {}, 429, { 'retry-after': '17' }).cooldownSeconds).toBe(17);
    const dates = { date: 'Sun, 15 Nov 2026 10:00:00 GMT', 'retry-after': 'Sun, 15 Nov 2026 10:00:30 GMT' };
    expect(failing(adapter, {}, 429, dates).cooldownSeconds).toBe(30);
    expect(failing(adapter, {}, 429).cooldownSeconds).toBe(60);
    expect(failing(adapter, { error: { code: 'insufficient_quota' } }, 429).cooldownSeconds).toBe(3600);
  });
});

describe('plain text', () => {
  it('has no Markdown characters and keeps the words', () => {
    expect(plainText('# Title\n\n- **one** *two* `three`\n> said\n```\ncode\n```\n| a | b |\n|---|---|\n[link](https://a.example)')).toBe(
      'Title\n\n- one two three\nsaid\ncode\n| a | b |\nlink',
    );
  });
  it('is fast with hostile Markdown', () => {
    const began = spentMs();
    plainText(`${'*'.repeat(20_000)} ${'['.repeat(20_000)} ${'`'.repeat(20_000)}`);
    expect(spentMs() - began).toBeLessThan(2000);
  });
});
