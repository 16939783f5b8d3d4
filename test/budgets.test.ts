// Daily budgets of providers through the whole service, with local providers instead of the real ones.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProviderBudgets } from '../src/business/provider-budgets.ts';
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
    PROVIDER_BUDGETS: '{"openai":{"calls":2},"perplexity":{"spend":0.6},"opneai":{"calls":1}}',
    AI_RATE_SECONDS: '0',
  });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

const chatgpt: Answered = {
  body: { status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: 'Yes.', annotations: [] }] }] },
};
const sonar: Answered = {
  body: {
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'Yes.' } }],
    usage: { prompt_tokens: 5, completion_tokens: 7, cost: { total_cost: 0.25 } },
  },
};

/** Runs one prompt. Returns its end and its cost. */
async function ask(aiService: string) {
  const { live: key } = await service.account();
  const { json, status } = await service.call('POST', '/ai/send-prompt', key, { prompt: 'Is this a sextant?', aiService });
  expect(status).toBe(200);
  const job = await until(async () => {
    const { json: seen } = await service.call('GET', `/ai/${json.id}`, key);
    return seen.ready ? seen : null;
  });
  const { json: user } = await service.call('GET', '/user', key);
  return { error: job.error, outcomes: job.attempts.map(({ outcome }: { outcome: string }) => outcome), left: user.credits[0].remaining };
}

describe('a request to a provider whose daily budget is spent', () => {
  test('fails without a call and is refunded, and other providers are still called', async () => {
    provider.answers(() => chatgpt);
    for (let nth = 0; nth < 2; nth++) expect(await ask('chatgpt')).toEqual({ error: null, outcomes: ['valid'], left: 999 });
    const refused = { error: 'The source is at its daily limit.', outcomes: ['unreachable'], left: 1000 };
    expect(await ask('chatgpt')).toEqual(refused);
    expect(provider.asked).toHaveLength(2);
    // Its responses report a cost of 0.25 each, so the third call is the last.
    provider.answers(() => sonar);
    for (let nth = 0; nth < 3; nth++) expect(await ask('perplexity')).toEqual({ error: null, outcomes: ['valid'], left: 999 });
    expect(await ask('perplexity')).toEqual(refused);
    expect(provider.asked).toHaveLength(3);
    const said = service.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(said.map(({ message, source }) => `${message}: ${source}`)).toEqual([
      'provider budget for unknown source: opneai',
      'provider daily budget exhausted: openai',
      'provider daily budget exhausted: perplexity',
    ]);
  });
});

describe('a budget', () => {
  const budgets = () => createProviderBudgets(service.database.db, { dataforseo: { calls: 5, tokens: 100 } }, () => undefined);

  test('is shared by all processes exactly', async () => {
    const processes = [budgets(), budgets(), budgets()];
    const taken = await Promise.all(Array.from({ length: 30 }, (_, nth) => processes[nth % 3]!.reserve('dataforseo')));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(await processes[0]!.reserve('somebody else')).toBe(true);
  });
  test('is full again on the next day', async () => {
    await service.database.db.script('update provider_days set day = day - 1');
    const fresh = budgets();
    expect(await fresh.reserve('dataforseo')).toBe(true);
    await fresh.record('dataforseo', 100, 0);
    expect(await fresh.reserve('dataforseo')).toBe(false);
  });
});
