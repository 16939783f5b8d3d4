// Checks the AI engines on handwritten responses, in the sandbox, and on captured responses if any.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import { createDataset } from '../../sandbox/dataset.ts';
import type { SandboxSite } from '../../sandbox/site.ts';
import type { Engine, SerpQuery } from '../../serp.ts';
import { createChatgptEngine } from '../chatgpt/engine.ts';
import { openai } from '../chatgpt/sandbox.ts';
import { createPerplexityEngine } from '../perplexity/engine.ts';
import { perplexity as perplexitySite } from '../perplexity/sandbox.ts';

const chatgpt = createChatgptEngine({ apiKey: 'key', model: 'gpt-test', baseUrl: 'https://api.openai.com' });
const perplexity = createPerplexityEngine({ apiKey: 'key', model: 'sonar', baseUrl: 'https://api.perplexity.ai' });

const queryWith = (engine: Engine): SerpQuery => ({
  engine: engine.name,
  keyword: 'blue kettle',
  region: { canonicalName: 'Germany', countryCode: 'de', type: 'Country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
});
const pageOf = (engine: Engine, body: unknown, status = 200): Page => {
  const request = engine.start(queryWith(engine));
  return { request, url: request.url, status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const read = (engine: Engine, body: unknown) => engine.parse(pageOf(engine, body), queryWith(engine)).found;
const responses = (annotations: object[], more: object[] = []) => ({
  status: 'completed',
  model: 'gpt-test-1',
  output: [...more, { type: 'message', content: [{ type: 'output_text', text: 'A **kettle** boils water.', annotations }] }],
});

describe('the engine chatgpt', () => {
  it('sends the customer’s keyword, country and language', () => {
    const request = chatgpt.start(queryWith(chatgpt));
    expect(request.headers!.authorization).toBe('Bearer key');
    expect(JSON.parse(request.body!)).toMatchObject({
      model: 'gpt-test',
      input: [{ role: 'user', content: 'blue kettle' }],
      instructions: 'Answer in German.',
      tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
    });
  });

  it('returns one answer, and the pages it cites as results, each once', () => {
    const cited = [
      { type: 'url_citation', url: 'https://a.example/?utm_source=openai', title: 'Kettles &amp; pots' },
      { type: 'url_citation', url: 'https://b.example/x', title: '' },
      { type: 'url_citation', url: 'https://a.example/', title: 'Again' },
    ];
    const found = read(chatgpt, responses(cited));
    expect(found.answers).toEqual([
      expect.objectContaining({
        position: 1,
        type: 'chatgpt',
        text: 'A kettle boils water.',
        markdown: 'A **kettle** boils water.',
        model: 'gpt-test-1',
      }),
    ]);
    expect(found.answers[0]!.references).toEqual([
      { position: 1, title: 'Kettles & pots', url: 'https://a.example/', domain: 'a.example', source: null, snippet: null },
      { position: 2, title: null, url: 'https://b.example/x', domain: 'b.example', source: null, snippet: null },
    ]);
    expect(found.organic.map(({ position, title, url }) => [position, title, url])).toEqual([
      [1, 'Kettles & pots', 'https://a.example/'],
      [2, 'b.example', 'https://b.example/x'],
    ]);
    expect(found.empty).toBe(false);
  });

  it('leaves out the model’s text from before the search', () => {
    const commentary = { type: 'message', phase: 'commentary', content: [{ type: 'output_text', text: 'I will look.', annotations: [] }] };
    expect(read(chatgpt, responses([], [commentary])).answers[0]!.text).toBe('A kettle boils water.');
  });

  it('returns at most ten results and all references', () => {
    const cited = Array.from({ length: 14 }, (_, index) => ({
      type: 'url_citation',
      url: `https://a.example/${index}`,
      title: `Page ${index}`,
    }));
    const found = read(chatgpt, responses(cited));
    expect([found.organic.length, found.answers[0]!.references.length]).toEqual([10, 14]);
  });
});

describe('the engine perplexity', () => {
  const ANSWER = {
    model: 'sonar',
    choices: [{ finish_reason: 'stop', message: { content: 'It boils water [1].' } }],
    citations: ['https://a.example/'],
    search_results: [{ title: 'Kettles', url: 'https://a.example/', snippet: 'All <b>about</b> kettles', date: '2026-01-02' }],
    related_questions: ['Which is best?'],
  };

  it('requests related questions for the customer’s country', () => {
    const body = JSON.parse(perplexity.start(queryWith(perplexity)).body!);
    expect(body).toMatchObject({
      model: 'sonar',
      return_related_questions: true,
      web_search_options: { user_location: { country: 'DE' } },
    });
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'blue kettle' });
  });

  it('returns the answer with its questions, and the pages with their dates', () => {
    const found = read(perplexity, ANSWER);
    expect(found.answers[0]).toMatchObject({
      type: 'perplexity',
      text: 'It boils water [1].',
      relatedQuestions: ['Which is best?'],
      model: 'sonar',
    });
    expect(found.organic[0]).toMatchObject({
      title: 'Kettles',
      snippet: 'All about kettles',
      date: '2026-01-02',
      publishedAt: '2026-01-02T00:00:00+0000',
    });
  });
});

describe.each<[Engine, SandboxSite]>([
  [chatgpt, openai],
  [perplexity, perplexitySite],
])('the engine $name in the sandbox', (engine, site) => {
  const sandboxRequestOf = () => {
    const request = engine.start(queryWith(engine));
    return { method: 'POST', url: new URL(request.url), headers: request.headers ?? {}, body: request.body ?? '' };
  };
  const shown = (show: 'results' | 'noResults' | 'blockPage'): Page => {
    const { status, headers = {}, body } = site[show](sandboxRequestOf(), createDataset(engine.name, 'blue kettle', '2026-11-15'));
    return { ...pageOf(engine, body, status), headers };
  };

  it('receives the customer’s keyword and returns pages that are all cited', () => {
    expect(site.serves(sandboxRequestOf().url)).toBe(true);
    expect(site.keywordOf(sandboxRequestOf())).toBe('blue kettle');
    const { found, next } = engine.parse(shown('results'), queryWith(engine));
    expect(next).toBeUndefined();
    expect(found.answers).toHaveLength(1);
    expect(found.answers[0]!.text).toMatch(/^blue kettle/i);
    const cited = found.answers[0]!.references.map(({ url }) => url);
    expect(found.organic.length).toBeGreaterThan(4);
    expect(found.organic.map(({ url }) => url)).toEqual(cited);
    expect(found.organic.every(({ url, title }) => /^https:\/\//.test(url) && /blue kettle/i.test(title))).toBe(true);
    const filled = Object.entries(found).filter(([, value]) => Array.isArray(value) && value.length > 0);
    expect(filled.map(([name]) => name).sort()).toEqual(['answers', 'organic']);
  });

  it('has a block page, and may return no answer', () => {
    expect(() => engine.parse(shown('blockPage'), queryWith(engine))).toThrow(expect.objectContaining({ outcome: 'blocked' }));
    expect(() => engine.parse(shown('noResults'), queryWith(engine))).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });

  it('cannot parse an unknown response', () => {
    for (const body of ['', '<!doctype html><h1>Hello</h1>', '{}', '{"error":{"code":"x"}}', 'data: {"choices":[]}'])
      expect(() => read(engine, body)).toThrow(expect.objectContaining({ outcome: 'unparsed' }));
  });
});

const CORPUS = process.env.SEXTANT_CORPUS;
const rows =
  CORPUS && existsSync(join(CORPUS, 'index.jsonl'))
    ? readFileSync(join(CORPUS, 'index.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { id: string; engine: string; file: string; tier: string })
        .filter((row) => row.tier === 'core' && (row.engine === 'chatgpt' || row.engine === 'perplexity'))
    : [];

describe.skipIf(rows.length === 0)('captured responses of AI models', () => {
  it.each(rows.map((row) => [row.id, row]))('%s has its sources', (_, row) => {
    const found = read(row.engine === 'chatgpt' ? chatgpt : perplexity, readFileSync(join(CORPUS ?? '', row.file), 'utf8'));
    expect(found.answers).toHaveLength(1);
    expect(found.organic.length).toBeGreaterThan(3);
    expect(new Set(found.organic.map(({ url }) => url)).size).toBe(found.organic.length);
  });
});
