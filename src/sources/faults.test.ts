// Live clients with their transports against every fault of the sandbox: outcome and recovery.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../platform/http.ts';
import { type Adapter, SourceError } from './adapter.ts';
import { CollectFailure, collect } from './collect.ts';
import { createChatgptEngine } from './engines/chatgpt/engine.ts';
import { createPerplexityEngine } from './engines/perplexity/engine.ts';
import { universal } from './engines/universal/engine.ts';
import { createBaidu } from './keywords/baidu.ts';
import { createGoogleAds } from './keywords/google.ts';
import type { KeywordQuery } from './keywords/query.ts';
import { createChatgpt } from './models/chatgpt.ts';
import { createPerplexity } from './models/perplexity.ts';
import { homepage, technologies } from './registries/homepage.ts';
import { pageFacts } from './registries/page-facts.ts';
import { rdap } from './registries/rdap.ts';
import { whois } from './registries/whois.ts';
import { RETRY_AFTER_SECONDS } from './sandbox/faults.ts';
import { FAULTS, type Fault } from './sandbox/magic.ts';
import { type Sandbox, startSandbox } from './sandbox/server.ts';
import { SITES } from './sandbox-sites.ts';
import { plainQuery } from './stored-page.ts';
import type { FetchPage } from './transport/fetch.ts';
import { createHttpFetch } from './transport/http.ts';
import { createWhoisFetch } from './transport/tcp43.ts';

const HERE = { allowLoopback: true, allowNetworks: [] };
/** Time limits of these clients: for responses that never arrive, and for all others. */
const [STALLED_MS_MAX, MS_MAX] = [300, 20_000];
const client = createHttpClient({ policy: HERE, connectionsPerHost: 20, connectMsMax: 5000 });
let sandbox: Sandbox;
let fetch: FetchPage;

beforeAll(async () => {
  sandbox = await startSandbox(SITES);
  const web = createHttpFetch(client);
  const port43 = createWhoisFetch(HERE, async () => ['127.0.0.1'], sandbox.whoisPortOf);
  fetch = async (request, context) => {
    if (request.url.startsWith('whois:')) return port43(request, context);
    const { origin, pathname, search } = new URL(request.url);
    const headers = { ...request.headers, 'x-sandbox-origin': origin };
    const page = await web({ ...request, url: `http://127.0.0.1:${sandbox.port}${pathname}${search}`, headers }, context);
    return { ...page, request, url: request.url };
  };
});
afterAll(async () => {
  await client.close();
  await sandbox.close();
});

const ads = { developerToken: 'd', clientId: 'c', clientSecret: 's', refreshToken: 'r', customerId: '1', loginCustomerId: null };
const openai = { apiKey: 'k', model: 'm', baseUrl: 'https://api.openai.com' };
const sonar = { apiKey: 'k', model: 'm', baseUrl: 'https://api.perplexity.ai' };
const keywordQuery = (fields: Partial<KeywordQuery>): KeywordQuery => ({
  keywords: [],
  url: null,
  suggestions: false,
  source: 'google',
  region: { countryCode: 'US', canonicalName: 'United States', criteriaId: 2840 },
  language: 'en',
  searchPartners: true,
  month: '2026-11',
  ...fields,
});
const prompt = (text: string) => ({ prompt: text, system: null, schema: null, country: null });
const domain = (name: string) => ({ kind: 'domain' as const, name, tld: name.split('.').at(-1)! });

/** A query with magic keywords; `label` is the spelling for host names, `word` for everything else. */
type MagicQuery = (magic: { readonly word: string; readonly label: string }) => Promise<unknown>;

const collectFor =
  <Query, Parsed>(adapter: Adapter<Query, Parsed>, queryOf: (magic: { word: string; label: string }) => Query): MagicQuery =>
  (magic) =>
    collect(
      adapter,
      queryOf(magic),
      fetch,
      { attempt: 1, msMax: magic.word === 'test:stall' ? STALLED_MS_MAX : MS_MAX },
      { pagesMax: 5, enough: () => false },
    );

