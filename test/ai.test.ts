// AI jobs through the whole service, with local providers instead of the real ones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type LocalApi, startLocalApi } from './local-api.ts';
import { startTestService, type TestService, until } from './service.ts';

let provider: LocalApi;
let service: TestService;
beforeAll(async () => {
  provider = await startLocalApi();
  service = await startTestService({
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: provider.baseUrl,
    PERPLEXITY_API_KEY: 'key',
    PERPLEXITY_BASE_URL: provider.baseUrl,
    AI_RATE_SECONDS: '0',
    AI_TIMEOUT_SECONDS: '1',
    SOURCE_ATTEMPTS_MAX: '2',
    SOURCE_RETRY_SECONDS: '0.1',
  });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

const answer = (content: object[], fields: object = {}): Answered => ({
  body: {
    status: 'completed',
    model: 'gpt-test',
    output: [{ type: 'message', content }],
    usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
    ...fields,
  },
});
const text = (words: string): object => ({ type: 'output_text', text: words, annotations: [] });
const sonar = (fields: object = {}): Answered => ({
  body: {
    model: 'sonar',
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'An instrument [1].' } }],
    citations: ['https://a.example/'],
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12, cost: { total_cost: 0.25 } },
    ...fields,
  },
});

/** The finished object, and its cost. */
async function run(body: object, path = 'send-prompt', mode: 'live' | 'test' = 'live') {
  const { [mode]: key } = await service.account();
  const { json, status, text: told } = await service.call('POST', `/ai/${path}`, key, body);
  expect(status, told).toBe(200);
  const job = await until(async () => {
    const { json: seen } = await service.call('GET', `/ai/${json.id}`, key);
    return seen.ready ? seen : null;
  });
  const { json: user } = await service.call('GET', '/user', key);
  return { job, cost: user.credits[0].total - user.credits[0].remaining };
}
const ask = (aiService: string) => run({ prompt: 'What is a sextant?', aiService });

describe('a prompt', () => {
  it('gets an answer of ChatGPT with every field', async () => {
    provider.answers(() => answer([text('An **instrument**.')]));
    const { job, cost } = await ask('chatgpt');
    expect(Object.keys(job.response).slice(0, 7)).toEqual([
      'text',
      'markdown',
      'model',
      'citations',
      'relatedQuestions',
      'usage',
      'finishReason',
    ]);
    expect(job).toMatchObject({ ready: true, error: null, verdict: 'valid', response: { text: 'An instrument.', finishReason: 'stop' } });
    expect(cost).toBe(1);
  });

  it('gets an answer of Perplexity with citations', async () => {
    provider.answers(() => sonar());
    const { job, cost } = await ask('perplexity');
    expect(job.response.citations[0].url).toBe('https://a.example/');
    expect(cost).toBe(1);
  });

  it.each<[string, Answered, string]>([
    ['a refusal', answer([{ type: 'refusal', refusal: 'SECRET' }]), 'The AI model declined to answer.'],
    [
      'a truncated answer',
      answer([text('An instr')], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      'The AI model’s answer was cut off.',
    ],
    [
      'a filtered answer',
      answer([text('An instr')], { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
      'The AI provider’s filter stopped the answer.',
    ],
    ['an empty answer', answer([]), 'The AI model gave no answer.'],
    ['a bad request', { status: 400, body: { error: { message: 'SECRET' } } }, 'The AI provider rejected the request.'],
    ['bad credentials', { status: 401, body: { error: { message: 'SECRET' } } }, 'The AI provider rejected the credentials.'],
    ['no JSON', { body: '<html>SECRET' }, 'The AI provider sent a response in an unknown format.'],
  ])('that gets %s ends at once as an error that costs nothing', async (_, answered, error) => {
    provider.answers(() => answered);
    const { job, cost } = await ask('chatgpt');
    expect(job).toMatchObject({ ready: true, error, response: null, verdict: 'unparsed' });
    expect(JSON.stringify(job)).not.toContain('SECRET');
    expect([cost, provider.asked.length]).toEqual([0, 1]);
  });

  it('that gets an error of the provider is retried, and is then not charged', async () => {
    provider.answers(() => ({ status: 503, body: {} }));
    const { job, cost } = await ask('chatgpt');
    expect(job).toMatchObject({ error: 'The AI service or the page could not be reached.', response: null });
    expect([cost, provider.asked.length, job.attempts.length]).toEqual([0, 2, 2]);
  });

  it('that times out is not charged', async () => {
    provider.answers(() => new Promise((resolve) => setTimeout(() => resolve(sonar()), 3000)));
    const { job, cost } = await ask('perplexity');
    expect(job).toMatchObject({ error: 'The AI service or the page could not be reached.', response: null });
    expect([cost, provider.asked.length]).toEqual([0, 2]);
  });

  it('that exceeds the rate limit of the provider waits for Retry-After and succeeds', async () => {
    provider.answers(() => (provider.asked.length === 1 ? { status: 429, headers: { 'retry-after': '1' }, body: {} } : sonar()));
    const { job, cost } = await ask('perplexity');
    expect(job.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['blocked', 'valid']);
    expect([cost, job.error]).toEqual([1, null]);
  });
});

describe('an analysis in the sandbox', () => {
  it('has the analysis, the answer and the measured facts, and is the same when repeated', async () => {
    const body = { url: 'https://harbour.example/shop', aiService: 'chatgpt' };
    const [first, second] = [await run(body, 'seo-analysis', 'test'), await run(body, 'seo-analysis', 'test')];
    expect(Object.keys(first.job.response).slice(0, 8)).toEqual([
      'url',
      'score',
      'summary',
      'categories',
      'issues',
      'recommendations',
      'keywords',
      'text',
    ]);
    expect(first.job.response.facts).toMatchObject({
      status: 200,
      redirects: [],
      timing: { firstByteMs: expect.any(Number), totalMs: expect.any(Number) },
      canonical: 'https://harbour.example/shop',
      imagesWithoutAlt: 1,
    });
    expect(second.job.response).toEqual(first.job.response);
    expect(first.cost).toBe(1);
  });

  it('that the model declines is an error and not charged', async () => {
    const { job, cost } = await run({ url: 'https://harbour.example/?q=test:empty', aiService: 'chatgpt' }, 'seo-analysis', 'test');
    expect(job).toMatchObject({ error: 'The AI model declined to answer.', response: null });
    expect(cost).toBe(0);
  });
});

describe('metrics', () => {
  it('show calls, tokens and spend per provider, including unusable answers', async () => {
    const { text: metrics } = await service.admin('GET', '/metrics');
    const value = (name: string, labels: string[]): number =>
      Number(
        metrics
          .split('\n')
          .find((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))
          ?.split(' ')
          .at(-1),
      );
    // Five responses of ChatGPT report their usage: one valid, one refusal, two stopped, one empty.
    expect(value('sextant_provider_tokens_total', ['provider="openai"', 'direction="input"'])).toBe(500);
    expect(value('sextant_provider_tokens_total', ['provider="openai"', 'direction="output"'])).toBe(100);
    expect(value('sextant_provider_calls_total', ['provider="openai"'])).toBe(10);
    expect(value('sextant_provider_spend_total', ['provider="perplexity"', 'currency="USD"'])).toBe(0.5);
    expect(metrics).not.toContain('provider="sandbox"');
  });
});
