// Every engine against every block page and fault of the sandbox, through the transport of test keys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, type EngineName } from '../contract/vocabulary.ts';
import { SourceError } from './adapter.ts';
import { createEngineTable } from './catalogue.ts';
import { CollectFailure, collect } from './collect.ts';
import { type Sandbox, startSandbox } from './sandbox/server.ts';
import { SITES } from './sandbox-sites.ts';
import { plainQuery } from './stored-page.ts';
import { createSandboxFetch } from './transport/sandbox.ts';

const engines = createEngineTable({
  chatgpt: { apiKey: 'k', model: 'm', baseUrl: 'https://api.openai.com' },
  perplexity: { apiKey: 'k', model: 'm', baseUrl: 'https://api.perplexity.ai' },
});
let sandbox: Sandbox;
let fetch: ReturnType<typeof createSandboxFetch>;
beforeAll(async () => {
  sandbox = await startSandbox(SITES);
  fetch = createSandboxFetch(sandbox);
});
afterAll(async () => {
  await fetch.close();
  await sandbox.close();
});

const outcomeOf = async (name: EngineName, word: string, isMobile: boolean, attempt = 1): Promise<string> =>
  (await errorOf(name, word, isMobile, attempt))?.outcome ?? 'answer';

async function errorOf(name: EngineName, word: string, isMobile: boolean, attempt: number): Promise<SourceError | null> {
  const engine = engines[name]!;
  const keyword = name === 'universal' ? `https://shop.example/tea?q=${word}` : `green tea ${word}`;
  const query = plainQuery(name, {
    keyword,
    region: { canonicalName: 'Germany', countryCode: 'DE', type: 'country', latitude: 51, longitude: 9 },
    isMobile,
  });
  try {
    await collect(engine, query, fetch, { attempt }, { pagesMax: 1, enough: () => true });
    return null;
  } catch (error) {
    const cause = error instanceof CollectFailure ? error.cause : error;
    if (cause instanceof SourceError) return cause;
    throw cause;
  }
}

const WORDS = {
  captcha: 'blocked',
  softblock: 'blocked',
  consent: 'blocked',
  signin: 'blocked',
  strange: 'unparsed',
  '429': 'blocked',
  '500': 'unreachable',
  cut: 'unreachable',
  garbage: 'unparsed',
} as const;

describe.each(ENGINES)('the engine %s', (name) => {
  it.each([false, true])('returns the right outcome for every block page and fault (phone: %s)', async (isMobile) => {
    const outcomes = await Promise.all(Object.keys(WORDS).map(async (word) => [word, await outcomeOf(name, `test:${word}`, isMobile)]));
    expect(Object.fromEntries(outcomes)).toEqual(WORDS);
  });

  it('succeeds when only the first attempts are blocked', async () => {
    expect(await outcomeOf(name, 'test:captcha:1 test:500:2', false, 1)).toBe('blocked');
    expect(await outcomeOf(name, 'test:captcha:1 test:500:2', false, 2)).toBe('unreachable');
    expect(await outcomeOf(name, 'test:captcha:1 test:500:2', false, 3)).toBe('answer');
  });
});

describe('block pages of different kinds', () => {
  it.each([
    ['captcha', /captcha|robot|429/i, ENGINES.filter((name) => !['chatgpt', 'perplexity', 'universal'].includes(name))],
    ['consent', /consent/i, ['google', 'googlenews', 'google-aimode', 'bing', 'yahoo', 'youtube', 'seznam']],
    ['signin', /sign-in/i, ['bing', 'yahoo', 'yandex', 'youtube', 'naver', 'naverlocal', 'daumweb', 'seznam']],
    ['softblock', /without|999|403/i, ['google', 'bing', 'yahoo', 'yandex', 'naver', 'daumsite', 'baidu', 'seznam']],
  ] as const)('are distinguished where the engine has a %s', async (block, reason, names) => {
    for (const name of names) expect((await errorOf(name, `test:${block}`, false, 1))?.message, name).toMatch(reason);
  });
});