const google = createGoogleAds({ ...ads, version: 'v23' });
const baidu = createBaidu({ userName: 'u', accessToken: 't' });
const QUERIES: Readonly<Record<string, MagicQuery>> = {
  'Google Ads, volumes': collectFor(google, ({ word }) => keywordQuery({ keywords: [`${word} shoes`] })),
  'Google Ads, ideas of a site': collectFor(google, ({ word }) =>
    keywordQuery({ suggestions: true, url: `https://shop.example/?q=${word}` }),
  ),
  'Baidu, volumes': collectFor(baidu, ({ word }) => keywordQuery({ source: 'baidu', keywords: [`${word} 鞋子`] })),
  'Baidu, suggestions': collectFor(baidu, ({ word }) => keywordQuery({ source: 'baidu', keywords: [`${word} 鞋子`], suggestions: true })),
  OpenAI: collectFor(createChatgpt(openai), ({ word }) => prompt(`What is a sextant? ${word}`)),
  'OpenAI as a search engine': collectFor(createChatgptEngine(openai), ({ word }) => plainQuery('chatgpt', { keyword: `sextant ${word}` })),
  Perplexity: collectFor(createPerplexity(sonar), ({ word }) => prompt(`What is a sextant? ${word}`)),
  'Perplexity as a search engine': collectFor(createPerplexityEngine(sonar), ({ word }) =>
    plainQuery('perplexity', { keyword: `sextant ${word}` }),
  ),
  RDAP: collectFor(rdap, ({ label }) => domain(`${label}.com`)),
  'port 43 of a registry': collectFor(whois, ({ label }) => domain(`${label}.de`)),
  'port 43 of the root registry': collectFor(whois, ({ label }) => domain(`${label}.example`)),
  'a homepage': collectFor(homepage, ({ label }) => ({ name: `${label}.example` })),
  'a homepage with its technologies': collectFor(technologies, ({ label }) => ({ name: `www.${label}.com` })),
  'a page to be analysed': collectFor(pageFacts, ({ word }) => ({ url: `https://shop.example/tea?q=${word}` })),
  'any web page': collectFor(universal, ({ word }) => plainQuery('universal', { keyword: `https://shop.example/page?q=${word}` })),
};

const RECOVERIES: Readonly<Record<Fault, { outcome: string; recovery: string }>> = {
  '429': { outcome: 'blocked', recovery: 'nextSource' },
  '500': { outcome: 'unreachable', recovery: 'retry' },
  cut: { outcome: 'unreachable', recovery: 'retry' },
  garbage: { outcome: 'unparsed', recovery: 'fail' },
  stall: { outcome: 'unreachable', recovery: 'retry' },
};
/** Port 43 has no Retry-After, and block pages of websites have a fixed cooldown. */
const cooldownOf = (name: string): number => (name.startsWith('port 43') ? 60 : name === 'any web page' ? 300 : RETRY_AFTER_SECONDS);

async function failureOf(question: Promise<unknown>): Promise<SourceError> {
  const thrown = await question.then(
    () => null,
    (error: unknown) => (error instanceof CollectFailure ? error.cause : error),
  );
  expect(thrown).toBeInstanceOf(SourceError);
  return thrown as SourceError;
}

describe.each(Object.entries(QUERIES))('%s', (name, question) => {
  it.each(FAULTS)('reports %s on every attempt', async (fault) => {
    const error = await failureOf(question({ word: `test:${fault}`, label: `test-${fault}` }));
    expect({ outcome: error.outcome, recovery: error.recovery }).toEqual(RECOVERIES[fault]);
    if (fault === '429') expect(error.cooldownSeconds).toBe(cooldownOf(name));
    else expect(error.cooldownSeconds).toBe(0);
    if (fault === 'stall') expect(error.message).toBe('no response in time');
  });

  it.each(['500', 'garbage', 'cut'] as const)('succeeds after one %s', async (fault) => {
    const magic = { word: `test:${fault}:1`, label: `test-${fault}-1` };
    await failureOf(question(magic));
    await expect(question(magic)).resolves.toBeDefined();
  });
});
